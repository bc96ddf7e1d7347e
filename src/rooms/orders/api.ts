// The calls that make an order and show it.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError, invalid, notFound, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sellingUnit, share, toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { activationSteps } from '#rooms/content/hands.ts'
import type { Coupons } from '#rooms/coupons/hands.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { type Method, type Methods, type Offers, type Payments, takesTypes } from '#rooms/payments/hands.ts'
import { CLOSE_ATTEMPTS } from '#rooms/payments/jobs.ts'
import type { Catalogue } from '#rooms/products/hands.ts'
import { lockReveals } from '#rooms/vault/hands.ts'
import type { OrderAccess } from './access.ts'
import { ordersContract, type PaymentStart } from './contract.ts'
import { FIND_ORDERS } from './jobs.ts'
import { makeOrder } from './make.ts'
import { mayHaveMoneyBack, orderDetail } from './order-detail.ts'
import type { Reservations } from './reservations.ts'
import { totalOf } from './rules.ts'
import { ASKS_FOR_WAIVER } from './settings.ts'
import type { Settling } from './settle.ts'
import { showKeys } from './show-keys.ts'
import * as store from './store.ts'
import { ORDER_STATUSES } from './tables.ts'
import { currentWaiver } from './waiver.ts'
import { statusName } from './words.ts'

/** How often an order's keys are shown on its page: far above what a person does, who looks ten times a day. */
const REVEALS_PER_HOUR = 30

export interface OrdersOptions {
  db: Database
  keyring: Keyring
  catalogue: Catalogue
  currencies: Currencies
  settings: Settings
  payments: Payments
  methods: Methods
  offers: () => Promise<Offers>
  settling: Settling
  access: OrderAccess
  coupons: Coupons
  reservations: Reservations
}

