// The calls by which a member finds his orders and keys again, and tidies them up.

import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { rowsOfPage } from '#platform/http/paging.ts'
import { type Caller, memberOf } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { mailsAbout } from '#rooms/mail/hands.ts'
import { memberById } from '#rooms/members/hands.ts'
import type { Payments } from '#rooms/payments/hands.ts'
import { activationOf, purchasePicture } from '#rooms/products/hands.ts'
import { placeOnWire } from '#rooms/products/wire.ts'
import { movesOf } from '../acts/hold-store.ts'
import type { memberOrdersContract } from '../member-contract.ts'
import { WHY } from '../reason-rules.ts'
import type { BoughtLine, MemberOrder } from '../schemas.ts'
import type { Settling } from '../settling/settle.ts'
import { lockOrder } from '../store.ts'
import { linesOf, type OwnedLineRow } from './line-store.ts'
import * as store from './member-store.ts'
import { type DetailOptions, lineOf } from './order-detail.ts'
import { ownOrder } from './own-order.ts'

export interface MemberCallsOptions extends DetailOptions {
  payments: Payments
  settling: Settling
}

export function memberCalls(options: MemberCallsOptions) {
  const { db, payments, settling } = options

  /** One order of whoever is signed in; 404 for anybody else's. */
  async function hisOrder(orderId: string, memberId: string) {
    const order = await store.orderOf(db, memberId, orderId)
    if (!order) throw notFound()
    return order
  }

  return {
    'GET /api/profile/orders': async ({ query: { status = null, name, ...query } }, caller) => {
      const memberId = himself(query.memberId, caller)
      const filter = { memberId, status, name }
      const [member, total, rows] = await Promise.all([
        memberById(db, memberId),
        store.countOrdersOf(db, filter),
        store.ordersOf(db, filter, rowsOfPage(query)),
      ])
      const lines = rows.length > 0 ? await linesOf(db, rows.map(({ id }) => id)) : [] // biome-ignore format: one thought
      const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
      return {
        total,
        rows: rows.map((row) => memberOrder(row, byOrder.get(row.id) ?? [], member, options)),
      }
    },

    'DELETE /api/profile/order{id}': async ({ params: { id } }, caller) => {
      const { memberId } = memberOf(caller)
      const order = await hisOrder(id, memberId)
      // Somebody may have paid a moment ago: ask before giving up what is his.
      if (order.status === 'Unpaid') await payments.askOpen(id)
      const by = { actor: 'shopper', reason: WHY.deletedByMember }
      const { status, barred, hidden } = await db.transaction(async (tx) => {
        const ended = await settling.giveUp(tx, id, 'Cancelled', by)
        return { ...ended, hidden: await store.hideOrder(tx, memberId, id) }
      })
      if (!hidden) throw refused(barred ? `pay.${barred}` : 'order.notDeletable', { orderStatus: status })
      return null
    },

    'POST /api/profile/confirmReceipt/{orderId}': async ({ params: { orderId } }, caller) => {
      await hisOrder(orderId, memberOf(caller).memberId)
      const status = await db.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (order?.status !== 'Delivered') return order?.status
        await settling.confirmReceipt(tx, orderId)
        return 'Completed'
      })
      if (status !== 'Completed') throw refused('order.notDelivered', { orderStatus: status })
      return { orderStatus: status }
    },

    'GET /api/profile/order/track/{id}': async ({ params: { id } }) => {
      const { deliveryEmail } = await ownOrder(db, id)
      const [moves, mails] = await Promise.all([movesOf(db, id), mailsAbout(db, { id, deliveryEmail })])
      return {
        deliveryEmail,
        moves: moves.map(({ at, to }) => ({ orderStatus: to, at: at.toISOString() })),
        mails: mails.map(({ template, createdAt, sentAt }) => ({
          mail: template,
          promisedAt: createdAt.toISOString(),
          sentAt: sentAt?.toISOString() ?? null,
        })),
      }
    },

    'GET /api/profile/keys': async ({ query: { name, ...query } }, caller) => {
      const { locale } = caller
      const wanted = { memberId: himself(query.memberId, caller), name, locale }
      const { total, rows } = await store.boughtBy(db, wanted, rowsOfPage(query))
      return {
        total,
        rows: rows.map((row) => boughtLine(row, options, locale)),
      }
    },
  } satisfies Partial<Handlers<typeof memberOrdersContract>>
}

/** Who asks; a request that names another is refused (decision A6). */
function himself(named: string | undefined, caller: Caller): string {
  const { memberId } = memberOf(caller)
  if (named !== undefined && named !== memberId) throw new CallError(403, 'error.forbidden')
  return memberId
}

function memberOrder(
  row: store.MemberOrderRow,
  lines: OwnedLineRow[],
  member: { uname: string; email: string } | undefined,
  { currencies, catalogue }: DetailOptions,
): MemberOrder {
  return {
    id: row.id,
    orderNo: row.orderNo,
    addTime: row.placedAt.toISOString(),
    orderStatus: row.status,
    barred: row.barred,
    expiresAt: row.expiresAt.toISOString(),
    now: row.now.toISOString(),
    currencyType: row.currency,
    currencyName: currencies.symbolOf(row.currency),
    orderBeforeDiscountAmount: toMajor(row.goods),
    discountAmount: toMajor(row.discount),
    couponAmount: toMajor(row.coupon),
    paymentAmount: toMajor(row.fee),
    freightAmount: toMajor(row.freight),
    serviceAmount: toMajor(row.service),
    realAmount: toMajor(row.total),
    refunded: toMajor(row.refunded),
    memberName: member?.uname ?? '',
    memberEmail: member?.email ?? '',
    deliveryEmail: row.deliveryEmail,
    goods: lines.map((line) => lineOf(line, catalogue)),
    topUp: row.topUpCents === null ? null : toMajor(row.topUpCents),
  }
}

/** What one line of an order brought its member. */
function boughtLine(row: store.BoughtRow, { catalogue }: DetailOptions, locale: string): BoughtLine {
  const { steps, redeemUrl } = activationOf(row, catalogue.shelves, locale)
  return {
    orderId: row.orderId,
    orderNo: row.orderNo,
    addTime: row.placedAt.toISOString(),
    lineId: row.position + 1,
    productId: row.productId,
    productName: row.productName,
    skuLabel: row.skuLabel,
    imgUrl: purchasePicture(row, catalogue.shelves),
    ...placeOnWire(row),
    keyType: String(row.keyType),
    quantity: row.keys,
    activation: steps,
    redeemUrl,
  }
}
