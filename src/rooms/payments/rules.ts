// What a method takes; when a notice of a provider is done (decision C4), and when its payment is asked about again.
import type { Claim, PaymentState, SettledState } from './providers/provider.ts'

/** `*` alone: any currency. */
export function takesCurrency(currencies: readonly string[], currency: string): boolean {
  return currencies.includes('*') || currencies.includes(currency)
}

/** Types of products (decision B2), of a method and of what is bought; a method that names none takes all. */
export function takesTypes(productTypes: readonly number[], types: readonly number[]): boolean {
  return productTypes.length === 0 || types.every((type) => productTypes.includes(type))
}

/**
 * Whether the provider's own answer agrees with what its notice said, or is later in the life of a payment than that.
 * While it does not, the notice is not done, and the payment is asked about again.
 */
export function confirms(state: Pick<PaymentState, 'state' | 'refundedMinor'>, claim: Claim): boolean {
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
      return answered('disputed', 'lost')
    case 'disputeOver':
      return !answered('disputed', 'unknown')
    default:
      return true
  }
}

const PLAIN = /^[\x21-\x7e]{1,255}$/

/** A name as providers give them; null for everything else: blanks, line breaks, NUL, objects, novels. */
export function plainName(value: unknown): string | null {
  return typeof value === 'string' && PLAIN.test(value) ? value : null
}
