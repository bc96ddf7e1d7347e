// What payment/create accepts, by the rules that the provider's own SDK and plugins live by.
import { randomBytes } from 'node:crypto'
import type { Merchant, PayssionPayment } from './payssion-payment.ts'
import { type Field, hundredths, isWebAddress, md5 } from './payssion-wire.ts'

/** One payment method of the merchant. */
export interface PayssionMethod {
  /** Known to Payssion, not enabled for this app (491). */
  enabled?: boolean
  currencies?: string[]
  /** Two letters; others are refused (414). */
  countries?: string[]
  /** In hundredths. */
  minimum?: number
  maximum?: number
  /** What payers pay in: ISO code and how much of it is one of the asked currency. */
  local?: { currency: string; rate: number }
  /** Payssion settles in this: the API then shows the order's currency as the local one. */
  settle?: { currency: string; rate: number }
  /** `instruct` shows a bank account and has no page; `instruct|redirect` has both. */
  todo?: 'redirect' | 'instruct' | 'instruct|redirect'
  /** In hundredths of a percent. */
  feeBp?: number
}

const CURRENCIES = new Set(
  'USD EUR GBP CNY JPY KRW HKD TWD BRL CAD AUD CHF SEK INR MXN SGD PLN RUB TRY THB MYR PHP IDR CZK HUF RON'.split(' '),
)
const LANGUAGES = new Set(['en', 'de', 'es', 'fr', 'it', 'pt', 'ru', 'zh', 'ja', 'ko', 'pl', 'tr'])

/** The payment, or the result_code of the first rule that it breaks. */
export function newPayment(
  field: Field,
  of: Merchant & { methods: Record<string, PayssionMethod>; now: number; isKnown(orderId: string): boolean },
): PayssionPayment | number {
  const [pmId, amount, currency] = [field('pm_id'), field('amount'), field('currency')]
  const legacy = field('order_id') === '' && field('track_id') !== ''
  const orderId = legacy ? field('track_id') : field('order_id')
  const signed = legacy ? [orderId, field('sub_track_id')] : [orderId]
  if (!orderId || orderId.length > 255) return 400
  if (field('api_sig') !== md5(of.apiKey, pmId, amount, currency, ...signed, of.secretKey)) return 402
  const method = Object.hasOwn(of.methods, pmId) ? of.methods[pmId] : undefined
  if (!method) return 405
  if (method.enabled === false) return 491
  if (!CURRENCIES.has(currency) || (method.currencies && !method.currencies.includes(currency))) return 406
  const amountMinor = hundredths(amount)
  if (!amountMinor) return 407
  const language = field('language')
  if (language && !LANGUAGES.has(language)) return 408
  for (const url of [field('return_url'), field('notify_url')]) if (url && !isWebAddress(url)) return 409
  const country = field('country')
  if (country && (!/^[A-Z]{2}$/i.test(country) || (method.countries && !method.countries.includes(country)))) return 414
  if (amountMinor < (method.minimum ?? 0)) return 417
  if (amountMinor > (method.maximum ?? Number.POSITIVE_INFINITY)) return 418
  if (of.isKnown(orderId)) return 413
  const { local } = method
  return {
    transactionId: `T${randomBytes(10).toString('hex').toUpperCase()}`,
    orderId,
    subTrackId: legacy ? field('sub_track_id') : null,
    pmId,
    amountMinor,
    paidMinor: 0,
    refundedMinor: 0,
    feesMinor: Math.round((amountMinor * (method.feeBp ?? 0)) / 10_000),
    currency,
    settle: method.settle ?? null,
    local: local
      ? { currency: local.currency, amountMinor: Math.round(amountMinor * local.rate) }
      : { currency, amountMinor },
    description: field('description').slice(0, 255),
    state: 'pending',
    returnUrl: field('return_url') || null,
    notifyUrl: field('notify_url') || null,
    created: of.now,
    updated: of.now,
  }
}

/** As a Brazilian bank transfer is explained: labels of the bank's, and in which order they are shown. */
export function bankAccount({ transactionId }: PayssionPayment) {
  return {
    Banco: 'Banco de Teste',
    Agência: '1525 op 3',
    Conta: '2640-0',
    Beneficiário: 'Pagamentos de Teste Ltda.',
    Referencia: transactionId,
    show_order: 'Banco|Beneficiário|Agência|Conta|Referencia',
  }
}
