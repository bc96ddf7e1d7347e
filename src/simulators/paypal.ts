// A stand-in for PayPal that speaks the part of its API that a shop needs: tokens, orders, the approve page, captures,
// refunds, disputes, notices signed under an authority of its own. It knows nothing of the shop. For trying and testing:
// no money moves.
import { type Listener, listen } from './listener.ts'
import { createTokens } from './paypal-access.ts'
import { createAuthority } from './paypal-authority.ts'
import { createControls, type PayPalControls } from './paypal-controls.ts'
import { createDisputes } from './paypal-disputes.ts'
import { createEvents } from './paypal-events.ts'
import { createOrders } from './paypal-orders.ts'
import { createRouter, noRequests, type Refusal, type Requests } from './paypal-router.ts'
import type { PayPalOrder, Shown } from './paypal-state.ts'
import { failure, newAccountId, newId, PayPalRefusal } from './paypal-wire.ts'
import { createDelivery } from './webhook-delivery.ts'

export interface PayPalSimulatorOptions {
  /** 0 (the default) takes any free port. Always on loopback. */
  port?: number
  clientId: string
  clientSecret: string
  merchant?: string
  /** Where browsers reach the approve page, when that is not the simulator itself (a proxy in front of it). */
  publicUrl?: string
  notifyRetryDelays?: readonly number[]
  /** Milliseconds. */
  clock?: () => number
  /** How many orders are remembered. */
  remember?: number
}

export interface PayPalSimulator extends Omit<Listener, 'close'>, PayPalControls {
  merchantId: string
  /** Of the one webhook that the account has. */
  webhookId: string
  /** PEM of its certificate authority. */
  authority: string
  payment(ref: string): Readonly<PayPalOrder> | undefined
  sendWebhooksTo(url: string): void
  /** Resolves when every notice has been accepted or given up. */
  notified(): Promise<void>
  /** Tokens given out so far are not taken any more. */
  endTokens(): void
  /** The next call whose path holds `on` is refused with this issue. */
  refuseNext(on: string, issue: string, status?: number): void
  /** Refunds made from now on stay pending. */
  refundsStayPending: boolean
  /** A search that would find more transactions is refused; PayPal's own number at first. */
  mostFound: number
  requests: Requests
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startPayPalSimulator(options: PayPalSimulatorOptions): Promise<PayPalSimulator> {
  const { clientId, clientSecret, merchant = 'Demo merchant', clock = Date.now } = options
  if (!clientId || !clientSecret) throw new Error('the PayPal simulator needs a client id and a secret')
  const authority = await createAuthority()
  const delivery = createDelivery(options.notifyRetryDelays)
  const tokens = createTokens({ id: clientId, secret: clientSecret }, clock)
  const requests = noRequests()
  const refusals: Refusal[] = []
  const endpoint = { url: '' }
  let times = 1
  const webhookId = newId()
  const shown: Shown = {
    get url() {
      return listener.url
    },
    pageUrl: ({ id }) => `${publicUrl}/webapps/hermes?token=${id}`,
    merchantId: newAccountId(),
  }
  const events = createEvents({ authority, delivery, webhookId, now: clock, endpoint, url: () => listener.url })
  const emit = (order: PayPalOrder, type: string, resource: object, quiet?: boolean) =>
    events.emit(order, type, resource, { quiet, times })
  const refundsStayPending = () => simulator.refundsStayPending
  const orders = createOrders({
    shown,
    remember: options.remember,
    now: clock,
    emit,
    refundsStayPending,
    allRefunded: (order, quiet) => disputes.settleAll(order, quiet),
  })
  const disputes = createDisputes({ orders, shown, now: clock, emit })

  const listener = await listen({
    port: options.port,
    answer: createRouter({
      authority,
      tokens,
      orders,
      disputes,
      events,
      shown,
      merchant,
      requests,
      refusals,
      mostFound: () => simulator.mostFound,
      now: clock,
    }),
    answerFault: () => failure(new PayPalRefusal(500)),
  })
  const publicUrl = (options.publicUrl ?? listener.url).replace(/\/+$/, '')

  const simulator: PayPalSimulator = {
    ...listener,
    ...createControls({
      orders,
      disputes,
      events,
      repeat(count) {
        times = count
      },
    }),
    merchantId: shown.merchantId,
    webhookId,
    authority: authority.root,
    requests,
    webhooks: delivery.counts,
    refundsStayPending: false,
    mostFound: 10_000,
    payment: orders.find,
    sendWebhooksTo(url) {
      endpoint.url = url
    },
    endTokens: tokens.endAll,
    refuseNext: (on, issue, status = 422) => void refusals.push({ on, issue, status }),
    notified: delivery.idle,
    close() {
      delivery.close()
      return listener.close()
    },
  }
  return simulator
}
