// Starting payments and settling them. A payment is believed only when the provider itself, asked by us, says so
// (decision C4); webhooks and returning browsers are reasons to ask.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { refused } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import type { LockedOrder } from '#shop/orders/store.ts'
import type { Method } from './methods.ts'
import { isPaidInFull, type PaymentState, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import * as store from './store.ts'

/** First question to the provider when no webhook came. */
export const FIRST_POLL_MS = 60_000

export interface PayableOrder {
  id: string
  orderNo: string
  deliveryEmail: string
  locale: string
  currency: string
  total: number
  expiresAt: Date
}

/** What orders do when money is certain or in doubt; runs in the transaction that records it, with the order locked. */
export interface Settlement {
  paid(tx: Transaction, order: LockedOrder, payment: store.PaymentRow): Promise<void>
  doubt(tx: Transaction, payment: store.PaymentRow, what: { reason: string; state: PaymentState }): Promise<void>
  returned(
    tx: Transaction,
    order: LockedOrder,
    payment: store.PaymentRow,
    state: 'refunded' | 'disputed',
  ): Promise<void>
  /** A signed notice that names no payment of ours. */
  stray(
    tx: Transaction,
    event: { provider: string; attemptId: string | null; providerRef: string | null },
  ): Promise<void>
  /** The order, which nobody else can move until the transaction ends. */
  lock(tx: Transaction, orderId: string): Promise<LockedOrder | undefined>
}

export interface PaymentsOptions {
  db: Database
  log: Log
  methods: Method[]
  shopName: string
  origin: () => string
  settlement: Settlement
}

export type Payments = ReturnType<typeof createPayments>

export function createPayments({ db, log, methods, shopName, origin, settlement }: PaymentsOptions) {
  const providerOf = (id: string) => methods.find((method) => method.provider.id === id)?.provider

  /** Asks the provider to open the attempt. Undefined: it could not, or nobody knows; the order can be paid again. */
  async function open(
    order: PayableOrder,
    attemptId: string,
    provider: Method['provider'],
  ): Promise<string | undefined> {
    try {
      const created = await provider.create({
        attemptId,
        orderNo: order.orderNo,
        amountMinor: order.total,
        currency: order.currency,
        description: `${shopName} ${order.orderNo}`,
        email: order.deliveryEmail,
        locale: order.locale,
        // Not the result page itself: Payssion adds its own order_id, which is our attempt, to the address that it is given.
        returnUrl: `${origin()}/pay-return/${order.id}/${order.orderNo}`,
        notifyUrl: `${origin()}/prod-api/api/pay/notify/${provider.id}`,
        expiresAt: order.expiresAt,
      })
      failpoint('payment created')
      await store.recordCreated(db, attemptId, created)
      failpoint('payment stored')
      return created.redirectUrl
    } catch (error) {
      if (error instanceof ProviderRefused) await store.recordRefused(db, attemptId)
      else await store.endOpening(db, attemptId)
      if (!(error instanceof ProviderRefused || error instanceof ProviderUnreachable)) throw error
      log.warn({ err: error, provider: provider.id }, 'a payment could not be opened')
      return undefined
    }
  }

  /** Where the shopper pays an order again: the open attempt if the provider still takes it, else a new one. */
  async function reopen(order: PayableOrder, method: Method): Promise<string | undefined> {
    for (;;) {
      const latest = latestAt(method, await store.paymentsOf(db, order.id))
      const fits = latest && latest.amount === order.total
      if (fits && latest.redirectUrl && (latest.state === 'created' || latest.state === 'pending')) {
        const state = await settle(latest).catch(() => undefined)
        if (state === 'pending' || state === 'completed') return latest.redirectUrl
      }
      if (fits && latest.state === 'created' && !latest.redirectUrl) {
        // Somebody is asking the provider at this moment: his answer is ours.
        if (!(await store.claimOpening(db, latest.id))) {
          await new Promise((resolve) => setTimeout(resolve, 50))
          continue
        }
        // The answer to its creation was lost: Stripe answers the same attempt again with the same page; Payssion refuses
        // the repetition, and nobody can have paid what no shopper was sent to.
        const url = await open(order, latest.id, method.provider)
        if (url) return url
      }
      const id = await startAttempt(order, method, latest?.id)
      if (id) return open(order, id, method.provider)
    }
  }

  const latestAt = (method: Method, attempts: store.PaymentRow[]) =>
    attempts.find((attempt) => attempt.provider === method.provider.id)

  /** A new attempt after `seen`; undefined when somebody else began one meanwhile. One shopper who presses twice has one. */
  function startAttempt(order: PayableOrder, method: Method, seen: string | undefined): Promise<string | undefined> {
    return db.transaction(async (tx) => {
      const locked = await settlement.lock(tx, order.id)
      if (locked?.status !== 'Unpaid') throw refused('pay.notUnpaid', { orderStatus: locked?.status })
      if (latestAt(method, await store.paymentsOf(tx, order.id))?.id !== seen) return undefined
      const id = randomUUID()
      await store.insertAttempt(tx, {
        id,
        orderId: order.id,
        provider: method.provider.id,
        amount: order.total,
        currency: order.currency,
        pollAt: new Date(Date.now() + FIRST_POLL_MS),
      })
      return id
    })
  }

  /**
   * Asks the provider about one payment and lets the answer take effect, once however often it is asked. `providerRef`
   * may come from a webhook when ours was lost. Throws ProviderUnreachable: ask again later.
   */
  async function settle(
    payment: store.PaymentRow,
    event?: { id: number; providerRef: string | null },
  ): Promise<PaymentState['state']> {
    const provider = providerOf(payment.provider)
    if (!provider) throw new ProviderUnreachable(payment.provider as 'payssion', 'not_configured')
    for (let known = payment; ; known = (await store.paymentById(db, payment.id)) ?? known) {
      const state = await provider.query({
        providerRef: known.providerRef ?? event?.providerRef ?? null,
        attemptId: known.id,
      })
      failpoint('provider queried')
      const taken = await db.transaction(async (tx) => {
        const order = await settlement.lock(tx, known.orderId)
        if (!order) throw new Error('a payment of an order that is not there')
        if (!(await take(tx, order, known, state, event?.id ?? null))) return false
        failpoint('payment settled')
        return true
      })
      failpoint('settlement committed')
      if (taken) return state.state
    }
  }

  /** Answers false when the answer may be older than one that was taken already; then nothing was done. */
  async function take(
    tx: Transaction,
    order: LockedOrder,
    payment: store.PaymentRow,
    state: PaymentState,
    eventId: number | null,
  ): Promise<boolean> {
    const attempt = { attemptId: payment.id, amountMinor: payment.amount, currency: payment.currency }
    // An answer about another payment says nothing of this one.
    if (state.attemptId !== payment.id) {
      await settlement.doubt(tx, payment, { reason: 'another attempt', state })
      if (eventId !== null) await store.markHandled(tx, eventId, state.state)
      return true
    }
    const recorded = await store.recordState(tx, payment, state, eventId)
    if (!recorded) return false
    if (isPaidInFull(state, attempt)) {
      if (recorded.paidByAnother) await settlement.doubt(tx, payment, { reason: 'paid twice', state })
      else await settlement.paid(tx, order, payment)
    } else if (state.state === 'completed') await settlement.doubt(tx, payment, { reason: 'amount or currency', state })
    else if (state.state === 'unknown') await settlement.doubt(tx, payment, { reason: 'state', state })
    else if (state.state === 'refunded' || state.state === 'disputed')
      await settlement.returned(tx, order, payment, state.state)
    return true
  }

  /** Job: a stored webhook. */
  async function handleEvent(eventId: number): Promise<void> {
    failpoint('job started')
    const event = await store.eventById(db, eventId)
    if (!event || event.handledAt) return
    const payment = event.payment ?? (await findByQuery(event))
    if (payment) await settle(payment, event)
    else {
      log.error({ eventId, provider: event.provider }, 'a notification names no payment of ours')
      await db.transaction(async (tx) => {
        await settlement.stray(tx, event)
        await store.markHandled(tx, event.id, 'no such payment')
      })
    }
  }

  /** A notice may name only what the provider calls it (a Stripe PaymentIntent): the provider knows which attempt that is. */
  async function findByQuery(event: store.EventRow): Promise<store.PaymentRow | undefined> {
    const provider = providerOf(event.provider)
    if (!provider || !event.providerRef || event.attemptId) return undefined
    const state = await provider.query({ providerRef: event.providerRef, attemptId: '' }).catch((error) => {
      if (error instanceof ProviderRefused) return undefined
      throw error
    })
    return state && UUID.test(state.attemptId) ? store.paymentById(db, state.attemptId) : undefined
  }

  /** Job: an order was given up; its open attempts take no more money, where the provider can be told. */
  async function closeAttempts(orderId: string): Promise<void> {
    for (const { provider, providerRef, state } of await store.paymentsOf(db, orderId)) {
      if (providerRef && (state === 'created' || state === 'pending'))
        await providerOf(provider)?.close?.({ providerRef })
    }
  }

  /** Job: asks about payments whose webhook may never come. */
  async function pollDue(): Promise<void> {
    for (const id of await store.takeDuePolls(db, 200)) {
      const payment = await store.paymentById(db, id)
      if (!payment) continue
      await settle(payment).catch((err) =>
        log.warn({ err, provider: payment.provider }, 'a payment could not be asked about'),
      )
    }
  }

  /** The latest attempt's state, asked now; for the shopper who came back. */
  async function askLatest(orderId: string): Promise<PaymentState['state'] | undefined> {
    const [latest] = await store.paymentsOf(db, orderId)
    if (!latest) return undefined
    if (latest.state !== 'created' && latest.state !== 'pending' && latest.state !== 'unknown') return latest.state
    return settle(latest).catch((err) => {
      log.warn({ err, provider: latest.provider }, 'a payment could not be asked about')
      return 'pending' as const
    })
  }

  return { methods, providerOf, open, reopen, handleEvent, closeAttempts, pollDue, askLatest }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
