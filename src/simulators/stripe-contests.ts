// What is contested or looked at after a payment: disputes, warnings of fraud, reviews. Told step by step, as stripe-moves.ts does.
import type Stripe from 'stripe'
import { book } from './stripe-money-objects.ts'
import type { Scene } from './stripe-moves.ts'
import type { StripeDispute } from './stripe-state.ts'
import { newId } from './stripe-wire.ts'

const DAY = 86_400

/** An inquiry withdraws nothing. */
export function dispute(
  scene: Scene,
  how: { amount?: number; reason?: string; inquiry?: boolean } = {},
): StripeDispute {
  const { payment, now, tell } = scene
  const charge = payment.charge
  if (!charge || charge.failure || charge.pending) throw new Error('only a charge that succeeded can be disputed')
  const made: StripeDispute = {
    id: newId('du'),
    created: now,
    amount: how.amount ?? charge.amount,
    reason: how.reason ?? 'fraudulent',
    status: how.inquiry ? 'warning_needs_response' : 'needs_response',
    dueBy: now + 7 * DAY,
    evidence: {},
    submissions: 0,
    metadata: {},
    balanceTransactions: [],
  }
  payment.disputes.push(made)
  charge.disputed = true
  tell('charge.dispute.created', made)
  if (!how.inquiry) withdraw(scene, made)
  return made
}

function withdraw({ payment, now, tell }: Scene, made: StripeDispute): void {
  const entry = {
    type: 'adjustment',
    category: 'dispute',
    amount: -made.amount,
    fee: 1500,
    source: made.id,
    now,
  } as const
  made.balanceTransactions.push(book(payment, entry))
  tell('charge.dispute.funds_withdrawn', made)
}

export type DisputeMove = 'under_review' | 'escalated' | 'won' | 'lost' | 'appealed' | 'warning_closed' | 'prevented'

/** `appealed`: what was lost is looked at once more. `escalated`: an inquiry becomes a chargeback. Without a status only something of it changed. */
export function moveDispute(scene: Scene, made: StripeDispute, to?: DisputeMove): void {
  const { payment, now, tell } = scene
  if (to === undefined || to === 'under_review' || to === 'escalated' || to === 'appealed') {
    if (to === 'appealed') made.status = 'appeal_under_review'
    if (to === 'under_review') made.status = made.status.startsWith('warning_') ? 'warning_under_review' : to
    if (to === 'escalated') made.status = 'needs_response'
    tell('charge.dispute.updated', made)
    if (to === 'escalated') withdraw(scene, made)
    return
  }
  made.status = to
  if (to === 'won' && made.balanceTransactions.length > 0) {
    const entry = {
      type: 'adjustment',
      category: 'dispute_reversal',
      amount: made.amount,
      fee: -1500,
      source: made.id,
      now,
    } as const
    made.balanceTransactions.push(book(payment, entry))
    tell('charge.dispute.funds_reinstated', made)
  }
  tell('charge.dispute.closed', made)
}

export function warn({ payment, now, tell }: Scene, fraudType = 'made_with_stolen_card'): void {
  payment.warnings.push({ id: newId('issfr'), created: now, fraudType, actionable: payment.charge?.refunded === 0 })
  tell('radar.early_fraud_warning.created', { warning: payment.warnings.length - 1 })
}

export function openReview({ payment, now, tell }: Scene): void {
  payment.reviews.push({ id: newId('prv'), created: now, open: true, reason: 'rule' })
  tell('review.opened', { review: payment.reviews.length - 1 })
}

export function closeReview({ payment, tell }: Scene, reason: Stripe.Review.ClosedReason): void {
  const review = payment.reviews.at(-1)
  if (!review) throw new Error('no review is open')
  Object.assign(review, { open: false, reason })
  tell('review.closed', { review: payment.reviews.length - 1 })
}
