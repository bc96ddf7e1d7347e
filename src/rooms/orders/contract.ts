// The calls that make an order and show it (specification §7; decisions A6, A12, A13, C12).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Challenge, Solution } from '#rooms/captcha/contract.ts'
import { ShownStock } from '#rooms/products/schemas.ts'
import { DeliveryEmail, FindOrder, OrderNote } from './forms.ts'
import { Barred, Country, OrderId, OrderLine, RefundTo, SentBack, TopUp } from './schemas.ts'

const id = z.number().int().min(1).max(2_147_483_647)
const count = z.number().int().min(1).max(1000)
const money = z.number().min(0).max(1e10)

const Amounts = z.object({
  goods: z.number(),
  discount: z.number(),
  fee: z.number(),
  coupon: z.number(),
  freight: z.number(),
  service: z.number(),
  total: z.number(),
})
export type Amounts = z.infer<typeof Amounts>

/** In the data of `pay.priceChanged`: what is true now, line by line in the order of the request. */
export const FreshPrices = z.object({ ...Amounts.shape, currencyType: z.string(), units: z.array(z.number()) })
export type FreshPrices = z.infer<typeof FreshPrices>

/** In the data of `pay.outOfStock`: which lines, by their position in the request, and what can be had. */
export const OutOfStock = z.object({
  lines: z.array(z.object({ position: z.number(), productName: z.string(), wanted: z.number(), ...ShownStock.shape })),
})
export type OutOfStock = z.infer<typeof OutOfStock>

/** In the data of `pay.tooManyUnpaid`: what to solve and send back as `altcha`; null: that would not help today. */
export const TooManyUnpaid = z.object({ challenge: Challenge.nullable() })
export type TooManyUnpaid = z.infer<typeof TooManyUnpaid>

/** The consent to delivery at once, in the data of `pay.waiverRequired` and `pay.waiverChanged` too. */
export const Waiver = z.object({
  /** To be sent back with its acceptance; another text has another version. */
  version: z.string(),
  text: z.string(),
})
export type Waiver = z.infer<typeof Waiver>

const GivenWaiver = z.object({ version: z.string().max(60), accepted: z.boolean() })

export const PaymentStart = z.object({
  /** Its provider's name. */
  type: z.string(),
  /** Where the browser goes to pay; null: nothing is to be paid, or the provider could not be reached: see the order. */
  url: z.string().nullable(),
  /** Of a repetition: the order has expired or was cancelled, so that what was wished is another order by now. */
  isOver: z.boolean(),
  orderId: OrderId,
  orderNo: z.string(),
  currencyType: z.string(),
  amount: z.number(),
})
export type PaymentStart = z.infer<typeof PaymentStart>

/**
 * The order as the shopper saw it. The four id and count arrays are the lines; the amounts are compared with the shop's
 * own and never used (decision A6). Fields of the specification's payload that the shop works out itself are accepted
 * and ignored.
 */
export const CreateOrderBody = z
  .object({
    orderList: z.object({
      deliveryEmail: DeliveryEmail,
      paymentId: id,
      currencyId: id,
      country: Country.optional(),
      realAmount: money,
      memberRemark: z._default(OrderNote, ''),
      /** From useCoupon; without it no coupon is used. */
      couponId: z.string().max(60).nullish(),
      couponAmount: money.nullish(),
      /** Whoever orders was shown it as a member: refused as `message.loginFirst` where his session is over. */
      asMember: z.boolean().optional(),
      /** Where the shop asks for it, see GET /api/check/waiver. */
      waiver: GivenWaiver.optional(),
    }),
    productId: z.array(id).min(1, 'pay.productNull').max(100),
    productCount: z.array(count).min(1).max(100),
    supplyProductId: z.array(id).min(1).max(100),
    extId: z.array(id).min(1).max(100),
    productAttr: z.array(z.string().max(200)).max(100).default([]),
    productRealPrice: z.array(money).max(100).default([]),
    productRealRmbPrice: z.array(money).max(100).default([]),
    domain: z.string().max(200).default(''),
    /** After `pay.tooManyUnpaid`; no part of what a repetition must repeat. */
    altcha: Solution.optional(),
  })
  .refine(
    (body) =>
      [body.productCount, body.supplyProductId, body.extId].every((list) => list.length === body.productId.length),
    {
      message: 'productId, productCount, supplyProductId and extId must be equally long',
      path: ['productId'],
    },
  )

