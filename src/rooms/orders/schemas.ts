// What of an order more than one call shows.
import { z } from 'zod'

export const OrderId = z.uuid()

/** ISO 3166: where the buyer says that he is; without it the shop's guess (home/location) counts. */
export const Country = z.string().regex(/^[A-Z]{2}$/)

export const OrderLine = z.object({
  /** Its place in the order, from 1. */
  id: z.number(),
  productId: z.number(),
  /** SKU and offer: with them the line can be bought again. */
  extId: z.number(),
  supplyProductId: z.number(),
  urlName: z.string(),
  zhname: z.string(),
  shortName: z.string(),
  skuLabel: z.string(),
  skuCode: z.string(),
  imgUrl: z.string(),
  productType: z.string(),
  quantity: z.number(),
  realPrice: z.number(),
  total: z.number(),
})
export type OrderLine = z.infer<typeof OrderLine>

/** Why an order can be neither paid nor cancelled: its money is being checked, a person looks at it first, or its bank still works. */
export const Barred = z.enum(['held', 'person', 'underWay']).nullable()

/** US dollars that the member's balance gets of a top-up; null: an order of goods. */
export const TopUp = z.number().nullable()

/**
 * Where refunds of an order go, and the US dollars that all of it would be on its member's balance. `isFixed`: he has no choice, for
 * a person gave it to him.
 */
export const RefundTo = z.object({
  to: z.enum(['source', 'balance']),
  amount: z.number(),
  isFixed: z.literal(true).optional(),
})
export type RefundTo = z.infer<typeof RefundTo>

/** A payment that did not pay its order: how it came, and where its money is. `checked`: not all of it could be sent back yet. */
export const SentBack = z.object({
  came: z.enum(['late', 'unused', 'again']),
  amount: z.number(),
  currencyName: z.string(),
  now: z.enum(['going', 'gone', 'balance', 'checked']),
})
export type SentBack = z.infer<typeof SentBack>

/** An order in the list of its member (specification §3). Amounts in the order's currency. */
export const MemberOrder = z.object({
  id: OrderId,
  orderNo: z.string(),
  addTime: z.iso.datetime(),
  /** One of the statuses of decision C1. */
  orderStatus: z.string(),
  barred: Barred,
  /** Until when an unpaid order can be paid, and the server's clock. */
  expiresAt: z.iso.datetime(),
  now: z.iso.datetime(),
  currencyType: z.string(),
  currencyName: z.string(),
  orderBeforeDiscountAmount: z.number(),
  discountAmount: z.number(),
  couponAmount: z.number(),
  /** The fee of the payment method. */
  paymentAmount: z.number(),
  freightAmount: z.number(),
  serviceAmount: z.number(),
  realAmount: z.number(),
  /** What has gone back so far. */
  refunded: z.number(),
  memberName: z.string(),
  memberEmail: z.string(),
  /** Where its keys went. */
  deliveryEmail: z.string(),
  goods: z.array(OrderLine),
  topUp: TopUp,
})
export type MemberOrder = z.infer<typeof MemberOrder>

/** One line of one order, whose keys the member has. */
export const BoughtLine = z.object({
  orderId: OrderId,
  orderNo: z.string(),
  addTime: z.iso.datetime(),
  /** Its place in the order, from 1: with it pointCode shows the keys of this line alone. */
  lineId: z.number(),
  productId: z.number(),
  productName: z.string(),
  skuLabel: z.string(),
  imgUrl: z.string(),
  urlName: z.string(),
  zhname: z.string(),
  /** `1`: an account. */
  keyType: z.string(),
  /** How many keys. */
  quantity: z.number(),
  /** How a key is used, step by step, and where its platform takes it. */
  activation: z.array(z.string()),
  redeemUrl: z.string().nullable(),
})
export type BoughtLine = z.infer<typeof BoughtLine>

/** What has become of an order, and of the mails about it. */
export const OrderTrack = z.object({
  deliveryEmail: z.string(),
  moves: z.array(z.object({ orderStatus: z.string(), at: z.iso.datetime() })),
  /** `mail` is what it was about. `sentAt` null: it waits to be sent. */
  mails: z.array(z.object({ mail: z.string(), promisedAt: z.iso.datetime(), sentAt: z.iso.datetime().nullable() })),
})
export type OrderTrack = z.infer<typeof OrderTrack>

/** In the data of `topUp.limit` too; US dollars. */
export const TopUpRoom = z.object({
  least: z.number(),
  most: z.number(),
  /** What is left of the most within 24 hours. */
  left: z.number(),
  /** When the lower limit of a new member ends; null: it is not his. */
  newUntil: z.iso.datetime().nullable(),
})
export type TopUpRoom = z.infer<typeof TopUpRoom>
