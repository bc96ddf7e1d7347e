// The calls that show an order, look for it, end who may open it, and ask for its money back.
import type { Keyring } from '#platform/crypto.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { askerOf } from '#rooms/mail/hands.ts'
import type { Payments } from '#rooms/payments/hands.ts'
import { activationOf } from '#rooms/products/hands.ts'
import { lockReveals } from '#rooms/vault/hands.ts'
import type { ordersContract } from '../contract.ts'
import { FIND_ORDERS } from '../jobs.ts'
import { typedAddress } from '../mails/order-mails.ts'
import { WHY } from '../reason-rules.ts'
import type { Settling } from '../settling/settle.ts'
import type { OrderAccess } from './access.ts'
import { orderLines } from './line-store.ts'
import { type DetailOptions, hasWaitedLong, orderDetail } from './order-detail.ts'
import { ownOrder } from './own-order.ts'
import { showKeys } from './show-keys.ts'

/** How often an order's keys are shown on its page: far above what a person does, who looks ten times a day. */
const REVEALS_PER_HOUR = 30

export interface OrderCallsOptions extends DetailOptions {
  keyring: Keyring
  payments: Payments
  settling: Settling
  access: OrderAccess
}

export function orderCalls(options: OrderCallsOptions) {
  const { db, keyring, catalogue, payments, settling, access } = options

  /** Each showing is recorded; whoever has a copied token does not get to write without end. */
  function revealKeys(orderId: string, line: number | undefined, { address, principal }: Caller) {
    const actor = principal.kind === 'member' ? `member ${principal.memberId}` : 'shopper'
    return showKeys({ db, keyring }, orderId, { via: 'page', actor, address, line }, async (tx) => {
      const { shown, seconds } = await lockReveals(tx, orderId)
      if (shown >= REVEALS_PER_HOUR)
        throw new CallError(429, 'order.keys.tooOften', { retryAfterSeconds: Math.max(1, seconds) })
    })
  }

  return {
    'GET /api/pay/detail/{orderId}': async ({ params }, caller) => {
      const order = await ownOrder(db, params.orderId)
      return orderDetail(options, order, caller)
    },

    'GET /api/profile/order/pointCode/{id}': async ({ params, query: { lineId } }, caller) => {
      const order = await ownOrder(db, params.id)
      const lines = await orderLines(db, order.id)
      const wanted = lines.filter(({ position }) => lineId === undefined || position + 1 === lineId)
      if (wanted.length === 0) throw notFound()
      const keys = await revealKeys(order.id, lineId && wanted[0]!.id, caller)
      if (!keys) throw refused('order.notDelivered', { orderStatus: order.status })
      return wanted.map((line) => ({
        lineId: line.position + 1,
        productName: line.name,
        skuLabel: line.skuLabel,
        keyType: String(line.keyType),
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        activation: activationOf(line, catalogue.shelves, caller.locale).steps,
      }))
    },

    'GET /api/pay/payssion/state': async ({ query }) => {
      const order = await ownOrder(db, query.order_id)
      return (await payments.askOpen(order.id)) ?? 'pending'
    },

    // The search itself is a job: whether there is such an order changes neither the answer nor how long it takes.
    'POST /api/profile/order/find': async ({ body }, { address }) => {
      const { orderNo, email } = body
      const typed = typedAddress(keyring, email)
      await enqueue(db, FIND_ORDERS, { orderNo, address: typed, asker: askerOf(keyring, address) })
      return null
    },

    'POST /api/profile/order/forgetComputer': async (_, caller) => {
      await access.forgetComputer(caller)
      return null
    },

    'POST /api/profile/order/endLinks/{id}': async ({ params }, caller) => {
      await ownOrder(db, params.id)
      await access.endLinks(params.id, caller)
      return null
    },

    'POST /api/pay/moneyBack/{id}': async ({ params }) => {
      const order = await ownOrder(db, params.id)
      const asked =
        hasWaitedLong(order) &&
        (await db.transaction((tx) => settling.refundWaitingOrder(tx, order.id, 'buyer', 'shopper', WHY.wouldNotWait)))
      if (!asked) throw refused('order.notWaiting', { orderStatus: order.status })
      return null
    },
  } satisfies Partial<Handlers<typeof ordersContract>>
}
