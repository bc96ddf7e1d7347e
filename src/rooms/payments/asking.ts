// Asks providers about payments and lets their answers take effect. A payment is believed only when the provider itself,
// asked by us, says so (decision C4); webhooks and returning browsers are reasons to ask.
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { CallError } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import { endSeenTasks, withLostByHand, withMadeByHand } from './by-hand.ts'
import { heardOf } from './credited.ts'
import type { ProviderOf } from './method-health.ts'
import { type OpenClaim, openClaims } from './notice-store.ts'
import { type PaymentState, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import { REFUND_PROBLEM } from './refund-rules.ts'
import { countBack, failNamed, failTakenOn, matchRefunds, type RefundRow } from './refund-store.ts'
import { confirms, contradicts, wasPaid } from './rules.ts'
import type { Locked, Payable, Settlement } from './settlement.ts'
import * as store from './store.ts'

export interface AskingOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  settlement: Settlement
}

export type Asking = ReturnType<typeof createAsking>

/** What the provider answered, and which notices agree with it and are done. */
interface Answered extends Pick<PaymentState, 'state' | 'pageClosed'> {
  confirmed: number[]
}

/** Something of the money is not decided: asking may tell more. */
const OPEN_STATES: readonly store.PaymentRow['state'][] = ['created', 'pending', 'processing', 'unknown']

export const isOpen = ({ state }: store.PaymentRow) => OPEN_STATES.includes(state)

/** More attempts at one order are old. */
const ASKED_AT_ONCE = 5

const WITH_MONEY = ['completed', 'processing', 'unknown'] as const

const POLLS_AT_ONCE = 200

export function createAsking({ db, log, providerOf, settlement }: AskingOptions) {
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
      if (provider.capture && isApproved(state, known) && (await isWanted(db, settlement, known.orderId))) {
        state = await provider.capture({ providerRef: state.providerRef, attemptId, currency })
        failpoint('payment captured')
      }
      failpoint('provider queried')
      const confirmed = claims.filter(({ claim }) => confirms(state, claim)).map(({ id }) => id)
      const taken = await db.transaction(async (tx) => {
        const order = await settlement.lock(tx, known.orderId)
        if (!order) throw new Error('a payment of an order that is not there')
        const said = await withLostByHand(tx, known, await withMadeByHand(tx, known, state))
        if (!(await take(tx, settlement, order, known, said, confirmed))) return false
        failpoint('payment settled')
        return true
      })
      failpoint('settlement committed')
      const { pageClosed } = state
      if (taken) return { state: state.state, pageClosed, confirmed: state.attemptId === known.id ? confirmed : [] }
    }
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
   * most to the shopper: the one with money, else the latest. `except`: the provider whose attempts are settled by who asks
   * (`payLocally`), so that there is nothing that nobody has told.
   */
  async function askOpen(orderId: string, except?: string): Promise<PaymentState['state'] | undefined> {
    const known = await store.paymentsOf(db, orderId)
    const attempts = known.filter(({ provider }) => provider !== except).slice(0, ASKED_AT_ONCE)
    const states = await Promise.all(attempts.map(askUnlessJustAsked))
    return WITH_MONEY.find((state) => states.includes(state)) ?? states[0]
  }

  async function askUnlessJustAsked(payment: store.PaymentRow): Promise<PaymentState['state']> {
    const known = payment.state === 'created' ? 'pending' : payment.state
    if (!isOpen(payment) || !(await store.claimAsking(db, payment.id))) return known
    return settle(payment).then(
      ({ state }) => state,
      (err) => {
        log.warn({ err, provider: payment.provider }, 'a payment could not be asked about')
        return known
      },
    )
  }

  /**
   * Asks about every attempt that is not decided and to whose page somebody was sent, however lately it was asked about; answers the
   * providers that gave no answer. That a provider knows no such payment is one.
   */
  async function askAnew(orderId: string): Promise<string[]> {
    const wasBegun = ({ state, providerRef }: store.PaymentRow) => state !== 'created' || providerRef !== null
    const attempts = (await store.paymentsOf(db, orderId)).filter((payment) => isOpen(payment) && wasBegun(payment))
    const silent = new Set<string>()
    await Promise.all(
      attempts.map((payment) =>
        settle(payment).catch((err) => {
          const isRefused = err instanceof ProviderRefused
          if (isRefused && err.about === 'payment') return
          if (!isRefused && !(err instanceof ProviderUnreachable)) throw err
          log.warn({ err, provider: payment.provider }, 'a payment could not be asked about')
          silent.add(payment.provider)
        }),
      ),
    )
    return [...silent].sort()
  }

  return { settle, pollDue, ask, askOpen, askAnew }
}

