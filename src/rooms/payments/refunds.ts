// Sends money back, once (docs/decisions/019). The refund's row is written before the provider is asked; its id is the
// provider's idempotency key where it knows such; and what the provider says has gone back decides whether to ask again.
import type { Database } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { ProviderOf } from './method-health.ts'
import { type PaymentState, ProviderRefused } from './providers/provider.ts'
import * as store from './refund-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

export interface RefundsOptions {
  db: Database
  providerOf: ProviderOf
  settle(payment: PaymentRow): Promise<unknown>
  settlement: Pick<Settlement, 'lock' | 'mayRefund' | 'refundFailed'>
}

export function createRefunds({ db, providerOf, settle, settlement }: RefundsOptions) {
  async function fail(refund: store.RefundRow, problem: string): Promise<void> {
    await db.transaction(async (tx) => {
      const order = await settlement.lock(tx, refund.orderId)
      if (order && (await store.markRefund(tx, refund.id, 'failed', { problem })) === 1)
        await settlement.refundFailed(tx, order, refund, problem)
    })
  }

  /** Takes the refund on itself, unless its reason has gone meanwhile. */
  function begin(refund: store.RefundRow, state: PaymentState): Promise<boolean> {
    return db.transaction(async (tx) => {
      const order = await settlement.lock(tx, refund.orderId)
      const now = await store.refundById(tx, refund.id)
      if (!order || !now || (now.state !== 'wanted' && now.state !== 'asked')) return false
      if (now.state === 'wanted' && !settlement.mayRefund(order, now)) {
        await store.markRefund(tx, now.id, 'dropped')
        return false
      }
      return (await store.markAsked(tx, now.id, state.refundedMinor)) === 1
    })
  }

  /** Job. Throws when the provider gave no answer: the job comes again. */
  async function send(refundId: string): Promise<void> {
    const refund = await store.refundById(db, refundId)
    if (!refund || !['wanted', 'asked', 'pending'].includes(refund.state)) return
    const payment = await paymentById(db, refund.paymentId)
    const provider = payment && providerOf(payment.provider, payment.methodId)
    if (!provider) return fail(refund, 'its provider is not configured')
    if (!provider.refund) return fail(refund, 'its provider cannot send money back')
    const ref = { providerRef: payment.providerRef, attemptId: payment.id, currency: payment.currency }
    const state = await provider.query(ref)
    const left = state.amountMinor - state.refundedMinor
    const made = refund.refundedBefore !== null && refund.refundedBefore + refund.amount <= state.refundedMinor
    if (made || refund.state === 'pending' || state.refund === 'pending') return void (await settle(payment))
    if (state.attemptId !== payment.id) return fail(refund, 'the provider speaks of another payment')
    if (refund.amount > left) return fail(refund, `only ${left} are left of it`)
    // Asked before, without an answer, and not in the provider's figures: asking again is safe only where the same
    // request happens once, or where there is no money for a second refund.
    if (refund.state === 'asked' && !provider.refundsOnce && refund.amount * 2 <= left)
      return fail(refund, 'the provider gave no answer, and asking again might send it twice')
    if (!(await begin(refund, state))) return
    failpoint('refund begun')
    try {
      const answer = await provider.refund({
        providerRef: payment.providerRef ?? state.providerRef,
        amountMinor: refund.amount,
        currency: refund.currency,
        reason: refund.reason,
        idempotencyKey: refund.id,
      })
      failpoint('refund asked')
      if (answer.state === 'failed') return fail(refund, 'the provider could not make it')
      await store.markRefund(db, refund.id, 'pending', { providerRef: answer.refundRef })
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      // It may refuse because it has done it already: its figures know.
      const after = await provider.query(ref)
      if (after.refundedMinor < state.refundedMinor + refund.amount) return fail(refund, `refused: ${error.code}`)
    }
    failpoint('refund stored')
    await settle(payment)
  }

  return { send }
}
