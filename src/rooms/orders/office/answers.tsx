// What a provider answered of a payment, and what the shop expects and knows of it, side by side.
import { sayMoney } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { sayState } from './say-reason.ts'
import type { Waiting } from './waiting-list.tsx'

type Held = Waiting['held'][number]
type Side = NonNullable<Held['theirs' | 'ours']>

export function Answers({ one: { provider, reference, theirs, ours } }: { one: Held }) {
  const t = useOfficeWords()
  if (!ours) return null
  return (
    <>
      <p className="break-all text-muted">
        {provider !== null && sayProvider(t, provider)}
        {reference && <span className="font-mono text-xs"> {reference}</span>}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {theirs && <Facts title={t('payments.answer')} side={theirs} />}
        <Facts title={t('payments.known')} side={ours} />
      </div>
    </>
  )
}

function Facts({ title, side }: { title: string; side: Side }) {
  const t = useOfficeWords()
  const money = (amount: number) => sayMoney(t, amount, side.currency)
  const facts = [
    ['state', sayState(t, side.state)],
    ...('amount' in side ? ([['amount', money(side.amount)]] as const) : []),
    ['paid', money(side.paid)],
    ['refunded', money(side.refunded)],
  ] as const
  return (
    <div>
      <h3 className="text-xs text-muted">{title}</h3>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-3">
        {facts.flatMap(([name, value]) => [
          <dt key={name} className="text-muted">
            {t(`payments.fact.${name}`)}
          </dt>,
          <dd key={`${name} value`} className="break-words">
            <bdi>{value}</bdi>
          </dd>,
        ])}
      </dl>
    </div>
  )
}