export const OrderDetail = z.object({
  orderId: OrderId,
  orderNo: z.string(),
  /** One of the statuses of decision C1. */
  orderStatus: z.string(),
  barred: Barred,
  /** What has gone back so far. */
  refunded: z.number(),
  /** What of that is on its member's balance. */
  refundedToBalance: z.number(),
  /** For the member whose order it is, while something of it could go back; else null. */
  refundTo: RefundTo.nullable(),
  /** It waits for so long that its buyer may have his money back at once. */
  mayHaveMoneyBack: z.boolean(),
  /** All that was paid for it, or what is left of that, is on its way back: while it waits, its keys come no more. */
  goesBack: z.boolean(),
  /** Money that came for it and did not pay it. */
  sentBack: z.array(SentBack),
  /** There was more of that than `sentBack` holds. */
  sentBackMore: z.boolean(),
  addTime: z.iso.datetime(),
  /** Until when an unpaid order can be paid. */
  expiresAt: z.iso.datetime(),
  /** The server's clock, so that a countdown does not depend on the visitor's. */
  now: z.iso.datetime(),
  deliveryEmail: z.string(),
  currencyType: z.string(),
  currencyName: z.string(),
  amounts: Amounts,
  paymentId: z.number(),
  /** Also of a method that is offered no more; empty when the shop does not know it. */
  paymentName: z.string(),
  /** What must be done to pay, in the provider's words, where it has no page of its own for that; else null. */
  instructions: z.array(z.object({ label: z.string(), value: z.string() })).nullable(),
  /** What the browser takes to the provider to pay, from the hosted payment page; else null. */
  form: z
    .object({ action: z.url(), method: z.enum(['get', 'post']), fields: z.record(z.string(), z.string()) })
    .nullable(),
  goods: z.array(OrderLine),
  /** What must be consented to before it can be paid; null: nothing, or it was. */
  waiver: Waiver.nullable(),
  topUp: TopUp,
})
export type OrderDetail = z.infer<typeof OrderDetail>

const OrderKeys = z.array(
  z.object({
    /** The line's place in the order, from 1. */
    lineId: z.number(),
    productName: z.string(),
    skuLabel: z.string(),
    /** `1`: an account; each key is then its login and password, split as the operator's manual says. */
    keyType: z.string(),
    keys: z.array(z.string()),
    activation: z.array(z.string()),
  }),
)
export type OrderKeys = z.infer<typeof OrderKeys>

const DictionaryEntry = z.object({ dictLabel: z.string(), dictValue: z.string() })

