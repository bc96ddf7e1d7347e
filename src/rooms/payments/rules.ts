// What a method takes; when a notice of a provider is done (decision C4), and when its payment is asked about again.
import type { Claim, PaymentState, SettledState } from './providers/provider.ts'

export { readProblem } from './refund-rules.ts'

/** `*` alone: any currency. */
export function takesCurrency(currencies: readonly string[], currency: string): boolean {
  return currencies.includes('*') || currencies.includes(currency)
}

/** Types of products (decision B2), of a method and of what is bought; a method that names none takes all. */
export function takesTypes(productTypes: readonly number[], types: readonly number[]): boolean {
  return productTypes.length === 0 || types.every((type) => productTypes.includes(type))
}

/** Where a method is offered: in these countries (ISO 3166) alone, or in all but these; without any, everywhere. */
export interface Places {
  countries: readonly string[]
  countriesExcluded: boolean
}

/** `country` empty: nobody knows where the buyer is, and that bars nothing. */
export function takesCountry({ countries, countriesExcluded }: Places, country: string): boolean {
  return !country || countries.length === 0 || countries.includes(country) !== countriesExcluded
}

/**
 * The EEA and the United Kingdom: no fee may be asked there for paying by a consumer's card (PSD2 Art. 62(4), decision C7). Marked, so
 * that pages which do not ask for it are built without it.
 */
export const NO_CARD_FEES =
  /* @__PURE__ */ 'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )

/** Countries of NO_CARD_FEES where the method is offered with a fee all the same. */
export function cardFeesIn(method: Places & { feeBp: number; takesConsumerCards: boolean }): string[] {
  if (method.feeBp === 0 || !method.takesConsumerCards) return []
  return NO_CARD_FEES.filter((country) => takesCountry(method, country))
}

/**
 * Whether the provider's own answer agrees with what its notice said, or is later in the life of a payment than that.
 * While it does not, the notice is not done, and the payment is asked about again.
 */
export function confirms(state: Pick<PaymentState, 'state' | 'refundedMinor' | 'disputesOver'>, claim: Claim): boolean {
  const answered = (...states: SettledState[]) => states.includes(state.state)
  switch (claim.says) {
    case 'paid':
      return answered('completed', 'refunded', 'lost')
    case 'notPaid':
      return !answered('pending', 'processing', 'unknown')
    case 'refunded':
      return (
        answered('refunded', 'lost') || (state.refundedMinor > 0 && state.refundedMinor >= (claim.refundedMinor ?? 0))
      )
    case 'disputed':
      return answered('disputed', 'lost') || state.disputesOver?.includes(claim.dispute ?? '') === true
    case 'disputeOver':
      return !answered('disputed', 'unknown')
    default:
      return true
  }
}

/** Money was there for certain; it may have gone back since. */
const PAID: readonly string[] = ['completed', 'disputed', 'refunded', 'lost']
const NOTHING_PAID: readonly SettledState[] = ['pending', 'processing', 'failed', 'cancelled', 'expired']

/**
 * Whether an answer takes back what was paid without saying where it went: nothing is paid any more, or less, or it was
 * another currency. Only a refund, a dispute or a loss takes money away. `paysIt`: the order is paid by this payment. One
 * that a person has accepted in a state that is not paid (a part of a voucher) may end in any such state with its money.
 */
export function contradicts(
  known: { state: string; paidAmount: number | null; currency: string },
  answer: Pick<PaymentState, 'state' | 'amountMinor' | 'currency'>,
  paysIt: boolean,
): boolean {
  if (!wasPaid(known, paysIt)) return false
  const saysNothingPaid = NOTHING_PAID.includes(answer.state)
  if (saysNothingPaid && PAID.includes(known.state)) return true
  if (!saysNothingPaid && answer.state !== 'completed') return false
  return answer.amountMinor < (known.paidAmount ?? 0) || (paysIt && answer.currency !== known.currency)
}

export function wasPaid({ state, paidAmount }: { state: string; paidAmount: number | null }, paysIt: boolean): boolean {
  return (paidAmount ?? 0) > 0 && (paysIt || PAID.includes(state))
}

const PLAIN = /^[\x21-\x7e]{1,255}$/

/** A name as providers give them; null for everything else: blanks, line breaks, NUL, objects, novels. */
export function plainName(value: unknown): string | null {
  return typeof value === 'string' && PLAIN.test(value) ? value : null
}
