// Whether a coupon is good for a cart, and what it takes off (decision C10): pure functions.
import { convert, type Exchange, share } from '#platform/money.ts'

/** Characters that a code has at most. */
export const COUPON_LENGTH = 40

export interface CouponTerms {
  /** One of the two: basis points of the goods that it is for (100 = 1 %), or an amount in US cents. */
  percentBp: number | null
  amountUsdCents: number | null
  /** What the goods that it is for must come to, in US cents. */
  minimumUsdCents: number
  validFrom: Date | null
  validUntil: Date | null
  totalUses: number | null
  /** How many are reserved or used. */
  uses: number
  /** Each null: everything. All that are given must hold for a line. */
  categoryIds: number[] | null
  productIds: number[] | null
  sellerIds: number[] | null
}

export interface CouponLine {
  productId: number
  /** The product's category and all its ancestors: a coupon for a category is for its whole branch. */
  categoryIds: number[]
  sellerId: number
  unitUsdCents: number
  quantity: number
}

export type Verdict =
  /** In hundredths of the order's currency. */
  | { good: true; discount: number }
  | { good: false; why: 'expired' | 'forbidden' }
  /** The goods that it is for must come to this, in hundredths of the order's currency. */
  | { good: false; why: 'tooLittle'; minimum: number }

/**
 * Percentages are of the goods that the coupon is for, in the order's currency; amounts are converted once and never take
 * more than those goods cost. Rounded once, half away from zero to the currency's selling unit (decisions C6, F15).
 */
export function judge(terms: CouponTerms, lines: CouponLine[], at: { exchange: Exchange; now: Date }): Verdict {
  if (terms.validUntil && terms.validUntil <= at.now) return { good: false, why: 'expired' }
  if (terms.validFrom && terms.validFrom > at.now) return { good: false, why: 'forbidden' }
  if (terms.totalUses !== null && terms.uses >= terms.totalUses) return { good: false, why: 'forbidden' }
  const meant = lines.filter((line) => isFor(terms, line))
  const goods = meant.reduce((sum, line) => sum + convert(line.unitUsdCents, at.exchange) * line.quantity, 0)
  if (goods === 0) return { good: false, why: 'forbidden' }
  // Both sums are in the shopper's currency and rounded to its selling unit, as the refusal tells the minimum.
  const minimum = convert(terms.minimumUsdCents, at.exchange)
  if (goods < minimum) return { good: false, why: 'tooLittle', minimum }
  const worth =
    terms.percentBp === null
      ? convert(terms.amountUsdCents ?? 0, at.exchange)
      : share(goods, terms.percentBp, at.exchange.unit)
  return { good: true, discount: Math.min(worth, goods) }
}

function isFor({ categoryIds, productIds, sellerIds }: CouponTerms, line: CouponLine): boolean {
  return (
    (productIds?.includes(line.productId) ?? true) &&
    (sellerIds?.includes(line.sellerId) ?? true) &&
    (categoryIds === null || line.categoryIds.some((id) => categoryIds.includes(id)))
  )
}

/** Codes are written in capitals, however they are typed. */
export function normalCode(typed: string): string {
  return typed.trim().toUpperCase()
}
