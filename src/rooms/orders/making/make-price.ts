// What an order that is being made costs, by the shop's own prices of this moment.
import type { Queryable } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { fromMajor, toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Coupons } from '#rooms/coupons/hands.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { exchangeOf } from '#rooms/money/hands.ts'
import type { Offers } from '#rooms/payments/hands.ts'
import { freshPrices } from '../amounts.ts'
import { type Breakdown, breakdown } from '../rules.ts'
import { SERVICE_CHARGE, THRESHOLD } from '../settings.ts'
import type { Line } from './make-lines.ts'
import type { OrderRequest } from './make-request.ts'

export interface PriceParts {
  settings: Settings
  coupons: Coupons
  levels: MemberLevels
  /** What can be paid by at this moment. */
  offers: Offers
}

export interface Price {
  sums: Breakdown
  couponId: number | undefined
}

/** Throws `pay.priceChanged` where the shopper was shown something else, and what bars the coupon or the method. */
export async function priceOf(
  db: Queryable,
  { settings, coupons, levels, offers }: PriceParts,
  request: OrderRequest,
  lines: Line[],
): Promise<Price> {
  const { method, currency, country } = request
  const exchange = exchangeOf(currency)
  const coupon = request.couponId ? await coupons.byReference(db, request.couponId, lines, exchange) : undefined
  const sums = breakdown(
    lines.map(({ row, quantity }) => ({ unitUsdCents: row.priceCents, quantity })),
    {
      exchange,
      discountBp: await levels.discountOf(db, request.from.memberId),
      feeBp: method.feeBp,
      coupon: coupon?.discount ?? 0,
      serviceThresholdUsdCents: fromMajor(settings.read(THRESHOLD)),
      serviceUsdCents: fromMajor(settings.read(SERVICE_CHARGE)),
    },
  )
  const couponShown = request.couponAmount ?? toMajor(sums.coupon)
  if (readAmount(request.realAmount) !== sums.total || readAmount(couponShown) !== sums.coupon)
    throw refused('pay.priceChanged', freshPrices(sums, currency.code))
  const tooLittle = offers.refusal(method, { currency: currency.code, country, total: sums.total })
  if (tooLittle) throw refused(tooLittle)
  return { sums, couponId: coupon?.id }
}

/** What the shopper was shown; something that is no amount of money was shown to nobody, and matches nothing. */
function readAmount(major: number): number {
  try {
    return fromMajor(major)
  } catch {
    return -1
  }
}
