// POST below /v1: what an API user may change.

import * as contests from './stripe-contests.ts'
import { expansion } from './stripe-expand.ts'
import { disputeObject, EVIDENCE_FIELDS, refundObject, reviewObject } from './stripe-money-objects.ts'
import * as moves from './stripe-moves.ts'
import { sessionObject } from './stripe-objects.ts'
import { type Books, missing } from './stripe-reads.ts'
import type { Requests } from './stripe-requests.ts'
import { checkMetadata, newPayment } from './stripe-session.ts'
import type { StripePayment, StripeRefund } from './stripe-state.ts'
import { at, type Form, part, refuse, strings } from './stripe-wire.ts'

export interface Desk {
  books: Books
  requests: Requests
  now: number
  hasTerms: boolean
  dollarsAlone: boolean
  refundStatus: StripeRefund['status']
  open(payment: StripePayment): void
  scene(payment: StripePayment): moves.Scene
}

/** Undefined: no such address. */
export function write(path: string, form: Form, desk: Desk): object | undefined {
  const expand = (kind: string) => expansion(Object.values(strings(part(form, 'expand'))), kind)
  if (path === '/v1/checkout/sessions') {
    desk.requests.create++
    const deep = expand('session')
    const payment = newPayment(form, desk)
    desk.open(payment)
    return sessionObject(payment, desk.books.pageUrl(payment), deep)
  }
  if (path === '/v1/refunds') {
    desk.requests.refunds++
    return refund(form, desk, expand('refund'))
  }
  const [, resource, id, action = ''] =
    /^\/v1\/(checkout\/sessions|refunds|disputes|reviews|payment_intents)\/([^/]+)(?:\/([a-z]+))?$/.exec(path) ?? []
  if (!resource || !id) return undefined
  const payment = desk.books.owner(id)
  switch (`${resource} ${action}`) {
    case 'checkout/sessions expire': {
      desk.requests.expire++
      if (payment?.id !== id) return missing('checkout.session', id)
      if (payment.status !== 'open')
        refuse({
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${payment.status}.`,
        })
      moves.expire(desk.scene(payment))
      return sessionObject(payment, desk.books.pageUrl(payment), expand('session'))
    }
    case 'refunds ': {
      const made = payment?.refunds.find((one) => one.id === id)
      if (!payment || !made) return missing('refund', id)
      Object.assign(made.metadata, checkMetadata(part(form, 'metadata'), 'metadata'))
      return refundObject(payment, made, expand('refund'))
    }
    case 'disputes ': {
      const made = payment?.disputes.find((one) => one.id === id)
      if (!payment || !made) return missing('dispute', id)
      return contest(payment, made, form, desk)
    }
    case 'disputes close': {
      const made = payment?.disputes.find((one) => one.id === id)
      if (!payment || !made) return missing('dispute', id)
      contests.moveDispute(desk.scene(payment), made, 'lost')
      return disputeObject(payment, made, expand('dispute'))
    }
    case 'reviews approve': {
      const made = payment?.reviews.find((one) => one.id === id)
      if (!payment || !made) return missing('review', id)
      if (made.open) contests.closeReview(desk.scene(payment), 'approved')
      return reviewObject(payment, made, expand('review'))
    }
    case 'payment_intents cancel':
      if (!payment) return missing('payment_intent', id)
      return refuse({
        code: 'payment_intent_unexpected_state',
        message: 'You cannot cancel a PaymentIntent created by Checkout. Expire the Checkout Session instead.',
      })
    default:
      return undefined
  }
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

function refund(form: Form, desk: Desk, expand: ReturnType<typeof expansion>): object {
  const [intent, charge, reason] = [at(form, 'payment_intent'), at(form, 'charge'), at(form, 'reason')]
  if (!intent && !charge)
    refuse({
      code: 'parameter_missing',
      param: 'charge',
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    })
  const ref = intent || charge
  const payment = desk.books.owner(ref)
  const known = intent ? payment?.intent?.id === intent : payment?.charges.some(({ id }) => id === charge)
  if (!payment || !known)
    return refuse(
      {
        code: 'resource_missing',
        param: intent ? 'payment_intent' : 'charge',
        message: `No such ${intent ? 'payment_intent' : 'charge'}: '${ref}'`,
      },
      404,
    )
  if (reason && !REASONS.includes(reason))
    refuse({ param: 'reason', message: `Invalid reason: must be one of ${REASONS.join(', ')}` })
  const metadata = checkMetadata(part(form, 'metadata'), 'metadata')
  const amount = at(form, 'amount') === '' ? undefined : Number(at(form, 'amount'))
  const made = moves.refund(desk.scene(payment), {
    amount,
    status: desk.refundStatus,
    reason: reason || null,
    metadata,
  })
  return refundObject(payment, made, expand)
}

/** Evidence, and its submission unless `submit` says no. */
function contest(payment: StripePayment, made: StripePayment['disputes'][number], form: Form, desk: Desk): object {
  const evidence = strings(part(form, 'evidence'))
  const unknown = Object.keys(evidence).find((name) => !EVIDENCE_FIELDS.has(name))
  if (unknown)
    refuse({
      code: 'parameter_unknown',
      param: `evidence[${unknown}]`,
      message: `Received unknown parameter: evidence[${unknown}]`,
    })
  if (!made.status.endsWith('needs_response')) refuse({ message: 'This dispute can no longer be responded to.' })
  Object.assign(made.metadata, checkMetadata(part(form, 'metadata'), 'metadata'))
  Object.assign(made.evidence, evidence)
  const submits = at(form, 'submit') !== 'false' && Object.keys(made.evidence).length > 0
  if (submits) made.submissions++
  contests.moveDispute(desk.scene(payment), made, submits ? 'under_review' : undefined)
  return disputeObject(payment, made, {})
}
