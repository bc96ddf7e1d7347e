// The calls by which a member finds his orders and keys again (specification §7; decisions A5, A6, A10, C1, F2).
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { pageQuery } from '#platform/http/paging.ts'
import { bareOrderNo } from './forms.ts'
import { SEARCH_LENGTH } from './limits.ts'
import { ORDER_STATUSES } from './rules.ts'
import { BoughtLine, MemberOrder, OrderId, OrderTrack, RefundTo } from './schemas.ts'

const page = {
  ...pageQuery(),
}
const Search = z.string().check(bareOrderNo).max(SEARCH_LENGTH).default('')
const memberId = z.string().max(60).optional()

export const memberOrdersContract = defineContract({
  'GET /api/profile/orders': {
    summary:
      'The orders of whoever is signed in, the newest first; those that he deleted are left out. `memberId` selects nothing: another’s is refused. `name` finds by a part of the order’s number or of a product’s name. `productType` 0: digital goods; there are no others.',
    access: 'member',
    query: z.object({
      ...page,
      memberId,
      productType: z.literal('0').optional(),
      status: z.enum(ORDER_STATUSES).optional(),
      name: Search,
    }),
    rows: MemberOrder,
  },
  'DELETE /api/profile/order{id}': {
    summary:
      'Deletes an order from its member’s list: an unpaid one is cancelled first. The shop keeps its record. No slash before the id. Refusals: order.notDeletable, pay.underWay, pay.held.',
    access: 'member',
    params: z.object({ id: OrderId }),
    data: z.null(),
  },
  'POST /api/profile/confirmReceipt/{orderId}': {
    summary: 'The member has got what he bought: his delivered order is completed. Refusal: order.notDelivered.',
    access: 'member',
    params: z.object({ orderId: OrderId }),
    data: z.object({ orderStatus: z.string() }),
  },
  'POST /api/profile/order/refundTo/{id}': {
    summary:
      'Where money of this order goes, if it goes back: to where it came from, which needs no word of anybody’s, or to the balance of whoever is signed in, at the rate that the order was made with. It can be changed until a refund is begun. Refusal: order.noRefundToChoose, where nothing of it can go to a balance.',
    access: 'member',
    perMinute: 30,
    params: z.object({ id: OrderId }),
    body: z.object({ to: RefundTo.shape.to }),
    data: RefundTo,
  },
  'GET /api/profile/order/track/{id}': {
    summary: 'What has become of an order step by step, and which mails about it went to its address.',
    access: { holder: 'order', by: 'params.id' },
    params: z.object({ id: OrderId }),
    data: OrderTrack,
  },
  'POST /api/pay/balance': {
    summary:
      'Pays an order in US dollars from the balance of whoever is signed in; `amount` is what he was shown. `userId` selects nobody: another’s is refused; `balanceAmount` is not believed. Where the keys go to another address than his own he proves again who he is (403 `login.proveAgain`) when he last did more than 15 minutes ago. Refusals: balance.tooLow, pay.priceChanged, pay.notUnpaid, pay.expired, pay.underWay, pay.held.',
    access: 'member',
    perMinute: 'orders',
    body: z.object({
      userId: memberId,
      orderId: OrderId,
      amount: z.number().min(0).max(1e10).multipleOf(0.01),
      balanceAmount: z.number().optional(),
    }),
    data: z.object({ orderId: OrderId, orderNo: z.string(), amount: z.number() }),
  },
  'GET /api/profile/keys': {
    summary:
      'What the member has keys of, by game, without the keys: those are shown by GET /api/profile/order/pointCode/{id}, which records it. `name` finds by a part of the game’s name or of the order’s number.',
    access: 'member',
    query: z.object({ ...page, memberId, name: Search }),
    rows: BoughtLine,
  },
})

type MemberOrdersCalls = typeof memberOrdersContract
declare module '#browser/calls.ts' {
  interface Calls extends MemberOrdersCalls {}
}
