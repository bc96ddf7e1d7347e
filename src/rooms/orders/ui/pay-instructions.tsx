import { useWords } from '#platform/i18n/messages.ts'
import { Card } from '#ui/card.tsx'
import type { OrderDetail } from '../wire.ts'

/** What must be done to pay where the provider has no page for it: in the provider's own words, ready to be copied. */
export function PayInstructions({ instructions }: { instructions: NonNullable<OrderDetail['instructions']> }) {
  const t = useWords()
  return (
    <Card as="section" padding="lg" aria-labelledby="instructions-title">
      <h2 id="instructions-title" className="text-lg">
        {t('pay.instructions.title')}
      </h2>
      <p className="mt-1 text-muted">{t('pay.instructions.text')}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        {instructions.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
            <dt className="text-muted">
              <bdi>{label}</bdi>
            </dt>
            <dd className="min-w-0 font-medium wrap-anywhere select-all">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
