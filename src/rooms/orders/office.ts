// Orders, as the back office sees them.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { Day } from '#platform/http/day.ts'
import { LONGEST_ORDER_SEARCH, ORDERS_COUNTED, ORDERS_PER_PAGE } from './limits.ts'
import { HAPPENED } from './office-calls/happened-store.ts'
import { ORDER_STATUSES } from './rules.ts'
import { OrderId } from './schemas.ts'

const Status = z.enum(ORDER_STATUSES)

const Id = z.coerce.number().int().min(1).max(2_147_483_647)

/** What the list is narrowed to; the address of the page holds the same. */
const Filter = {
  status: Status.optional(),
  /**
   * By its shape: an order number, an order's id or that of a payment, an e-mail address as it stands on the order, what a
   * provider calls a payment, or a bank one that a person recorded. Anything else finds nothing and says so (`understood` false).
   */
  q: z.string().trim().max(LONGEST_ORDER_SEARCH).optional(),
  /** With something of this product in them, or of this version alone. */
  product: Id.optional(),
  sku: Id.optional(),
  /** Placed on this day or later, on that day or earlier. */
  from: Day.optional(),
  to: Day.optional(),
}

const Sort = z.enum(['newest', 'oldest']).default('newest')

/** What the list is narrowed to, and its order: all that the address of its page holds but the place. */
export const OrdersQuery = z.object({ ...Filter, sort: Sort })

const Row = z.object({
  id: OrderId,
  orderNo: z.string(),
  placedAt: z.iso.datetime(),
  status: Status,
  /** Money of it is in doubt: a person decides. */
  isHeld: z.boolean(),
  /** Where its keys go. */
  email: z.string(),
  /** Its member's name; null: a guest's. */
  username: z.string().nullable(),
  /** ISO 4217; the amount in units of it. */
  currency: z.string(),
  total: z.number(),
  /** Name of the first product and which version of it, and how many units it has of all. */
  product: z.string(),
  version: z.string(),
  units: z.number(),
})

/** Line and place in it, both from 1. */
export const Unit = z.object({ line: z.number().int().min(1).max(1_000), unit: z.number().int().min(1).max(1_000) })

