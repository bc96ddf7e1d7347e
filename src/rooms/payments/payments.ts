// Starting payments and settling them. A payment is believed only when the provider itself, asked by us, says so
// (decision C4); webhooks and returning browsers are reasons to ask.
import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import type { Method } from './methods.ts'
import { type OpenClaim, openClaims } from './notice-store.ts'
import { createNotices } from './notices.ts'
import { type PaymentProvider, type PaymentState, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import { matchRefunds } from './refund-store.ts'
import { createRefunds } from './refunds.ts'
import { confirms } from './rules.ts'
import type { Payable, Settlement } from './settlement.ts'
import * as store from './store.ts'

/** First question to the provider when no webhook came. */
export const FIRST_POLL_MS = 60_000

const POLLS_AT_ONCE = 200

export interface PaymentsOptions {
  db: Database
  log: Log
  /** As connected, with what it refuses noted of the method; undefined: not connected. */
  providerOf(name: string, methodId?: number): PaymentProvider | undefined
  shopName: string
  origin: () => string
  settlement: Settlement
  /** Whether notices are handled by this process, at once; else each becomes a job. */
  handlesNotices: boolean
}

export type Payments = ReturnType<typeof createPayments>

/** What the provider answered, and which notices agree with it and are done. */
interface Answered {
  state: PaymentState['state']
  confirmed: number[]
}

export function createPayments(options: PaymentsOptions) {
  const { db, log, providerOf, shopName, origin, settlement, handlesNotices } = options

  /** Asks the provider to open the attempt. Undefined: it could not, or nobody knows; the order can be paid again. */
  async function open(order: Payable, attemptId: string, method: Method): Promise<string | undefined> {
    const provider = providerOf(method.provider, method.id)
    if (!provider) return undefined
    // Not the result page itself: Payssion adds its own order_id, which is our attempt, to the address that it is given.
    const returnUrl = `${origin()}/pay-return/${order.id}/${order.orderNo}`
    try {
      const created = await provider.create({
        attemptId,
        orderNo: order.orderNo,
        amountMinor: order.total,
        currency: order.currency,
        description: `${shopName} ${order.orderNo}`,
        email: order.deliveryEmail,
        locale: order.locale,
        returnUrl,
        cancelUrl: `${returnUrl}?cancelled=1`,
        notifyUrl: `${origin()}/prod-api/api/pay/notify/${provider.id}`,
        expiresAt: order.expiresAt,
      })
      failpoint('payment created')
      // Whatever is to be done without a page of the provider's stands with the order.
      const redirectUrl = created.how === 'redirect' ? created.redirectUrl : returnUrl
      await store.recordCreated(db, attemptId, created, redirectUrl)
      failpoint('payment stored')
      if (created.how === 'settled') await settleAtOnce(attemptId)
      return redirectUrl
    } catch (error) {
      if (error instanceof ProviderRefused) await store.recordRefused(db, attemptId)
      else await store.endOpening(db, attemptId)
      if (!(error instanceof ProviderRefused || error instanceof ProviderUnreachable)) throw error
      log.warn({ err: error, provider: provider.id }, 'a payment could not be opened')
      return undefined
    }
  }

  /** As a confirmed payment is settled: by what the provider answers. Without an answer it is asked again by the clock. */
  async function settleAtOnce(attemptId: string): Promise<void> {
    const payment = await store.paymentById(db, attemptId)
    if (!payment) return
    await settle(payment).catch((err) =>
      log.warn({ err, provider: payment.provider }, 'a payment that is settled already could not be asked about'),
    )
  }

  /** Where the shopper pays an order again: the open attempt if the provider still takes it, else a new one. */
  async function reopen(order: Payable, method: Method): Promise<string | undefined> {
    if (!method.enabled || !providerOf(method.provider)) return undefined
    await leaveOthers(order.id, method)
    for (;;) {
      const latest = latestAt(method, await store.paymentsOf(db, order.id))
      const fits = latest && latest.amount === order.total
      if (fits && latest.redirectUrl && (latest.state === 'created' || latest.state === 'pending')) {
        const state = (await settle(latest).catch(() => undefined))?.state
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
        const url = await open(order, latest.id, method)
        if (url) return url
      }
      const id = await startAttempt(order, method, latest?.id)
      if (id) return open(order, id, method)
    }
  }

  /** Another method replaces what was begun: the earlier pages are closed first, so that nobody pays in two tabs. */
  async function leaveOthers(orderId: string, method: Method): Promise<void> {
    for (const attempt of await store.paymentsOf(db, orderId)) {
      if (attempt.methodId === method.id || !OPEN_STATES.includes(attempt.state)) continue
      await close(attempt)
        .then(() => settle(attempt))
        .catch((err) => log.warn({ err, provider: attempt.provider }, 'an earlier payment could not be closed'))
    }
  }

  const latestAt = (method: Method, attempts: store.PaymentRow[]) =>
    attempts.find((attempt) => attempt.methodId === method.id)

  /** A new attempt after `seen`; undefined when somebody else began one meanwhile. One shopper who presses twice has one. */
  function startAttempt(order: Payable, method: Method, seen: string | undefined): Promise<string | undefined> {
    return db.transaction(async (tx) => {
      const locked = await settlement.lock(tx, order.id)
      if (!locked) throw new Error('a payment of an order that is not there')
      await settlement.mayPay(tx, locked)
      if (latestAt(method, await store.paymentsOf(tx, order.id))?.id !== seen) return undefined
      const id = randomUUID()
      await store.insertAttempt(tx, {
        id,
        orderId: order.id,
        provider: method.provider,
        methodId: method.id,
        amount: order.total,
        fee: order.fee,
        currency: order.currency,
        pollMs: FIRST_POLL_MS,
      })
      return id
    })
  }

  /**
   * Asks the provider about one payment and lets the answer take effect, once however often it is asked. Notices that the
   * answer agrees with are done then. `heard` comes from a webhook: a reference, for when ours was lost, and what is not
   * confirmed yet. Throws ProviderUnreachable: ask again later.
   */
  async function settle(
    payment: store.PaymentRow,
    heard: { ref: string | null; claims?: OpenClaim[] } = { ref: null },
  ): Promise<Answered> {
    const provider = providerOf(payment.provider, payment.methodId)
    if (!provider) throw new ProviderUnreachable(payment.provider, 'not_configured')
    let fresh = heard.claims
    for (let known = payment; ; known = (await store.paymentById(db, payment.id)) ?? known) {
      const claims = fresh ?? (await openClaims(db, known.id))
      fresh = undefined
      const { id: attemptId, currency } = known
      let state = await provider.query({ providerRef: known.providerRef ?? heard.ref, attemptId, currency })
      if (state.mayCapture && state.attemptId === attemptId && provider.capture && (await isWanted(known.orderId)))
        state = await provider.capture({ providerRef: state.providerRef, attemptId, currency })
      failpoint('provider queried')
      const confirmed = claims.filter(({ claim }) => confirms(state, claim)).map(({ id }) => id)
      const taken = await db.transaction(async (tx) => {
        const order = await settlement.lock(tx, known.orderId)
        if (!order) throw new Error('a payment of an order that is not there')
        if (!(await take(tx, order, known, state, confirmed))) return false
        failpoint('payment settled')
        return true
      })
      failpoint('settlement committed')
      if (taken) return { state: state.state, confirmed: state.attemptId === known.id ? confirmed : [] }
    }
  }

  /** Money is taken only for what still is to be paid: anything else would have to go back. */
  function isWanted(orderId: string): Promise<boolean> {
    return db.transaction(async (tx) => {
      const order = await settlement.lock(tx, orderId)
      if (!order) return false
      return settlement.mayPay(tx, order).then(
        () => true,
        (error) => {
          if (error instanceof CallError) return false
          throw error
        },
      )
    })
  }

  /** Answers false when the answer may be older than one that was taken already; then nothing was done. */
  async function take(
    tx: Transaction,
    order: Payable,
    payment: store.PaymentRow,
    state: PaymentState,
    confirmed: number[],
  ): Promise<boolean> {
    if (await settlement.plainly(tx, order, payment, state, confirmed)) return true
    // An answer about another payment says nothing of this one.
    if (state.attemptId === payment.id) {
      if (!(await store.recordState(tx, payment, state, confirmed))) return false
      await matchRefunds(tx, payment.id, state.refundedMinor)
    }
    await settlement.heard(tx, order, payment, state)
    return true
  }

  /** Job: an order was paid or given up; its open attempts take no more money, where the provider can be told. */
  async function closeAttempts(orderId: string): Promise<void> {
    for (const payment of await store.paymentsOf(db, orderId)) await close(payment)
  }

  /** Harmless for one that is settled already: what became of it is for `settle` to say. */
  async function close({ provider, methodId, providerRef, state }: store.PaymentRow): Promise<void> {
    if (providerRef && (state === 'created' || state === 'pending'))
      await providerOf(provider, methodId)?.close?.({ providerRef })
  }

  /** Job: payments whose webhook may never come are asked about, each by a job of its own. */
  async function pollDue(): Promise<void> {
    while ((await store.enqueueDuePolls(db, POLLS_AT_ONCE)) === POLLS_AT_ONCE);
  }

  /** Job: asks about one payment. When the provider gives no answer, the next time is fixed already. */
  async function ask(paymentId: string): Promise<void> {
    const payment = await store.paymentById(db, paymentId)
    if (!payment) return
    await settle(payment).catch((err) =>
      log.warn({ err, provider: payment.provider }, 'a payment could not be asked about'),
    )
  }

  /**
   * Asks about every attempt that is not decided, unless somebody has just asked; answers the state of the one that matters
   * most to the shopper: the one with money, else the latest.
   */
  async function askOpen(orderId: string): Promise<PaymentState['state'] | undefined> {
    const attempts = (await store.paymentsOf(db, orderId)).slice(0, ASKED_AT_ONCE)
    const states = await Promise.all(attempts.map(askUnlessJustAsked))
    return WITH_MONEY.find((state) => states.includes(state)) ?? states[0]
  }

  async function askUnlessJustAsked(payment: store.PaymentRow): Promise<PaymentState['state']> {
    const known = payment.state === 'created' ? 'pending' : payment.state
    if (!OPEN_STATES.includes(payment.state) || !(await store.claimAsking(db, payment.id))) return known
    return settle(payment).then(
      ({ state }) => state,
      (err) => {
        log.warn({ err, provider: payment.provider }, 'a payment could not be asked about')
        return known
      },
    )
  }

  const refunds = createRefunds({ db, providerOf, settle, settlement })
  const notices = createNotices({ db, log, providerOf, settle, settlement, origin, handlesNotices })

  return {
    providerOf,
    open,
    reopen,
    notices,
    closeAttempts,
    pollDue,
    ask,
    askOpen,
    sendRefund: refunds.send,
  }
}

/** Something of the money is not decided: asking may tell more. */
const OPEN_STATES: readonly store.PaymentRow['state'][] = ['created', 'pending', 'processing', 'unknown']

/** More attempts at one order are old. */
const ASKED_AT_ONCE = 5

const WITH_MONEY = ['completed', 'processing', 'unknown'] as const
