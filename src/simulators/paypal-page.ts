// PayPal's approve page: the payer signs in, looks at what he pays, and says yes or goes back.
import { isOutcome, type Outcome, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import type { Answer, Incoming } from './listener.ts'
import type { Orders } from './paypal-orders.ts'
import type { CapturePlan, PayPalOrder } from './paypal-state.ts'
import { answer, money } from './paypal-wire.ts'

/** How a capture goes that was approved by this choice. */
export const PLANS: Partial<Record<Outcome, CapturePlan>> = {
  completed: { status: 'COMPLETED' },
  pending: { status: 'PENDING', reason: 'PENDING_REVIEW' },
  failed: { status: 'DECLINED' },
}

export interface PageRequests {
  page: number
  outcome: number
}

export function answerPage(
  incoming: Incoming,
  { orders, merchant, requests }: { orders: Orders; merchant: string; requests: PageRequests },
): Answer {
  const order = orders.find(incoming.query.get('token') ?? '')
  if (!order) return unknownPaymentPage()
  const back = addressOf(order, order.returnUrl, true)
  const cancelled = addressOf(order, order.cancelUrl, false)
  const choices = choicesOf(order)
  if (incoming.method !== 'POST') {
    requests.page++
    const { value, currency_code } = money(order.amount)
    return paymentPage({
      provider: 'PayPal simulator',
      merchant,
      amount: value,
      currency: currency_code,
      order: order.invoiceId ?? order.id,
      description: order.description,
      state: [order.status, order.capture?.status].filter(Boolean).join(', '),
      choices,
      returnUrls: [back, cancelled],
    })
  }
  requests.outcome++
  const outcome = new URLSearchParams(incoming.body).get('outcome')
  if (!isOutcome(outcome)) return answer(400, {})
  // A second press of a button, or the browser's Back, changes nothing.
  if (outcome === 'cancelled') return seeOther(cancelled)
  if (choices.includes(outcome)) {
    if (order.capture) orders.settle(order, outcome === 'completed' ? 'COMPLETED' : 'DECLINED')
    else orders.approve(order, PLANS[outcome]!)
  }
  return seeOther(back)
}

function choicesOf(order: PayPalOrder): readonly Outcome[] {
  if (order.capture) return order.capture.status === 'PENDING' ? ['completed', 'failed'] : []
  return order.status === 'VOIDED' ? [] : ['completed', 'pending', 'failed', 'cancelled']
}

/** PayPal adds its token and, where he has approved, the payer. */
function addressOf({ id, payerId }: PayPalOrder, address: string, approved: boolean): string {
  const url = new URL(address)
  url.searchParams.set('token', id)
  if (approved) url.searchParams.set('PayerID', payerId ?? 'PAYER')
  return url.href
}