/** Exactly what was asked for, of this very attempt. */
const isApproved = ({ mayCapture, attemptId, currency }: PaymentState, payment: store.PaymentRow) =>
  mayCapture === payment.amount && currency === payment.currency && attemptId === payment.id

/** Money is taken only for what still is to be paid, in its time: anything else would have to go back. */
function isWanted(db: Database, settlement: Settlement, orderId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const order = await settlement.lock(tx, orderId)
    if (!order || order.expiresAt <= order.now) return false
    return settlement.mayPay(tx, order).then(
      () => true,
      (error) => {
        if (error instanceof CallError) return false
        throw error
      },
    )
  })
}

/**
 * Answers false when the answer may be older than one that was taken already; then nothing was done. `more`: hundredths that
 * go to its member's balance just now.
 */
export async function take(
  tx: Transaction,
  settlement: Settlement,
  order: Payable & Pick<Locked, 'paidPaymentId'>,
  payment: store.PaymentRow,
  state: PaymentState,
  confirmed: number[],
  more = 0,
): Promise<boolean> {
  const heard = heardOf(payment, state, more)
  let failed: RefundRow[] = []
  if (await settlement.plainly(tx, order, payment, heard, confirmed)) return true
  // An answer about another payment says nothing of this one.
  if (state.attemptId === payment.id) {
    const paysIt = order.paidPaymentId === payment.id
    if (contradicts(payment, state, paysIt)) {
      if (!(await store.keepState(tx, payment, state, confirmed))) return false
      await settlement.contradicted(tx, order, payment, state)
      return true
    }
    heard.contestedAnew = heard.state === 'disputed' && (await isAnew(tx, payment, heard))
    heard.failedAnew = heard.refund === 'failed' && !(await store.isInWords(tx, payment.id, heard.rawState))
    const paid = wasPaid(payment, paysIt) ? Math.max(payment.paidAmount ?? 0, state.amountMinor) : state.amountMinor
    if (!(await store.recordState(tx, payment, { ...heard, amountMinor: paid }, confirmed))) return false
    const matched = await matchAtProvider(tx, payment.id, state, heard.toSource)
    failed = matched.failed
    heard.byShop += matched.made
    if (heard.refundedMinor > 0 || payment.refundedAmount > 0) await countBack(tx, payment.id, paysIt)
  }
  await settlement.heard(tx, order, payment, heard)
  // As what it refused at once.
  for (const refund of failed) await settlement.refundFailed(tx, order, refund, REFUND_PROBLEM.notMade)
  return true
}

const isAnew = async (tx: Transaction, payment: store.PaymentRow, { answerUntil }: PaymentState) =>
  payment.state !== 'disputed' || (await store.isWantedByAnotherTime(tx, payment.id, answerUntil))

/**
 * What became of the payment's refunds: `failed`, those that the provider had taken on and cannot make; `made`, hundredths of those that
 * it has made.
 */
async function matchAtProvider(
  tx: Transaction,
  paymentId: string,
  { refund, namedRefunds }: PaymentState,
  toSource: number,
): Promise<{ failed: RefundRow[]; made: number }> {
  // First those that are said to have failed: what is in the figures was another then.
  const failed = namedRefunds ? await failNamed(tx, paymentId, namedRefunds.failed, REFUND_PROBLEM.notMade) : []
  const matched = await matchRefunds(tx, paymentId, toSource, namedRefunds?.pending)
  if (matched.length > 0) await endSeenTasks(tx, paymentId)
  const made = matched.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount : 0), 0)
  // Where it does not say which: the one that is not in the figures.
  const isUnnamed = !namedRefunds && refund === 'failed'
  return { failed: isUnnamed ? await failTakenOn(tx, paymentId, REFUND_PROBLEM.notMade) : failed, made }
}
