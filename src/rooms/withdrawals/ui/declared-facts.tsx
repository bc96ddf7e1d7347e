import { useWords } from '#platform/i18n/messages.ts'
import type { Withdrawal } from '../forms.ts'

type DeclaredFactsProps = { declared: Withdrawal; more?: [label: string, value: string][] }

/** Everything that is declared, as it was written. */
export function DeclaredFacts({ declared, more = [] }: DeclaredFactsProps) {
  const t = useWords()
  const facts: [string, string][] = [
    ...more,
    [t('withdrawal.orderNo.label'), declared.orderNo],
    [t('withdrawal.scope.label'), declared.scope || t('withdrawal.scope.all')],
    [t('withdrawal.name.label'), declared.fillName],
    [t('withdrawal.email.label'), declared.email],
  ]
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line">
      {facts.map(([label, value]) => (
        <div key={label} className="py-2.5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