export const ordersContract = defineContract({
  'GET /api/bottom/deliverylist': {
    summary: 'Delivery methods: for digital goods one, by e-mail.',
    access: 'public',
    data: z.array(z.object({ id: z.number(), name: z.string(), freight: z.number() })),
  },
  'GET /api/home/config/configKey/{key}': {
    summary: 'A number of the shop; only the keys of the specification are answered.',
    access: 'public',
    params: z.object({ key: z.string().max(100) }),
    data: z.string(),
  },
  'GET /api/home/type/{dictType}': {
    summary: 'A dictionary; there is one: order_status.',
    access: 'public',
    params: z.object({ dictType: z.string().max(100) }),
    data: z.array(DictionaryEntry),
  },
  'GET /api/check/waiver': {
    summary:
      'The consent to delivery at once that ends the right of withdrawal, in the words that are shown, kept and mailed; null where the shop does not ask for it.',
    access: 'public',
    data: Waiver.nullable(),
  },
  'POST /api/check/begin': {
    summary:
      'The first call of a checkout: leaves the cookie by which createOrder knows this browser again when it repeats a request.',
    access: 'public',
    perMinute: 120,
    data: z.null(),
  },
  'POST /api/check/createOrder': {
    summary:
      'Makes an order and starts its payment. Refusals: pay.outOfStock (data: lines), pay.tooManyUnpaid (data: a challenge whose solution opens more), pay.priceChanged (data: fresh amounts), pay.noSupport, pay.notInCountry, pay.notForGoods, pay.belowMinimum, pay.methodAway, those of useCoupon, pay.waiverRequired and pay.waiverChanged (data: the present waiver). Without lines it is invalid with the message pay.productNull, in a currency that the shop does not offer with pay.currencyGone. For a member (asMember) whose session is over: 401, message.loginFirst. An Idempotency-Key header of 22 to 100 characters makes a repetition answer with the first order: in any status from the browser that made it; from elsewhere only while it is to be paid, else pay.alreadyPaid; isOver says of one that has ended unpaid that the same wish takes a new key. With another body: error.idempotencyReused.',
    access: 'public',
    knowsMembers: true,
    perMinute: 'orders',
    // 100 lines.
    maxBodyBytes: 64 * 1024,
    body: CreateOrderBody,
    data: PaymentStart,
  },
  'POST /api/pay/toPay': {
    summary:
      'Pays an unpaid order (again), with the same method or another. When nothing is left to pay with it, the order is paid by that: `amount` 0 and no address. Refused with pay.tooManyTries after twenty attempts at the order.',
    access: { holder: 'order', by: 'body.orderId' },
    perMinute: 'orders',
    body: z.object({
      orderId: OrderId,
      paymentId: id.optional(),
      country: Country.optional(),
      /** Of an order that its buyer did not make himself, where the shop asks for it: `pay.waiverRequired` has its text. */
      waiver: GivenWaiver.optional(),
    }),
    data: PaymentStart,
  },
  'GET /api/pay/cancel/{id}': {
    summary:
      'Cancels an unpaid order. Only from the shop’s own pages, or with the order’s token. Refusals: pay.underWay, pay.held, pay.notUnpaid.',
    access: { holder: 'order', by: 'params.id' },
    changes: true,
    params: z.object({ id: OrderId }),
    data: z.object({ orderStatus: z.string() }),
  },
  'POST /api/pay/moneyBack/{id}': {
    summary:
      'The buyer of a paid order that has waited for a day wants his money back instead. Refusal: order.notWaiting.',
    access: { holder: 'order', by: 'params.id' },
    perMinute: 20,
    params: z.object({ id: OrderId }),
    data: z.null(),
  },
  'GET /api/pay/detail/{orderId}': {
    summary:
      'An order for whoever made it: for its member while he is signed in, by the cookie set when it was made, or by the header `order-access` from the delivery mail’s link.',
    access: { holder: 'order', by: 'params.orderId' },
    params: z.object({ orderId: OrderId }),
    data: OrderDetail,
  },
  'POST /api/profile/order/forgetComputer': {
    summary:
      'This browser opens none of its orders any more, and neither do copies of its cookies; links in mails still do.',
    access: 'public',
    perMinute: 30,
    data: z.null(),
  },
  'POST /api/profile/order/endLinks/{id}': {
    summary: 'The links to this order that were mailed so far end, with the cookies that they left on other computers.',
    access: { holder: 'order', by: 'params.id' },
    perMinute: 120,
    params: z.object({ id: OrderId }),
    data: z.null(),
  },
  'GET /api/pay/payssion/state': {
    summary:
      'What the provider itself says of the payment: completed, processing (the bank still works), pending, failed, cancelled, expired.',
    access: { holder: 'order', by: 'query.order_id' },
    perMinute: 120,
    query: z.object({
      order_id: OrderId,
      order_no: z.string().max(40).optional(),
      transaction_id: z.string().max(200).optional(),
    }),
    data: z.string(),
  },
  'POST /api/profile/order/find': {
    summary:
      'Mails a fresh link to an order to its address, where number and address belong together. The answer is the same where they do not.',
    access: 'public',
    perMinute: 5,
    body: z.object(FindOrder.shape),
    data: z.null(),
  },
  'GET /api/profile/order/pointCode/{id}': {
    summary:
      'The keys of a delivered order, for whoever may see them; each showing is recorded. `lineId`: of one line alone, by its place from 1. While money is on its way back, of its units those alone that count as delivered; order.goesBack where none is left of a whole order. More than 30 an hour: order.keys.tooOften.',
    access: { holder: 'order', by: 'params.id' },
    params: z.object({ id: OrderId }),
    query: z.object({ lineId: z.coerce.number().int().min(1).max(100).optional() }),
    data: OrderKeys,
  },
})

type OrdersCalls = typeof ordersContract
declare module '#browser/calls.ts' {
  interface Calls extends OrdersCalls {}
}