export function ordersCalls({
  db,
  keyring,
  catalogue,
  currencies,
  settings,
  payments,
  methods,
  offers,
  settling,
  access,
  coupons,
  reservations,
}: OrdersOptions) {
  function paymentStart(order: store.OrderRow, method: Method, url: string | undefined): PaymentStart {
    return {
      type: method.provider,
      url: url ?? null,
      orderId: order.id,
      orderNo: order.orderNo,
      currencyType: order.currency,
      amount: toMajor(order.total),
    }
  }

  /** Who knows the key may be whoever read it somewhere: only the browser that made the order gets it (decision A12). */
  async function repeat(known: store.RepeatedOrder, caller: Caller): Promise<PaymentStart> {
    const own = access.isBrowser(known.browserHash, caller) || (await access.held(db, caller)).includes(known.id)
    if (!own && !known.payable) throw refused('pay.alreadyPaid')
    const order = await store.orderById(db, known.id)
    const method = order && methods.byId(order.paymentMethod)
    if (!order || !method) throw notFound()
    if (own) access.grant(order, caller)
    return paymentStart(order, method, known.payable ? await payments.reopen(order, method) : undefined)
  }

  function idempotencyHash(key: string | null): Buffer | null {
    if (key === null) return null
    if (!/^[\w-]{22,100}$/.test(key))
      throw invalid([{ path: 'Idempotency-Key', message: '22 to 100 letters, digits, _ or -' }])
    return keyring.fingerprint('idempotency', key)
  }

  /** Its caller may see it: the calls that name an order are for its holder. */
  async function ownOrder(id: string): Promise<store.KeptOrder> {
    const order = await store.orderById(db, id)
    if (!order) throw notFound()
    return order
  }

  /** Each showing is recorded; whoever has a copied token does not get to write without end. */
  function revealKeys(orderId: string, { address }: Caller) {
    return showKeys({ db, keyring }, orderId, { via: 'page', actor: 'shopper', address }, async (tx) => {
      const { shown, seconds } = await lockReveals(tx, orderId)
      if (shown >= REVEALS_PER_HOUR)
        throw new CallError(429, 'order.keys.tooOften', { retryAfterSeconds: Math.max(1, seconds) })
    })
  }

  async function payAgain(order: store.KeptOrder, method: Method): Promise<PaymentStart> {
    if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
    if (order.expiresAt <= order.now) throw refused('pay.expired')
    return paymentStart(order, method, await payments.reopen(order, method))
  }

  /** What was begun at a provider takes no more money. */
  async function payNothing(tx: Transaction, orderId: string): Promise<void> {
    await settling.payNothing(tx, orderId)
    await enqueue(tx, CLOSE_ATTEMPTS, { orderId }, { outside: 'payment.close' })
  }

  /** Another method may have another fee; the order's parts change together, while it is unpaid. */
  async function changeMethod(order: store.KeptOrder, method: Method): Promise<store.KeptOrder> {
    const fee = share(order.goods, method.feeBp, sellingUnit(order.currency))
    const total = totalOf({ ...order, fee })
    const refusal = (await offers()).refusal(method, order.currency, total)
    if (refusal) throw refused(refusal)
    if (method.id === order.paymentMethod) return order
    if (method.productTypes.length > 0) {
      const types = (await store.orderLines(db, order.id)).map(({ type }) => type)
      if (!takesTypes(method, types)) throw refused('pay.notForGoods')
    }
    await db.transaction(async (tx) => {
      if ((await store.changeMethod(tx, order.id, { paymentMethod: method.id, fee, total })) === 0)
        throw refused('pay.notUnpaid')
      // Only the fee of the other method was left to pay: nobody would ever pay nothing.
      if (total === 0) await payNothing(tx, order.id)
    })
    return { ...order, paymentMethod: method.id, fee, total }
  }

  return serves(ordersContract, {
    'GET /api/bottom/deliverylist': async () => [{ id: 1, name: 'E-mail', freight: 0 }],

    'GET /api/home/config/configKey/{key}': async ({ params }) => {
      const value = settings.publicText(params.key)
      if (value === undefined) throw notFound()
      return value
    },

    'GET /api/home/type/{dictType}': async ({ params }, caller) => {
      if (params.dictType !== 'order_status') throw notFound()
      return ORDER_STATUSES.map((status) => ({ dictLabel: statusName(status, caller.locale), dictValue: status }))
    },

    'GET /api/check/waiver': async (_, caller) =>
      settings.read(ASKS_FOR_WAIVER) ? currentWaiver(caller.locale) : null,

    'POST /api/check/begin': async (_, caller) => {
      access.browser(caller).keep()
      access.renewOld(caller)
      return null
    },

    'POST /api/check/createOrder': async ({ body }, caller) => {
      const browser = access.browser(caller)
      const made = await makeOrder(
        {
          db,
          catalogue,
          currencies,
          settings,
          methods,
          offers: await offers(),
          coupons,
          reservations,
          payNothing: settling.payNothing,
        },
        body,
        {
          locale: caller.locale,
          address: caller.address,
          idempotencyHash: idempotencyHash(caller.headers.get('idempotency-key')),
          browserHash: browser.hash,
        },
      )
      if ('repeated' in made) return repeat(made.repeated, caller)
      const method = methods.byId(made.order.paymentMethod)!
      browser.keep()
      access.grant({ id: made.order.id, cookieVersion: 1 }, caller)
      if (made.order.total === 0) return paymentStart(made.order, method, undefined)
      return paymentStart(made.order, method, await payments.open(made.order, made.attemptId, method))
    },

    'POST /api/pay/toPay': async ({ body }) => {
      const order = await ownOrder(body.orderId)
      const method = methods.byId(body.paymentId ?? order.paymentMethod)
      if (!method) throw invalid([{ path: 'paymentId', message: 'No such payment method' }])
      if (order.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: order.status })
      // Also what nobody has told us yet bars another payment.
      await payments.askOpen(order.id)
      await db.transaction(async (tx) => {
        const locked = await store.lockOrder(tx, order.id)
        if (locked?.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: locked?.status })
        await settling.settlement.mayPay(tx, locked)
      })
      const changed = await changeMethod(order, method)
      if (changed.total > 0) return payAgain(changed, method)
      // Also one that came to nothing before such orders were paid by that.
      if (order.total === 0) await db.transaction((tx) => payNothing(tx, order.id))
      return paymentStart(changed, method, undefined)
    },

    'GET /api/pay/cancel/{id}': async ({ params }) => {
      const order = await ownOrder(params.id)
      // Somebody may have paid a moment ago: ask before giving up what is his.
      if (order.status === 'Unpaid') await payments.askOpen(order.id)
      const { status, barred } = await db.transaction((tx) =>
        settling.giveUp(tx, order.id, 'Cancelled', { actor: 'shopper', reason: 'cancelled by the shopper' }),
      )
      if (barred) throw refused(`pay.${barred}`, { orderStatus: status })
      if (status !== 'Cancelled') throw refused('pay.notUnpaid', { orderStatus: status })
      return { orderStatus: status }
    },

    'GET /api/pay/detail/{orderId}': async ({ params }, caller) => {
      const order = await ownOrder(params.orderId)
      return orderDetail({ db, catalogue, currencies, methods }, order, caller.locale)
    },

    'POST /api/profile/order/forgetComputer': async (_, caller) => {
      await access.forgetComputer(caller)
      return null
    },

    'POST /api/profile/order/endLinks/{id}': async ({ params }, caller) => {
      await ownOrder(params.id)
      await access.endLinks(params.id, caller)
      return null
    },

    'POST /api/pay/moneyBack/{id}': async ({ params }) => {
      const order = await ownOrder(params.id)
      const asked =
        mayHaveMoneyBack(order) &&
        (await db.transaction((tx) =>
          settling.refundWaitingOrder(tx, order.id, 'buyer', 'shopper', 'he would not wait any longer'),
        ))
      if (!asked) throw refused('order.notWaiting', { orderStatus: order.status })
      return null
    },

    'GET /api/pay/payssion/state': async ({ query }) => {
      const order = await ownOrder(query.order_id)
      return (await payments.askOpen(order.id)) ?? 'pending'
    },

    // The search itself is a job: whether there is such an order changes neither the answer nor how long it takes.
    'POST /api/profile/order/find': async ({ body }) => {
      await enqueue(db, FIND_ORDERS, body)
      return null
    },

    'GET /api/profile/order/pointCode/{id}': async ({ params }, caller) => {
      const order = await ownOrder(params.id)
      const keys = await revealKeys(order.id, caller)
      if (!keys) throw refused('order.notDelivered', { orderStatus: order.status })
      const lines = await store.orderLines(db, order.id)
      return lines.map((line) => ({
        lineId: line.position + 1,
        productName: line.name,
        skuLabel: line.skuLabel,
        keyType: String(line.keyType),
        keys: keys.filter((key) => key.lineId === line.id).map((key) => key.key),
        activation: activationSteps(line.activation, caller.locale),
      }))
    },
  })
}
