// What a test does in the place of payers, their banks and PayPal itself.
import type { Outcome } from './hosted-page.ts'
import type { createDisputes, DisputeMove } from './paypal-disputes.ts'
import type { createEvents, NoticeOverrides } from './paypal-events.ts'
import type { Orders } from './paypal-orders.ts'
import { PLANS } from './paypal-page.ts'
import type { CapturePlan, PayPalDispute, PayPalOrder, PayPalRefund } from './paypal-state.ts'
import type { Webhook } from './webhook-delivery.ts'

interface How {
  /** False: nobody is told, the notice is kept all the same. */
  notify?: boolean
  /** How often each notice is sent. */
  times?: number
}

export interface PayPalControls {
  /**
   * `completed`, `pending`, `failed`: the payer approves, and that is what the shop's capture will come to; of a capture
   * that is pending, how it ends. `cancelled`: he goes back, and nothing happens. `expired`: PayPal voids the order.
   * `amountMinor`: captured instead of what was approved, in hundredths. `captured`: the shop's capture was on its way, and
   * takes the money now.
   */
  pay(
    ref: string,
    how: How & {
      outcome: Outcome | 'refunded' | 'disputed'
      amountMinor?: number
      currency?: string
      captured?: boolean
    },
  ): void
  /** The payer approves, and the next capture goes like this. */
  approve(ref: string, plan?: CapturePlan, how?: How): void
  /** The seller refunds at PayPal's site; answers the refund's id. Without an amount all that is left. */
  refund(ref: string, how?: How & { amountMinor?: number; status?: PayPalRefund['status'] }): string
  moveRefund(refundId: string, status: PayPalRefund['status'], how?: How): void
  /** Answers the dispute's id. */
  dispute(ref: string, how?: How & { amountMinor?: number; reason?: string; stage?: PayPalDispute['stage'] }): string
  moveDispute(disputeId: string, to: DisputeMove, how?: How): void
  /** The latest notice about the payment, signed now, for a test to post itself. */
  webhookFor(ref: string, overrides?: NoticeOverrides): Webhook
  /** The headers with which PayPal would send this body now. */
  sign(body: string): Record<string, string>
}

export function createControls(of: {
  orders: Orders
  disputes: ReturnType<typeof createDisputes>
  events: ReturnType<typeof createEvents>
  /** How often what happens now is sent. */
  repeat(times: number): void
}): PayPalControls {
  const { orders, disputes, events } = of
  function find(ref: string): PayPalOrder {
    const order = orders.find(ref)
    if (!order) throw new Error('the simulator knows no such payment')
    return order
  }
  function told<T>({ notify = true, times = 1 }: How, act: (quiet: boolean) => T): T {
    of.repeat(times)
    try {
      return act(!notify)
    } finally {
      of.repeat(1)
    }
  }

  return {
    pay(ref, { outcome, amountMinor, currency, captured, ...how }) {
      const order = find(ref)
      if (currency) order.amount.currency = currency
      told(how, (quiet) => {
        if (outcome === 'refunded') return void orders.refund(order, { minor: amountMinor, quiet })
        if (outcome === 'disputed') return void disputes.open(order, { minor: amountMinor, quiet })
        if (outcome === 'expired') {
          if (!order.capture) order.status = 'VOIDED'
          return
        }
        const plan = PLANS[outcome]
        if (!plan) return
        if (order.capture) orders.settle(order, plan.status === 'COMPLETED' ? 'COMPLETED' : 'DECLINED', quiet)
        else {
          orders.approve(order, { ...plan, minor: amountMinor }, quiet)
          if (captured) orders.capture(order, quiet)
        }
      })
    },
    approve: (ref, plan = { status: 'COMPLETED' }, how = {}) =>
      told(how, (quiet) => orders.approve(find(ref), plan, quiet)),
    refund: (ref, { amountMinor, status, ...how } = {}) =>
      told(how, (quiet) => orders.refund(find(ref), { minor: amountMinor, status, quiet }).id),
    moveRefund(refundId, status, how = {}) {
      const order = find(refundId)
      const refund = order.refunds.find(({ id }) => id === refundId)!
      told(how, (quiet) => orders.moveRefund(order, refund, status, quiet))
    },
    dispute: (ref, { amountMinor, reason, stage, ...how } = {}) =>
      told(how, (quiet) => disputes.open(find(ref), { minor: amountMinor, reason, stage, quiet }).id),
    moveDispute: (disputeId, to, how = {}) => told(how, (quiet) => disputes.move(disputeId, to, quiet)),
    sign: events.sign,
    webhookFor: (ref, overrides) => events.webhookFor(find(ref), overrides),
  }
}
