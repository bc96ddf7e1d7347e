// Payssion: a redirect to its page, a signed form notification, and "details" as the only truth.
// The signatures are MD5 over the values joined by '|', the protocol's own choice. What is known only from other
// people's integrations (the shape of details, the languages) stands in one place each.
import type { z } from 'zod'
import { InvalidSignature, type PaymentProvider, ProviderRefused, ProviderUnreachable } from '../provider.ts'
import { Created, Details, instructionsFrom, moneyIn, REFUNDS, Refunded, stateOf, withRefund } from './answers.ts'
import { PAYABLE_DAYS } from './catalogue.ts'
import { caller, md5, PAYSSION, type PayssionConfig, REASONS } from './connection.ts'
import { readNotice } from './notice.ts'

export function createPayssion(config: PayssionConfig) {
  const { apiKey, secretKey } = config
  const call = caller(config)
  const payableUntil = ({ pm_id: pmId, created }: { pm_id: string; created: number | null }) => {
    const days = ((!pmId || pmId === config.pmId) && config.payableDays) || PAYABLE_DAYS[pmId]
    return days && created ? new Date((created + days * 86_400) * 1000) : undefined
  }

  return {
    id: PAYSSION,
    refundsOnce: false,

    // After ProviderUnreachable: query by attemptId; where nothing is known, or where it is pending and the page's
    // address was lost with the answer, start a new attempt. The same order_id is refused for good (413).
    async create(attempt) {
      const amount = toDecimal(attempt.amountMinor)
      const pmId = attempt.code ?? config.pmId
      const answer = await call('/api/v1/payment/create', {
        api_key: apiKey,
        pm_id: pmId,
        amount,
        currency: attempt.currency,
        order_id: attempt.attemptId,
        description: attempt.description.slice(0, 255),
        return_url: attempt.returnUrl,
        notify_url: attempt.notifyUrl,
        payer_email: attempt.email,
        language: payssionLanguage(attempt.locale),
        api_sig: md5(apiKey, pmId, amount, attempt.currency, attempt.attemptId, secretKey),
      })
      const { transaction, redirect_url, bankaccount } = read(Created, answer)
      if (transaction.order_id !== attempt.attemptId) throw new ProviderUnreachable(PAYSSION, 'unreadable')
      const providerRef = transaction.transaction_id
      if (redirect_url) return { how: 'redirect', providerRef, redirectUrl: redirect_url }
      // `instruct`: no page of theirs, but an account to pay to. Ours shows it.
      if (!bankaccount) throw new ProviderUnreachable(PAYSSION, 'unreadable')
      return { how: 'fields', providerRef, instructions: instructionsFrom(bankaccount, transaction) }
    },

    verifyWebhook(rawBody, _headers) {
      if (apiKey.trim() === '' || secretKey.trim() === '') throw new InvalidSignature(PAYSSION)
      const notice = readNotice(rawBody, apiKey, secretKey)
      if (!notice) throw new InvalidSignature(PAYSSION)
      return notice
    },

    async query({ providerRef, attemptId, currency }) {
      const id = providerRef ?? ''
      const answer = await call('/api/v1/payment/details', {
        api_key: apiKey,
        transaction_id: id,
        order_id: attemptId,
        api_sig: md5(apiKey, id, attemptId, secretKey),
      })
      const transaction = withRefund(read(Details, answer).transaction)
      // An answer about another order proves nothing about this one.
      const ours = attemptId === '' || transaction.order_id === attemptId
      return {
        state: ours ? stateOf(transaction) : 'unknown',
        refund: REFUNDS[transaction.state],
        providerRef: transaction.transaction_id,
        attemptId: transaction.order_id,
        ...moneyIn(transaction, currency),
        rawState: transaction.state,
        payableUntil: payableUntil(transaction),
      }
    },

    // Payssion knows no idempotency key, and its refund takes no reason.
    async refund({ providerRef, amountMinor, currency }) {
      const amount = toDecimal(amountMinor)
      const answer = await call('/api/v1/refunds', {
        api_key: apiKey,
        transaction_id: providerRef,
        amount,
        currency,
        api_sig: md5(apiKey, providerRef, amount, currency, secretKey),
      })
      const { refund } = read(Refunded, answer)
      const state = refund.state === 'refunded' ? 'done' : refund.state === 'refund_failed' ? 'failed' : 'pending'
      return { refundRef: refund.transaction_id, state }
    },
  } satisfies PaymentProvider
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new ProviderUnreachable(PAYSSION, 'unreadable')
  return parsed.data
}

/** 1234 → '12.34', for every currency: Payssion wants two decimals, yen included. */
function toDecimal(hundredths: number): string {
  if (!Number.isSafeInteger(hundredths) || hundredths <= 0) throw new ProviderRefused(PAYSSION, '407', REASONS[407])
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Two letters for what both sides surely know, else English: a language that Payssion lacks is a refusal (408). */
function payssionLanguage(locale: string): string {
  const language = locale.slice(0, 2).toLowerCase()
  return ['de', 'es', 'fr', 'it', 'pt', 'ru'].includes(language) ? language : 'en'
}
