// A card gateway behind the shop's own card form ("EECPay style"). An attempt leads to /bill-pay; the card that is typed
// there is charged by one request, and what became of it is what the gateway says when it is asked by the attempt's id.
// It has no call for refunds: those are made at the gateway by a person, and its answers say that they were.
import type { Database } from '#platform/database/database.ts'
import { chargeOf } from '../../card-store.ts'
import {
  type CardHolder,
  InvalidSignature,
  type PaymentProvider,
  type PaymentState,
  ProviderRefused,
  ProviderUnreachable,
} from '../provider.ts'
import { Answer, stateOf, toDecimal } from './answers.ts'
import { caller, EECPAY, type EecpayConfig, REQUEST_VALID_SECONDS, UNKNOWN_ORDER } from './connection.ts'
import { readNotice } from './notice.ts'

/** Both clocks may be wrong a little. */
const LOST_AFTER_SECONDS = 2 * REQUEST_VALID_SECONDS

export function createEecpay(config: EecpayConfig, { db }: { db: Database }) {
  const call = caller(config)

  /**
   * The gateway does not know the attempt. Either no card was typed for it; or the request with it was lost, which is
   * certain only once the gateway would not take it any more.
   */
  async function unknownThere(attemptId: string): Promise<{ state: PaymentState['state']; rawState: string }> {
    const charge = await chargeOf(db, attemptId)
    if (!charge) return { state: 'pending', rawState: 'no card' }
    if (charge.state === 'refused') return { state: 'failed', rawState: 'refused' }
    if (charge.seconds < (config.lostAfterSeconds ?? LOST_AFTER_SECONDS))
      return { state: 'processing', rawState: 'charging' }
    return charge.state === 'asked'
      ? { state: 'failed', rawState: 'lost' }
      : { state: 'unknown', rawState: 'forgotten' }
  }

  return {
    id: EECPAY,
    refundsOnce: false,

    async create({ attemptId, orderId, currency, amountMinor, returnUrl }) {
      const page = new URL('/bill-pay', returnUrl)
      page.search = new URLSearchParams({ orderId, currencyType: currency, amount: toDecimal(amountMinor) }).toString()
      return { how: 'redirect', providerRef: attemptId, redirectUrl: page.href }
    },

    async charge(attempt, { card, bill, ship, clientAddress }) {
      const answer = Answer.safeParse(
        await call('/payment/card', {
          order_no: attempt.attemptId,
          amount: toDecimal(attempt.amountMinor),
          currency: attempt.currency,
          goods: attempt.description.slice(0, 100),
          card_no: card.number,
          card_month: card.month,
          card_year: card.year,
          card_code: card.code,
          ...holder('bill', bill),
          ...holder('ship', ship),
          ip: clientAddress,
          return_url: attempt.returnUrl,
          notify_url: attempt.notifyUrl,
        }),
      ).data
      if (answer?.order_no !== attempt.attemptId) throw new ProviderUnreachable(EECPAY, 'unreadable')
      const { trade_no: ref, redirect_url: url } = answer
      // A gateway that repeats the number in what we keep or show is not believed.
      if (ref.includes(card.number) || url?.includes(card.number)) throw new ProviderUnreachable(EECPAY, 'unreadable')
      return { providerRef: ref, ...(url && { redirectUrl: url }) }
    },

    verifyWebhook(rawBody, _headers) {
      const notice = readNotice(rawBody, config)
      if (!notice) throw new InvalidSignature(EECPAY)
      return notice
    },

    async query({ attemptId, providerRef, currency }) {
      const asked = attemptId || providerRef || ''
      const answer = await call('/payment/query', { [attemptId ? 'order_no' : 'trade_no']: asked }).catch((error) => {
        if (error instanceof ProviderRefused && error.code === UNKNOWN_ORDER && attemptId) return undefined
        throw error
      })
      if (answer === undefined) {
        const nothing = { providerRef: '', attemptId, amountMinor: 0, refundedMinor: 0, currency: currency ?? '' }
        return { ...nothing, ...(await unknownThere(attemptId)) }
      }
      const read = Answer.safeParse(answer).data
      if (!read) throw new ProviderUnreachable(EECPAY, 'unreadable')
      // An answer about another order proves nothing about this one.
      const isOurs = attemptId === '' || read.order_no === attemptId
      return {
        state: isOurs ? stateOf(read) : 'unknown',
        rawState: `status ${read.status} ${read.result_code}`.trim(),
        providerRef: read.trade_no,
        attemptId: read.order_no,
        amountMinor: read.status === '1' ? read.amount : 0,
        // What the bank took back is as gone as what was sent.
        refundedMinor: read.dispute === 'lost' ? read.amount : read.refunded_amount,
        currency: read.currency,
        // The gateway gives a dispute no name.
        disputesOver: isOurs && read.dispute === 'won' ? [''] : [],
      }
    },
  } satisfies PaymentProvider
}

function holder(prefix: 'bill' | 'ship', person: CardHolder): Record<string, string> {
  return {
    [`${prefix}_first_name`]: person.firstName,
    [`${prefix}_last_name`]: person.lastName,
    [`${prefix}_address`]: person.address,
    [`${prefix}_city`]: person.city,
    [`${prefix}_state`]: person.state,
    [`${prefix}_country`]: person.country,
    [`${prefix}_zip`]: person.zip,
    [`${prefix}_phone`]: person.phone,
    [`${prefix}_email`]: person.email,
  }
}
