// Charges cards that were typed into the shop's own page: each attempt at paying charges one card once. The row that says
// so is written before the provider is asked, an answer that never came is asked for and never sent again, and nothing of
// a card but its brand and last four digits gets further than the provider's connection (decision C11).
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { refused } from '#platform/http/errors.ts'
import type { Log } from '#platform/log.ts'
import { type Asking, isOpen } from './asking.ts'
import { cardBrand } from './card-rules.ts'
import { beginCharge, chargeOf, chargesOf, endCharge } from './card-store.ts'
import type { ProviderOf } from './method-health.ts'
import type { Method } from './methods.ts'
import { anotherAttempt, attemptAt } from './opening.ts'
import {
  type CardOrder,
  type PaymentProvider,
  type PaymentState,
  ProviderRefused,
  ProviderUnreachable,
} from './providers/provider.ts'
import type { Payable, Settlement } from './settlement.ts'
import * as store from './store.ts'

/** Cards that are tried for one order; who has none by then pays another way. */
const CARDS_PER_ORDER = 6

/** What the shopper is told: `state` undefined means that the provider could not be asked. */
export interface Charged {
  state: PaymentState['state'] | undefined
  /** Where the card's holder proves to his bank who he is, while that is what is waited for. */
  redirectUrl: string | undefined
}

export interface CardsOptions {
  db: Database
  log: Log
  providerOf: ProviderOf
  settlement: Settlement
  settle: Asking['settle']
  shopName: () => string
  origin: () => string
}

export function createCards(options: CardsOptions) {
  const { db, log, providerOf, settlement, settle } = options

  /** Throws what bars a payment, and `pay.methodAway` where the provider would not take the request on. */
  async function chargeCard(orderId: string, method: Method, typed: CardOrder): Promise<Charged> {
    const provider = providerOf(method.provider, method.id)
    if (!provider?.charge) throw refused('pay.methodAway')
    const { order, payment } = await db.transaction((tx) => begin(tx, orderId, method, typed.card.number))
    failpoint('card charge begun')
    const redirectUrl = await send(provider, order, payment, typed)
    const known = (await store.paymentById(db, payment.id)) ?? payment
    const settled = await settle(known).catch((err) => {
      log.warn({ err, provider: provider.id }, 'a charged card could not be asked about')
      return undefined
    })
    // Where nobody knows yet, the bank's page is the way on.
    const mayGo = settled === undefined || settled.state === 'pending'
    return { state: settled?.state, redirectUrl: mayGo ? redirectUrl : undefined }
  }

  async function begin(tx: Transaction, orderId: string, method: Method, number: string) {
    const order = await settlement.lock(tx, orderId)
    if (!order) throw refused('pay.notUnpaid')
    await settlement.mayPay(tx, order)
    if (order.expiresAt <= order.now) throw refused('pay.expired')
    const latest = (await store.paymentsOf(tx, orderId)).find(({ methodId }) => methodId === method.id)
    // Another way was chosen meanwhile, or another total is to be paid.
    if (order.paymentMethod !== method.id || latest?.amount !== order.total) throw refused('pay.notUnpaid')
    if ((await chargesOf(tx, orderId)) >= CARDS_PER_ORDER) throw refused('pay.tooManyCards')
    // The provider knows one charge by one name: another card is another attempt.
    const isFresh = isOpen(latest) && (await chargeOf(tx, latest.id)) === undefined
    const paymentId = isFresh ? latest.id : await anotherAttempt(tx, order, method)
    await beginCharge(tx, { paymentId, brand: cardBrand(number), lastFour: number.slice(-4) })
    const payment = await store.paymentById(tx, paymentId)
    return { order, payment: payment! }
  }

  /** Answers where the bank wants the card's holder. Whatever else became of it is asked for. */
  async function send(provider: PaymentProvider, order: Payable, payment: store.PaymentRow, typed: CardOrder) {
    const end = (state: 'answered' | 'refused', ref: string | null) =>
      db.transaction((tx) => endCharge(tx, payment.id, state, ref))
    try {
      const answer = await provider.charge!(
        attemptAt(provider, order, { ...options, attemptId: payment.id, code: null }),
        typed,
      )
      failpoint('card charged')
      await end('answered', answer.providerRef)
      return answer.redirectUrl
    } catch (error) {
      if (error instanceof ProviderUnreachable)
        log.warn({ err: error, provider: provider.id }, 'nobody knows yet whether a card was charged')
      else if (error instanceof ProviderRefused) {
        log.warn({ err: error, provider: provider.id }, 'a card was not charged: the provider refused the request')
        await end('refused', null)
      } else throw error
      return undefined
    }
  }

  return { chargeCard }
}
