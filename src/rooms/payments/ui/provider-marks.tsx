import type { PaymentMethod } from '../contract.ts'

/** What each provider takes, as its drawing shows it (ui/marks.css). Names of companies are not translated. */
const TAKEN: Record<PaymentMethod['type'], string> = {
  stripe: 'Visa, Mastercard, American Express, Apple Pay, Google Pay',
  payssion: 'Payssion',
}

/** Drawn for who sees them, by name for who hears them. */
export function ProviderMarks({ of }: { of: PaymentMethod['type'] }) {
  return (
    <span lang="en" className="pay-marks" data-of={of}>
      <span className="sr-only">{TAKEN[of]}</span>
    </span>
  )
}
