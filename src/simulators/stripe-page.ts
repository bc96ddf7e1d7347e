// The hosted page of a Checkout Session.
import { isOutcome, OUTCOMES, type Outcome, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import type { Answer, Incoming } from './listener.ts'
import type { StripeControls } from './stripe-controls.ts'
import { majorUnits } from './stripe-limits.ts'
import type { Books } from './stripe-reads.ts'
import type { Requests } from './stripe-requests.ts'
import { failure } from './stripe-wire.ts'

export function answerPage(
  incoming: Incoming,
  of: { books: Books; merchant: string; requests: Requests; controls: Pick<StripeControls, 'pay'> },
): Answer {
  const payment = of.books.owner(incoming.path.slice('/c/pay/'.length))
  if (!payment) return unknownPaymentPage()
  of.books.touch(payment)
  // One that is complete takes nothing: what is under way and what a voucher waits for is decided at a bank.
  const choices: readonly Outcome[] = payment.status === 'open' ? OUTCOMES : []
  const success = payment.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', payment.id)
  const cancel = payment.cancelUrl ?? success
  if (incoming.method !== 'POST') {
    of.requests.page++
    const declined = payment.status === 'open' && payment.intent?.lastError
    return paymentPage({
      provider: 'Stripe simulator',
      merchant: of.merchant,
      amount: majorUnits(payment.amount, payment.currency),
      currency: payment.currency.toUpperCase(),
      order: payment.metadata.order_no ?? payment.clientReferenceId ?? payment.id,
      description: payment.lines.map(({ name }) => name).join(', '),
      state: declined ? 'open: your card was declined, try again' : `${payment.status}, ${payment.paymentStatus}`,
      choices,
      returnUrls: [success, cancel],
    })
  }
  of.requests.outcome++
  const outcome = new URLSearchParams(incoming.body).get('outcome')
  if (!isOutcome(outcome)) return failure(400, { param: 'outcome', message: 'Unknown outcome' })
  // A second press of a button, or the browser's Back, changes nothing.
  const takes = choices.includes(outcome)
  if (takes) of.controls.pay(payment.id, { outcome })
  // Whose card was declined stays here and may try another one.
  if (takes && outcome === 'failed' && payment.status === 'open') return seeOther(of.books.pageUrl(payment))
  return seeOther(outcome === 'cancelled' || outcome === 'expired' ? cancel : success)
}