export const ordersOffice = defineContract({
  'GET /office/orders': {
    summary: `Orders, ${ORDERS_PER_PAGE} at a time. \`after\` is the \`next\` of the page before. Days are those of \`zone\`. Of a product or version in one status, or within days, a page may have fewer, or none, although there is a \`next\`: so many lines or orders are looked at for it, and no more.`,
    access: { staff: 'orders.read' },
    query: OrdersQuery.extend({ after: z.string().max(200).optional() }),
    data: z.object({ rows: z.array(Row), next: z.string().nullable(), understood: z.boolean(), zone: z.string() }),
  },
  'POST /office/orders/by-key': {
    summary:
      'Orders whose buyers have, or had, this key, given whole or by its last five letters and digits; or with a payment that its provider calls so. In a body, for no address and no log may have a key.',
    access: { staff: 'orders.read' },
    perMinute: 60,
    body: z.object({ key: z.string().trim().min(5).max(2_000) }),
    data: z.object({ rows: z.array(Row) }),
  },
  'GET /office/orders/count': {
    summary: `How many there are of them, counted to ${ORDERS_COUNTED}; asked after the rows, for it takes longer`,
    access: { staff: 'orders.read' },
    query: z.object(Filter),
    data: z.object({ count: z.number(), isMore: z.boolean() }),
  },
  'GET /office/order-products': {
    summary:
      'Products with their versions, to narrow the list of orders to: by a name as a shopper would type it, an address or the code of a version; or the one of an id, or of the id of a version',
    access: { staff: 'orders.read' },
    query: z.object({
      q: z.string().trim().max(LONGEST_ORDER_SEARCH).optional(),
      product: Id.optional(),
      sku: Id.optional(),
    }),
    data: z.object({
      products: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          versions: z.array(z.object({ id: z.number(), code: z.string(), label: z.string() })),
        }),
      ),
    }),
  },
  'GET /office/orders/{id}': {
    summary: 'One order: what was bought, what was paid, and everything that happened to it, the latest last',
    access: { staff: 'orders.read' },
    params: z.object({ id: OrderId }),
    data: z.object({
      ...Row.shape,
      expiresAt: z.iso.datetime(),
      paidAt: z.iso.datetime().nullable(),
      locale: z.string(),
      note: z.string(),
      amounts: z.object({
        goods: z.number(),
        discount: z.number(),
        fee: z.number(),
        coupon: z.number(),
        service: z.number(),
        total: z.number(),
      }),
      /** What has come, of all its payments together, by currency. */
      paid: z.array(z.object({ amount: z.number(), currency: z.string() })),
      lines: z.array(
        z.object({
          productId: z.number(),
          name: z.string(),
          label: z.string(),
          quantity: z.number(),
          unit: z.number(),
          total: z.number(),
        }),
      ),
      payments: z.array(
        z.object({
          id: z.uuid(),
          provider: z.string(),
          state: z.string(),
          amount: z.number(),
          currency: z.string(),
          refunded: z.number(),
          startedAt: z.iso.datetime(),
          /** The provider's own number for it; null: it has none yet. */
          reference: z.string().nullable(),
        }),
      ),
      /**
       * What becomes of the account that it is in when its address changes. `bound`: it stays, for its money is of that balance;
       * `follows`: it has that account’s address, and goes with it; null: it is in none.
       */
      account: z.enum(['bound', 'stays', 'follows']).nullable(),
      /** For acts on it. */
      seen: z.string(),
      /** What of it can be done now, as far as the order is concerned; what one may do is another question. */
      can: z.object({
        hold: z.boolean(),
        release: z.boolean(),
        accept: z.boolean(),
        resend: z.boolean(),
        replace: z.boolean(),
        cancel: z.boolean(),
        markPaid: z.boolean(),
        /** Say that the dispute about its payment was lost. */
        lost: z.boolean(),
        /** It cost nothing: its keys and its coupon's use can be taken back, without money. */
        takeBack: z.boolean(),
        /** How much can go back at most; null: nothing. */
        refund: z.object({ left: z.number(), currency: z.string() }).nullable(),
      }),
      holds: z.array(
        z.object({
          reason: z.string(),
          since: z.iso.datetime(),
          by: z.string(),
          why: z.string(),
          paymentId: z.uuid().nullable(),
        }),
      ),
      /** Each unit of a paid order with what it cost. */
      units: z.array(
        z.object({
          ...Unit.shape,
          name: z.string(),
          amount: z.number(),
          hasKey: z.boolean(),
          refund: z.enum(['none', 'underWay', 'done']),
        }),
      ),
      refunds: z.array(
        z.object({
          id: z.uuid(),
          at: z.iso.datetime(),
          amount: z.number(),
          currency: z.string(),
          to: z.enum(['source', 'balance']),
          state: z.string(),
          problem: z.string().nullable(),
          who: z.string(),
          why: z.string(),
          /** Where somebody must make it at the provider himself and has not yet: its number, and what the provider calls its payment. */
          byHand: z.object({ number: z.number(), provider: z.string(), reference: z.string().nullable() }).nullable(),
        }),
      ),
      /** Statuses, holds, payments, refunds, mails, shown keys, what people did. Of each kind at most the latest hundred. */
      timeline: z.array(
        z.object({
          at: z.iso.datetime(),
          kind: z.enum(HAPPENED),
          /** `Paid → Delivered`, the name of the act, the reason of the hold, the provider, the mail’s template, where keys were shown. */
          what: z.string(),
          who: z.string(),
          why: z.string(),
        }),
      ),
    }),
  },
})

type OrdersOfficeCalls = typeof ordersOffice
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OrdersOfficeCalls {}
}
