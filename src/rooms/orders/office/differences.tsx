// What providers have otherwise than the shop, side by side.
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { sayMoment, sayMoney } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { sayState } from './say-reason.ts'
import { List, type Waiting } from './waiting-list.tsx'

type Difference = Waiting['differences'][number]

export function Differences({ rows, isMore }: { rows: Difference[]; isMore: boolean }) {
  const t = useOfficeWords()
  return (
    <List title={t('payments.differences')} rows={rows} isMore={isMore}>
      {(one) => <Shown key={one.number} one={one} />}
    </List>
  )
}

function Shown({ one }: { one: Difference }) {
  const t = useOfficeWords()
  const may = useMay()
  const what = `payments.differs.${one.what}`
  return (
    <li className="grid gap-1 rounded-card border border-line bg-surface p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        {one.orderId ? (
          <OrderOf of={{ orderId: one.orderId, orderNo: one.orderNo }} />
        ) : (
          <span>{t('payments.noOrder')}</span>
        )}
        <span className="text-muted">{sayProvider(t, one.provider)}</span>
      </p>
      <p className="font-medium">{t.knows(what) ? t(what) : one.what}</p>
      <p className="font-mono text-xs break-all text-muted">{one.reference}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Facts title={t('payments.theirs')} facts={one.theirs} other={one.ours} />
        <Facts title={t('payments.ours')} facts={one.ours} other={one.theirs} />
      </div>
      <p className="figures text-xs text-muted">
        <time dateTime={one.since}>{sayMoment(t, one.since)}</time>
      </p>
      {may('payments.settle') && (
        <div>
          <Act
            size="sm"
            label={t('payments.settle')}
            explain={t('payments.settleWhat')}
            schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
            seen={one.seen}
            send={({ reason }, seen) =>
              actCall('POST /office/payments/differences/{number}/settle', {
                params: { number: one.number },
                body: { reason, seen },
              })
            }
            done={t('payments.settleDone')}
          />
        </div>
      )}
    </li>
  )
}

/** Noted in hundredths of the currency. */
const AMOUNTS = ['amount', 'paid', 'refunded', 'listed', 'back', 'toBalance']

type FactsProps = {
  title: string
  facts: Record<string, unknown>
  /** The other side, in whose currency this one is where it names none. */
  other: Record<string, unknown>
}

/** As they were noted. */
function Facts({ title, facts, other }: FactsProps) {
  const t = useOfficeWords()
  const currency = [facts.currency, other.currency].find((code) => typeof code === 'string')
  const called = (name: string) => {
    const known = `payments.fact.${name}`
    return t.knows(known) ? t(known) : name
  }
  const say = (name: string, value: unknown) => {
    if (name === 'state') return sayState(t, String(value))
    if (!AMOUNTS.includes(name) || typeof value !== 'number') return String(value)
    return currency ? sayMoney(t, value / 100, currency) : (value / 100).toFixed(2)
  }
  const rows = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)
  return (
    <div>
      <h3 className="text-xs text-muted">{title}</h3>
      <dl className="figures grid grid-cols-[auto_1fr] gap-x-3">
        {rows.flatMap(([name, value]) => [
          <dt key={name} className="text-muted">
            {called(name)}
          </dt>,
          <dd key={`${name} value`} className="break-all">
            <bdi>{say(name, value)}</bdi>
          </dd>,
        ])}
      </dl>
    </div>
  )
}
