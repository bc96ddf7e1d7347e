// Money that comes after an order's end (decision C4): honoured as if it were ordered now, or not at all.
import type { Transaction } from '#platform/database/database.ts'
import { convert, exchangeInto } from '#platform/money.ts'
import { spendCouponUse } from '#rooms/coupons/hands.ts'
import type { PaymentRow } from '#rooms/payments/hands.ts'
import { releaseReserved, reserveAgain, returnSupplierStock } from '#rooms/vault/hands.ts'
import { pricesToday } from '../acts/hold-store.ts'
import { WHY } from '../reason-rules.ts'
import { isErased, LATE_HOURS } from '../rules.ts'
import type { LockedOrder } from '../store.ts'
import { stillFits, type TopUpSettings } from '../top-ups/top-up-room.ts'

export type LateRefusal = (typeof WHY)[
  | 'buyerGone'
  | 'tooLate'
  | 'notOnSale'
  | 'dearerToday'
  | 'noKeys'
  | 'couponOver'
  | 'topUpLimit']

/** A voucher that was paid on its last day is told by its bank a few days later. */
const VOUCHER_GRACE_MS = 5 * 86_400_000
const HOUR_MS = 3_600_000

export interface LatePayment {
  payableUntil: Date | null
  underWaySince: Date | null
}

/**
 * When money came that is all there now; pure. What was there already, as it was `known` before this answer (and was held),
 * came when that became known.
 */
export function cameAt(
  known: Pick<PaymentRow, 'state' | 'amount' | 'paidAmount' | 'refundedAmount' | 'version'>,
  now: Date,
): Date {
  const wasThere = known.state === 'completed' && (known.paidAmount ?? 0) - known.refundedAmount >= known.amount
  return wasThere ? new Date(Number(known.version) * 1000) : now
}

/** Whether money is still in time; pure. What the payer authorised in time may take its bank as long as it takes. */
export function isInTime(order: { expiresAt: Date }, payment: LatePayment, came: Date): boolean {
  const authorised = payment.underWaySince ?? came
  const end = order.expiresAt.getTime() + LATE_HOURS * HOUR_MS
  const voucher = payment.payableUntil ? payment.payableUntil.getTime() + VOUCHER_GRACE_MS : 0
  return authorised.getTime() <= Math.max(end, voucher)
}

/**
 * Why the order's price does not stand today; pure. Undefined: the same goods are on sale and cost no more than the order did, in
 * its currency. A selling unit for each piece is rounding.
 */
export function againstPrice(
  order: { goods: number; currency: string },
  today: { rateE8: string | null; lines: { quantity: number; todayUsdCents: number | null }[] },
): (typeof WHY)['notOnSale' | 'dearerToday'] | undefined {
  if (today.rateE8 === null) return WHY.dearerToday
  const exchange = exchangeInto(order.currency, BigInt(today.rateE8))
  let goods = 0
  let rounding = 0
  for (const { quantity, todayUsdCents } of today.lines) {
    if (todayUsdCents === null) return WHY.notOnSale
    goods += convert(todayUsdCents, exchange) * quantity
    rounding += quantity * exchange.unit
  }
  return goods <= order.goods + rounding ? undefined : WHY.dearerToday
}

/**
 * Takes again what the order had given back: keys, suppliers' stock, the coupon's use. Undefined: it is all its own again;
 * else why not, and nothing was taken. The order is locked. Without
 * `settings` a person decides, and the limit of a member's top-ups is his to judge.
 */
export async function takeAgain(
  tx: Transaction,
  order: LockedOrder,
  payment: LatePayment,
  came: Date,
  settings: TopUpSettings | undefined,
): Promise<LateRefusal | undefined> {
  // There is nobody to deliver to.
  if (isErased(order) || (order.topUpCents !== null && order.memberId === null)) return WHY.buyerGone
  // One that was held, or whose bank worked, has not ended, however long ago its payment time was over.
  if (order.status !== 'Unpaid' && !isInTime(order, payment, came)) return WHY.tooLate
  if (settings && order.topUpCents !== null && order.memberId !== null) {
    const topUp = { id: order.id, memberId: order.memberId, cents: order.topUpCents }
    if (!(await stillFits(tx, settings, topUp))) return WHY.topUpLimit
  }
  const against = againstPrice(order, await pricesToday(tx, order.id))
  if (against) return against
  if (!(await reserveAgain(tx, order.id))) return WHY.noKeys
  if (order.couponId !== null && !(await spendCouponUse(tx, order.couponId, order.id))) {
    await releaseReserved(tx, order.id)
    await returnSupplierStock(tx, order.id)
    return WHY.couponOver
  }
  return undefined
}
