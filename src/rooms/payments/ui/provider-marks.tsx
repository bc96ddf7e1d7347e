/** What providers take, as their drawings show it (ui/marks.css). Names of companies are not translated. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ['stripe', 'Visa, Mastercard, American Express, Apple Pay, Google Pay'],
  ['payssion', 'Payssion'],
])

/** Drawn for who sees them, by name for who hears them. `instead`: shown for a provider that has no drawing. */
export function ProviderMarks({ of, instead }: { of: string; instead?: string }) {
  const taken = TAKEN.get(of)
  if (!taken) return instead
  return (
    <span lang="en" className="pay-marks" data-of={of}>
      <span className="sr-only">{taken}</span>
    </span>
  )
}
