// The calls that pay an order again, or give it up.
import type { Database, Transaction } from '#platform/database/database.ts'
import { invalid, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import type { Handlers } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sellingUnit, share } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { guessCountry } from '#rooms/money/hands.ts'
import {
  isForMembers,
  type Method,
  type Methods,
  type Offers,
  type Payments,
  refuseTooManyTries,
} from '#rooms/payments/hands.ts'
import { CLOSE_ATTEMPTS } from '#rooms/payments/jobs.ts'
import { takesTypes } from '#rooms/payments/rules.ts'
import { orderLines } from '../buyer/line-store.ts'
import { ownOrder } from '../buyer/own-order.ts'
import type { ordersContract, PaymentStart } from '../contract.ts'
import { lacksWaiver, type SentWaiver, waiverGiven } from '../making/waiver.ts'
import { WHY } from '../reason-rules.ts'
import { paysTopUps, totalOf } from '../rules.ts'
import { ASKS_FOR_WAIVER } from '../settings.ts'
import type { Settling } from '../settling/settle.ts'
import * as store from '../store.ts'
import { paymentStart } from './payment-start.ts'

export interface PayCallsOptions {
  db: Database
  payments: Payments
  methods: Methods
  offers: () => Promise<Offers>
  settling: Settling
  settings: Settings
}

/** A guess does not go against the method by which the order was taken. */
const countryFor = ({ paymentMethod }: store.KeptOrder, { id }: Method, said: string | undefined, caller: Caller) =>
  said ?? (id === paymentMethod ? '' : guessCountry(caller))

export function payCalls({ db, payments, methods, offers, settling, settings }: PayCallsOptions) {
  /** Who did not make the order himself has consented to nothing yet. */
  async function consent(order: store.KeptOrder, sent: SentWaiver, { locale }: Caller): Promise<void> {
    if (!lacksWaiver(order, settings.read(ASKS_FOR_WAIVER))) return
    await store.keepWaiver(db, order.id, waiverGiven(sent, { locale, at: order.now }))
  }

  async function payAgain(order: store.KeptOrder, method: Method): Promise<PaymentStart> {
    if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
    if (order.expiresAt <= order.now) throw refused('pay.expired')
    return paymentStart(order, method, await payments.reopen(order, method))
  }

  /** What was begun at a provider takes no more money. Throws what bars it by now. */
  async function payNothing(tx: Transaction, orderId: string): Promise<void> {
    const locked = await store.lockOrder(tx, orderId)
    if (locked?.status === 'Unpaid') await settling.settlement.mayPay(tx, locked)
    await settling.payNothing(tx, orderId)
    await enqueue(tx, CLOSE_ATTEMPTS, { orderId }, { outside: 'payment.close' })
  }

  /** Another method may have another fee; the order's parts change together, while it is unpaid. */
  async function changeMethod(order: store.KeptOrder, method: Method, country: string): Promise<store.KeptOrder> {
    const fee = share(order.goods, method.feeBp, sellingUnit(order.currency))
    const total = totalOf({ ...order, fee })
    if (isForMembers(method) && order.memberId === null) throw refused('pay.memberOnly')
    if (order.topUpCents !== null && !paysTopUps({ ...method, forMembers: isForMembers(method) }))
      throw refused('pay.notForGoods')
    const refusal = (await offers()).refusal(method, { currency: order.currency, country, total })
    if (refusal) throw refused(refusal)
    if (method.id === order.paymentMethod) return order
    if (method.productTypes.length > 0) {
      const types = (await orderLines(db, order.id)).map(({ type }) => type)
      if (!takesTypes(method.productTypes, types)) throw refused('pay.notForGoods')
    }
    await db.transaction(async (tx) => {
      if ((await store.changeMethod(tx, order.id, { paymentMethod: method.id, fee, total })) === 0)
        throw refused('pay.notUnpaid')
      // Only the fee of the other method was left to pay: nobody would ever pay nothing.
      if (total === 0) await payNothing(tx, order.id)
    })
    return { ...order, paymentMethod: method.id, fee, total }
  }

  return {
    'POST /api/pay/toPay': async ({ body }, caller) => {
      const order = await ownOrder(db, body.orderId)
      const method = methods.byId(body.paymentId ?? order.paymentMethod)
      if (!method) throw invalid([{ path: 'paymentId', message: 'No such payment method' }])
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      await consent(order, body.waiver, caller)
      // Also what nobody has told us yet bars another payment.
      await payments.askOpen(order.id)
      await db.transaction(async (tx) => {
        const locked = await store.lockOrder(tx, order.id)
        if (locked?.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: locked?.status })
        await settling.settlement.mayPay(tx, locked)
        // Before its method and fee are changed, and what was begun by another one is closed. The same one may still be open.
        if (method.id !== locked.paymentMethod) await refuseTooManyTries(tx, order.id)
      })
      const changed = await changeMethod(order, method, countryFor(order, method, body.country, caller))
      if (changed.total > 0) return payAgain(changed, method)
      // Also one that came to nothing before such orders were paid by that.
      if (order.total === 0) await db.transaction((tx) => payNothing(tx, order.id))
      return paymentStart(changed, method, undefined)
    },

    'GET /api/pay/cancel/{id}': async ({ params }) => {
      const order = await ownOrder(db, params.id)
      // Somebody may have paid a moment ago: ask before giving up what is his.
      if (order.status === 'Unpaid') await payments.askOpen(order.id)
      const { status, barred } = await db.transaction((tx) =>
        settling.giveUp(tx, order.id, 'Cancelled', { actor: 'shopper', reason: WHY.cancelledByShopper }),
      )
      if (barred) throw refused(`pay.${barred}`, { orderStatus: status })
      if (status !== 'Cancelled') throw refused('pay.notUnpaid', { orderStatus: status })
      return { orderStatus: status }
    },
  } satisfies Partial<Handlers<typeof ordersContract>>
}
