// Sends money back, once (docs/decisions/019). The refund's row is written before the provider is asked; its id is the
// provider's idempotency key where it knows such; and what the provider says has gone back decides whether to ask again.
// What its member wants on his balance is settled here, in one transaction, and its provider keeps the money.
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { eachOf } from '#platform/jobs/each.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { raiseAlert, resolveAlert, unmendedSubjects } from '#rooms/alerts/hands.ts'
import { take } from './asking.ts'
import { openTask, withMadeByHand } from './by-hand.ts'
import { heardOf } from './credited.ts'
import { SEND_REFUND } from './jobs.ts'
import type { ProviderOf } from './method-health.ts'
import { BALANCE } from './providers/balance/adapter.ts'
import { type PaymentProvider, type PaymentState, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'
import { onlyLeft, REFUND_PROBLEM, refusedBy, unansweredBy } from './refund-rules.ts'
import * as store from './refund-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

export interface RefundsOptions {
  db: Database
  providerOf: ProviderOf
  settle(payment: PaymentRow): Promise<unknown>
  settlement: Settlement
}

/** Another refund takes days; how it ends is heard of sooner only by its payment. Another run is over by then. */
const AFTER_ANOTHER_MS = 15 * 60_000

export function createRefunds({ db, providerOf, settle, settlement }: RefundsOptions) {
  const { fail, endsInVain } = createFailing({ db, settlement })

  /**
   * Takes the refund on itself, unless its reason has gone meanwhile. Where its member has chosen his balance it goes there
   * at once, with all that follows from money that went back: the provider keeps it, and has just said that it is there and
   * that nobody contests it. `overtaken`: what is known of the payment has changed since it was read.
   * `elsewhere`: another run of the job has begun it since then, and may be asking the provider at this moment.
   * `forPerson`: where it came from is no more.
   */
  function begin(refund: store.RefundRow, payment: PaymentRow, state: PaymentState): Promise<Begun> {
    return db.transaction(async (tx) => {
      const order = await settlement.lock(tx, refund.orderId)
      const now = await store.refundById(tx, refund.id)
      if (!order || !now || (now.state !== 'wanted' && now.state !== 'asked')) return 'over'
      if (now.state !== refund.state) return 'elsewhere'
      if (now.state === 'wanted') {
        if (!settlement.mayRefund(order, now)) {
          await store.markRefund(tx, now.id, 'dropped')
          return 'over'
        }
        if (isCertain(payment, state) && (await settlement.goesToBalance(tx, order, payment))) {
          if ((await paymentById(tx, payment.id))?.version !== payment.version) return 'overtaken'
          await store.markCredited(tx, now.id)
          failpoint('refund put on balance')
          if (!(await take(tx, settlement, order, payment, state, [], now.amount)))
            throw new Error('the order of a refund was not locked')
          failpoint('refund on balance settled')
          return 'over'
        }
      }
      if ((await store.markAsked(tx, now.id, state.refundedMinor, state.currency)) !== 1) return 'over'
      return settlement.sourceIsGone(order, payment) ? 'forPerson' : 'asked'
    })
  }

  /** Job. Throws when the provider gave no answer: the job comes again, and its refund says why. */
  async function send(refundId: string): Promise<void> {
    const refund = await store.refundById(db, refundId)
    if (!refund || !['wanted', 'asked', 'pending'].includes(refund.state)) return
    try {
      await goOn(refund)
    } catch (error) {
      if (!(await endsInVain(refund, error))) throw error
    }
  }

  async function goOn(refund: store.RefundRow): Promise<void> {
    const { id: refundId } = refund
    const payment = await paymentById(db, refund.paymentId)
    const provider = payment && providerOf(payment.provider, payment.methodId)
    if (!provider) return fail(refund, REFUND_PROBLEM.notConfigured)
    const ref = { providerRef: payment.providerRef, attemptId: payment.id, currency: payment.currency }
    const state = await withMadeByHand(db, payment, await provider.query(ref))
    const made = refund.refundedBefore !== null && refund.refundedBefore + refund.amount <= state.refundedMinor
    if (made || refund.state === 'pending' || state.refund === 'pending') {
      await settle(payment)
      return goOnLater(db, refundId, payment.provider)
    }
    if (state.attemptId !== payment.id) return fail(refund, REFUND_PROBLEM.otherPayment)
    const left = state.amountMinor - heardOf(payment, state).refundedMinor
    if (refund.amount > left) return fail(refund, onlyLeft(left))
    if (mightGoTwice(provider, refund, state)) return fail(refund, REFUND_PROBLEM.mightGoTwice)
    const begun = await begin(refund, payment, state)
    if (begun === 'overtaken') return send(refundId)
    if (begun === 'elsewhere') return goOnLater(db, refundId, payment.provider)
    if (begun === 'over') return failpoint('refund over')
    failpoint('refund begun')
    if (!provider.refund || begun === 'forPerson')
      return openTask(
        db,
        settlement,
        { ...refund, currency: state.currency },
        { ...payment, providerRef: ref.providerRef ?? state.providerRef },
      )
    try {
      const answer = await provider.refund({
        providerRef: payment.providerRef ?? state.providerRef,
        amountMinor: refund.amount,
        currency: state.currency,
        reason: refund.reason,
        idempotencyKey: refund.id,
      })
      failpoint('refund asked')
      if (answer.state === 'failed') return fail(refund, REFUND_PROBLEM.notPossible)
      await store.markTakenOn(db, refund.id, answer.refundRef)
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      // It may refuse because it has done it already: its figures know.
      const after = await provider.query(ref)
      if (after.refundedMinor < state.refundedMinor + refund.amount) return fail(refund, refusedBy(error.code))
    }
    failpoint('refund stored')
    await settle(payment)
  }

  return { send }
}

function createFailing({ db, settlement }: Pick<RefundsOptions, 'db' | 'settlement'>) {
  async function fail(refund: store.RefundRow, problem: string): Promise<void> {
    await db.transaction(async (tx) => {
      const order = await settlement.lock(tx, refund.orderId)
      if (order && (await store.markRefund(tx, refund.id, 'failed', { problem })) === 1)
        await settlement.refundFailed(tx, order, refund, problem)
      await resolveAlert(tx, { kind: IN_VAIN, subject: refund.id })
    })
  }

  /**
   * What keeps a refund from being asked for is noted with it. What its provider says of this very payment it says again, and what has
   * lasted for a day a person must know: it has failed, and is his.
   */
  async function endsInVain(refund: store.RefundRow, error: unknown): Promise<boolean> {
    const isRefused = error instanceof ProviderRefused
    if (!isRefused && !(error instanceof ProviderUnreachable)) return false
    const problem = isRefused ? refusedBy(error.code) : unansweredBy(error.code)
    const ends = await db.transaction(async (tx) => {
      await settlement.lock(tx, refund.orderId)
      const noted = await store.noteProblem(tx, refund.id, problem)
      if (!noted) return false
      if (noted.isLong || (isRefused && error.about === 'payment')) return true
      await tellInVain(tx, noted, problem, isRefused && error.about === 'method')
      return false
    })
    if (ends) await fail(refund, problem)
    return ends
  }

  return { fail, endsInVain }
}

const IN_VAIN = 'refund.inVain'

/** `quiet`: of keys that are refused `payment.methodRefused` tells, and this is for whoever looks at the back office meanwhile. */
async function tellInVain(tx: Transaction, refund: store.RefundRow, problem: string, quiet: boolean): Promise<void> {
  const { id: subject, orderId, amount, currency } = refund
  await raiseAlert(tx, { kind: IN_VAIN, subject, orderId, details: { problem, amount, currency }, quiet, once: true })
}

/** Tick. What goes on, or is over, is in vain no more: also where a person has seen to it, so that it is told when it comes again. */
export async function endInVain(db: Database): Promise<void> {
  await eachOf(await store.notInVain(db, await unmendedSubjects(db, IN_VAIN)), (subject) =>
    db.transaction(async (tx) => {
      // A try that fails from now on waits, and is told after this.
      if (!(await store.isInVain(tx, subject))) await resolveAlert(tx, { kind: IN_VAIN, subject })
    }),
  )
}

/** The provider has another one under way, or another run of the job has this one: what is left to do comes after that. */
async function goOnLater(db: Database, refundId: string, outside: string): Promise<void> {
  const now = await store.refundById(db, refundId)
  if (now?.state !== 'wanted' && now?.state !== 'asked') return
  await store.clearProblem(db, refundId)
  await enqueue(db, SEND_REFUND, { refundId }, { key: `refund ${refundId}`, afterMs: AFTER_ANOTHER_MS, outside })
}

type Begun = 'asked' | 'forPerson' | 'overtaken' | 'elsewhere' | 'over'

/**
 * Asked before, without an answer, and not in the provider's figures: asking again is safe only where the same request happens
 * once, or where the provider has no money for a second refund.
 */
function mightGoTwice(provider: PaymentProvider, refund: store.RefundRow, state: PaymentState): boolean {
  if (!provider.refund || provider.refundsOnce || refund.state !== 'asked') return false
  return refund.amount * 2 <= state.amountMinor - state.refundedMinor
}

/** Money that is there and contested by nobody. What came from a balance goes back to it by its own provider. */
function isCertain({ id, provider, currency, paidAmount }: PaymentRow, state: PaymentState): boolean {
  return (
    provider !== BALANCE &&
    state.state === 'completed' &&
    state.attemptId === id &&
    state.currency === currency &&
    state.amountMinor >= (paidAmount ?? 0)
  )
}
