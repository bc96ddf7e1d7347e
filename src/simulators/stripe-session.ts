// What POST /v1/checkout/sessions accepts, and the payment that it begins.
import { checkCurrency, checkTotal } from './stripe-limits.ts'
import type { StripeLine, StripePayment } from './stripe-state.ts'
import { at, type Form, newId, part, refuse, strings } from './stripe-wire.ts'

const KNOWN_PARAMETERS = new Set(
  'adaptive_pricing allow_promotion_codes billing_address_collection cancel_url client_reference_id consent_collection currency custom_text customer_creation customer_email expand expires_at line_items locale metadata mode payment_intent_data payment_method_options payment_method_types phone_number_collection submit_type success_url ui_mode'.split(
    ' ',
  ),
)
const LOCALES = new Set(
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  ),
)

/** Throws what Stripe refuses with. */
export function newPayment(
  form: Form,
  { now, hasTerms, dollarsAlone }: { now: number; hasTerms: boolean; dollarsAlone: boolean },
): StripePayment {
  const unknown = Object.keys(form).find((name) => !KNOWN_PARAMETERS.has(name))
  if (unknown) refuse({ code: 'parameter_unknown', param: unknown, message: `Received unknown parameter: ${unknown}` })
  const mode = required(form, 'mode')
  if (mode !== 'payment') invalid('mode')
  if (!['', 'hosted_page'].includes(at(form, 'ui_mode'))) invalid('ui_mode')
  if (!LOCALES.has(at(form, 'locale') || 'auto')) invalid('locale')
  if (!['', 'auto', 'book', 'donate', 'pay'].includes(at(form, 'submit_type'))) invalid('submit_type')
  const successUrl = webAddress(required(form, 'success_url'), 'success_url')
  const cancelUrl = at(form, 'cancel_url') === '' ? null : webAddress(at(form, 'cancel_url'), 'cancel_url')
  if (at(form, 'client_reference_id').length > 200) invalid('client_reference_id')
  const email = at(form, 'customer_email')
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) refuse({ code: 'email_invalid', ...refusalOf('customer_email') })
  const { lines, currency } = lineItems(form)
  const amount = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0)
  checkTotal(amount, currency)
  const termsOfService = at(form, 'consent_collection', 'terms_of_service')
  if (!['', 'none', 'required'].includes(termsOfService)) invalid('consent_collection[terms_of_service]')
  // Without a code and a parameter, as Stripe says it.
  if (termsOfService === 'required' && !hasTerms)
    refuse({
      message:
        'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business information with a Terms of service URL in your Dashboard https://dashboard.stripe.com/settings/public to collect terms of service consent.',
    })
  if (dollarsAlone && currency !== 'usd')
    refuse({
      message:
        'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods) or specify payment_method_types.',
    })
  return {
    id: newId('cs_test'),
    status: 'open',
    paymentStatus: 'unpaid',
    amount,
    currency,
    clientReferenceId: at(form, 'client_reference_id') || null,
    customerEmail: email || null,
    lines,
    successUrl,
    cancelUrl,
    locale: at(form, 'locale') || null,
    submitType: at(form, 'submit_type') || null,
    adaptivePricing: at(form, 'adaptive_pricing', 'enabled') !== 'false',
    termsOfService: termsOfService === 'required' ? termsOfService : null,
    paymentMethodTypes: methodTypes(form),
    metadata: checkMetadata(part(form, 'metadata'), 'metadata'),
    intentMetadata: checkMetadata(part(form, 'payment_intent_data', 'metadata'), 'payment_intent_data[metadata]'),
    receiptEmail: at(form, 'payment_intent_data', 'receipt_email') || null,
    intentDescription: at(form, 'payment_intent_data', 'description') || null,
    created: now,
    expiresAt: expiry(form, now),
    intent: null,
    charge: null,
    charges: [],
    refunds: [],
    disputes: [],
    reviews: [],
    warnings: [],
    balance: [],
    events: [],
  }
}

function lineItems(form: Form): { lines: StripeLine[]; currency: string } {
  const items = Object.keys(part(form, 'line_items'))
  if (items.length === 0) missing('line_items')
  if (items.length > 100) refuse({ message: 'A session may have up to 100 line items', param: 'line_items' })
  let currency = ''
  const lines = items.map((index) => {
    const path = `line_items[${index}]`
    const price = part(form, 'line_items', index, 'price_data')
    const its = required(price, 'currency', `${path}[price_data][currency]`)
    checkCurrency(its, `${path}[price_data][currency]`)
    if (currency && its.toLowerCase() !== currency)
      refuse({
        message: 'All prices on a Checkout Session must have the same currency.',
        param: `${path}[price_data][currency]`,
      })
    currency = its.toLowerCase()
    const name = part(price, 'product_data').name
    if (name === undefined) missing(`${path}[price_data][product_data][name]`)
    if (name === '')
      refuse({ code: 'parameter_invalid_empty', ...refusalOf(`${path}[price_data][product_data][name]`) })
    return {
      id: newId('li'),
      name: String(name),
      unitAmount: integer(
        required(price, 'unit_amount', `${path}[price_data][unit_amount]`),
        `${path}[price_data][unit_amount]`,
      ),
      quantity: integer(
        required(part(form, 'line_items', index), 'quantity', `${path}[quantity]`),
        `${path}[quantity]`,
      ),
    }
  })
  return { lines, currency }
}

function methodTypes(form: Form): string[] {
  const types = Object.values(strings(part(form, 'payment_method_types')))
  const known = new Set(['card', 'sepa_debit', 'boleto', 'konbini', 'multibanco', 'oxxo', 'link', 'paypal', 'klarna'])
  const index = types.findIndex((type) => !known.has(type))
  if (index >= 0) invalid(`payment_method_types[${index}]`)
  return types.length > 0 ? types : ['card']
}

function expiry(form: Form, nowSeconds: number): number {
  const expiresAt = at(form, 'expires_at')
  if (expiresAt === '') return nowSeconds + 86_400
  const left = integer(expiresAt, 'expires_at') - nowSeconds
  if (left < 30 * 60)
    refuse({
      message: 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      param: 'expires_at',
    })
  if (left > 24 * 3600)
    refuse({
      message: 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      param: 'expires_at',
    })
  return Number(expiresAt)
}

const MAX_METADATA_KEYS = 50

export function checkMetadata(form: Form, param: string): Record<string, string> {
  const metadata = strings(form)
  const names = Object.keys(metadata)
  if (names.length > MAX_METADATA_KEYS)
    refuse({ param, message: `Metadata can have up to ${MAX_METADATA_KEYS} keys; ${names.length} were given.` })
  for (const name of names) {
    if (name.length > 40)
      refuse({
        param,
        message: `Metadata keys must be under 40 characters, but you tried to set one with ${name.length}.`,
      })
    if (metadata[name]!.length > 500)
      refuse({ param: `${param}[${name}]`, message: `Metadata values can have up to 500 characters.` })
  }
  // An empty value deletes its key.
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ''))
}

function required(form: Form, name: string, param = name): string {
  if (form[name] === undefined) missing(param)
  return at(form, name)
}

function missing(param: string): never {
  refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` })
}

function integer(text: string, param: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text)
  return refuse({ code: 'parameter_invalid_integer', param, message: `Invalid integer: ${text.slice(0, 40)}` })
}

function webAddress(url: string, param: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  return refuse({ code: 'url_invalid', param, message: 'Not a valid URL' })
}

function invalid(param: string): never {
  refuse(refusalOf(param))
}

function refusalOf(param: string) {
  return { param, message: `Invalid ${param}` }
}
