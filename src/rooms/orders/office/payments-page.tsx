// /office/payments: what about money waits for a person, each with its way out. What belongs to one order is done on its page.
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { OrderOf } from '#rooms/staff/office/order-of.tsx'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { sayRefusal, type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { Answers } from './answers.tsx'
import { ByHand } from './by-hand.tsx'
import { Differences } from './differences.tsx'
import { EvidenceAct } from './evidence-act.tsx'
import { sayHeld, sayReason } from './say-reason.ts'
import { List, type Waiting } from './waiting-list.tsx'

export function PaymentsPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('payments.title'), me?.shop)
  const { data, error, refetch } = useQuery({
    queryKey: ['payments'],
    queryFn: ({ signal }) => officeCall('GET /office/payments', {}, { signal }),
    refetchInterval: 10_000,
  })
  return (
    <>
      <h1 className="text-2xl">{t('payments.title')}</h1>
      {data ? (
        <Shown waiting={data} />
      ) : error ? (
        <ErrorState
          title={sayRefusal(t, error)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-2">
          <SkeletonBlock className="h-40" />
        </SkeletonGroup>
      )}
    </>
  )
}

function Shown({ waiting }: { waiting: Waiting }) {
  const t = useOfficeWords()
  const { disputes, held, byHand, differences, isMore, compared } = waiting
  const isQuiet = [disputes, held, byHand, differences].every((list) => list.length === 0)
  return (
    <>
      {isQuiet && (
        <EmptyState icon={<CircleCheck size={24} />} title={t('payments.quiet')}>
          <p>{t('payments.quietHint')}</p>
        </EmptyState>
      )}
      <List title={t('payments.disputes')} rows={disputes} isMore={isMore.disputes}>
        {(one) => (
          <Row key={one.reference ?? one.orderId} order={one} money={one}>
            <p className={one.answerUntil ? 'font-medium text-bad' : 'text-muted'}>
              {one.answerUntil
                ? t('payments.answerUntil', { at: sayMoment(t, one.answerUntil) })
                : t('payments.noDeadline')}
            </p>
            <div>
              <EvidenceAct orderId={one.orderId} />
            </div>
          </Row>
        )}
      </List>
      <List title={t('payments.held')} rows={held} isMore={isMore.held}>
        {(one) => (
          <Row key={`${one.orderId} ${one.reason}`} order={one} since={one.since}>
            <p className="font-medium">{sayHeld(t, one.reason)}</p>
            {one.why && (
              <p className="break-words text-muted">
                <bdi>{one.by ? `${one.by}: ${one.why}` : one.why}</bdi>
              </p>
            )}
            <Answers one={one} />
          </Row>
        )}
      </List>
      <List title={t('payments.byHand')} rows={byHand} isMore={isMore.byHand}>
        {(one) => (
          <Row key={one.number} order={one} money={one} since={one.since}>
            <p className="break-words text-muted">
              <bdi>{sayReason(t, one.why)}</bdi>
            </p>
            <ByHand number={one.number} />
          </Row>
        )}
      </List>
      <Differences rows={differences} isMore={isMore.differences} />
      <Compared compared={compared} t={t} />
    </>
  )
}

interface RowProps {
  order: { orderId: string; orderNo: string }
  money?: { provider: string; reference: string | null; amount: number; currency: string }
  since?: string
  children: ReactNode
}

function Row({ order, money, since, children }: RowProps) {
  const t = useOfficeWords()
  return (
    <li className="grid gap-1 rounded-card border border-line bg-surface p-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <OrderOf of={order} />
        {money && <span className="figures font-medium">{sayMoney(t, money.amount, money.currency)}</span>}
      </p>
      {money && (
        <p className="break-all text-muted">
          {sayProvider(t, money.provider)}
          {money.reference && <span className="font-mono text-xs"> {money.reference}</span>}
        </p>
      )}
      {children}
      {since && (
        <p className="figures text-xs text-muted">
          <time dateTime={since}>{sayMoment(t, since)}</time>
        </p>
      )}
    </li>
  )
}

function Compared({ compared, t }: { compared: Waiting['compared']; t: TranslateOffice }) {
  const may = useMay()
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t('payments.compared')}</h2>
      <dl className="figures mt-2 grid w-max max-w-full grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {compared.flatMap(({ provider, finishedAt }) => [
          <dt key={provider}>{sayProvider(t, provider)}</dt>,
          <dd key={`${provider} at`} className="text-muted">
            {finishedAt ? sayMoment(t, finishedAt) : t('payments.neverCompared')}
          </dd>,
        ])}
      </dl>
      <p className="mt-2 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      {may('payments.settle') && (
        <div className="mt-3">
          <Act
            label={t('payments.compare')}
            explain={t('payments.compareWhat')}
            schema={async () => (await import('./act-forms.ts')).NothingForm}
            asksReason={false}
            send={() => actCall('POST /office/payments/compare', { body: {} })}
            done={t('payments.compareDone')}
          />
        </div>
      )}
    </section>
  )
}
