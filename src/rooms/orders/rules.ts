// What an order costs and where it may go: pure functions, the same in the browser and on the server.
import { convert, type Exchange, type RateE8, share, toUsd } from '#platform/money.ts'

export { readReason } from './reason-rules.ts'

/** In which an order can be (decision C1). */
export const ORDER_STATUSES = [
  'Unpaid', 'Paid', 'Processing', 'Delivered', 'Completed', 'Cancelled', 'Expired', 'Refunded', 'PartlyRefunded', 'Disputed',
] as const // biome-ignore format: a list of words
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * Every move there is (decision C1). From Expired to Paid leads late money (C4), from Cancelled only an operator's
 * acceptance. Disputed leads back to where the order was, and nowhere else but to Refunded: `move` sees to that.
 */
const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  Unpaid: ['Paid', 'Cancelled', 'Expired'],
  Paid: ['Processing', 'Delivered', 'Refunded', 'PartlyRefunded', 'Disputed'],
  Processing: ['Delivered', 'Refunded', 'PartlyRefunded', 'Disputed'],
  Delivered: ['Completed', 'Refunded', 'PartlyRefunded', 'Disputed'],
  Completed: ['Refunded', 'PartlyRefunded', 'Disputed'],
  Cancelled: ['Paid'],
  Expired: ['Paid'],
  Refunded: [],
  PartlyRefunded: ['Refunded', 'Completed', 'Disputed'],
  Disputed: ['Refunded', 'Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded'],
}

/** Money for a member's balance comes from outside: by a method that takes any order, and not from a balance (decision F5). */
export function paysTopUps(method: { forMembers: boolean; productTypes: readonly number[] }): boolean {
  return !method.forMembers && method.productTypes.length === 0
}

/** Hours after the payment from which on the buyer of an order that waits may have his money back, and gets it by itself. */
export const WAITING = { offerHours: 24, refundHours: 72 }

/** Hours after an order's end in which money for it is honoured. */
export const LATE_HOURS = 24

export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return MOVES[from].includes(to)
}

/** The statuses that `to` can be reached from; for the condition of the update that makes the move. */
export function reachableFrom(to: OrderStatus): OrderStatus[] {
  return (Object.keys(MOVES) as OrderStatus[]).filter((from) => mayMove(from, to))
}

export interface PricedLine {
  /** US cents of one. */
  unitUsdCents: number
  quantity: number
}

export interface PriceRules {
  exchange: Exchange
  /** Member discount in basis points of goods (100 = 1 %). */
  discountBp: number
  /** Payment fee in basis points of goods. */
  feeBp: number
  /** Coupon, in hundredths of the order's currency, a multiple of its selling unit. */
  coupon: number
  /** The service charge applies to goods below this, in US cents. */
  serviceThresholdUsdCents: number
  serviceUsdCents: number
}

/** All amounts in hundredths of the order's currency; the parts add up to `total` exactly. */
export interface Breakdown {
  units: number[]
  lines: number[]
  goods: number
  discount: number
  fee: number
  coupon: number
  freight: number
  service: number
  total: number
}

/**
 * goods − member discount + payment fee − coupon + freight + service charge, never below zero (specification §9,
 * decisions C6, C7 and F15): each unit is converted and rounded to the currency's selling unit, a line is unit × count,
 * each part is rounded once to it, so that every amount is a multiple of it.
 */
export function breakdown(lines: PricedLine[], rules: PriceRules): Breakdown {
  const units = lines.map((line) => convert(line.unitUsdCents, rules.exchange))
  const totals = lines.map((line, i) => units[i]! * line.quantity)
  const goods = totals.reduce((sum, total) => sum + total, 0)
  const goodsUsdCents = lines.reduce((sum, line) => sum + line.unitUsdCents * line.quantity, 0)
  const discount = share(goods, rules.discountBp, rules.exchange.unit)
  const fee = share(goods, rules.feeBp, rules.exchange.unit)
  // Digital goods travel for nothing.
  const freight = 0
  const service =
    goodsUsdCents < rules.serviceThresholdUsdCents && lines.length > 0
      ? convert(rules.serviceUsdCents, rules.exchange)
      : 0
  // Never more than what the goods still cost, so that the parts add up to a total that is not below zero.
  const coupon = Math.min(rules.coupon, goods - discount)
  const parts = { goods, discount, fee, coupon, freight, service }
  return { units, lines: totals, ...parts, total: totalOf(parts) }
}

/** What is to be paid of these parts. */
export function totalOf(
  parts: Pick<Breakdown, 'goods' | 'discount' | 'fee' | 'coupon' | 'freight' | 'service'>,
): number {
  return Math.max(0, parts.goods - parts.discount + parts.fee - parts.coupon + parts.freight + parts.service)
}

/** Back to US cents, for points, growth and thresholds. */
export const inUsd = (minor: number, rate: RateE8): number => toUsd(minor, rate)

/** Who looked at keys, or did something about an order, while it was in an account that it has left. */
export const FORMER = 'former member'

/** Where the address of an order's buyer was, once he had it erased. No mail server answers for it (RFC 6761). */
export const ERASED_DOMAIN = 'erased.invalid'
export const isErased = ({ deliveryEmail }: { deliveryEmail: string }) => deliveryEmail.endsWith(`@${ERASED_DOMAIN}`)
