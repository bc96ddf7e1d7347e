// What needs attention: each with the way to where it is dealt with, and a button for what needs nothing but to be known.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, CircleCheck } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoment } from '#rooms/staff/office/said.ts'
import { useMay, useMayGo } from '#rooms/staff/office/session.ts'
import { sayRefusal, type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { sayProblem } from './refund-problem.ts'
import { sayHeld, sayReason } from './say-reason.ts'
import { wayOf, wayWord } from './ways.ts'

type Alert = Awaited<ReturnType<typeof officeCall<'GET /office/alerts'>>>['rows'][number]

export function Attention() {
  const t = useOfficeWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => officeCall('GET /office/alerts', {}, { signal }),
    refetchInterval: 10_000,
  })
  if (!data && error)
    return (
      <ErrorState
        title={sayRefusal(t, error)}
        retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
      />
    )
  return (
    <section className="mt-5">
      <h2 className="text-lg">{t('today.attention')}</h2>
      {!data ? (
        <SkeletonGroup label={t('frame.loading')} className="mt-3">
          <SkeletonBlock className="h-24" />
        </SkeletonGroup>
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<CircleCheck size={24} />} title={t('today.quiet')} headingLevel={3}>
          <p>{t('today.quietHint')}</p>
        </EmptyState>
      ) : (
        <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
          {data.rows.map((alert) => (
            <Row key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {data?.isMore && <p className="mt-2 text-sm text-muted">{t('today.more')}</p>}
    </section>
  )
}

function Row({ alert }: { alert: Alert }) {
  const t = useOfficeWords()
  const may = useMay()
  const title = `today.alert.${alert.kind.replace('.', '_')}`
  const { left } = alert.details
  const said = sayWhy(t, alert.details)
  return (
    <li className="flex items-start gap-3 p-3 text-sm sm:px-4">
      <span
        aria-hidden="true"
        className={`mt-1.5 size-2 shrink-0 rounded-full ${alert.money ? 'bg-bad' : 'bg-line-strong'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {alert.money && <span className="sr-only">{t('today.isMoney')} </span>}
          {t.knows(title) ? t(title) : alert.kind}
          {alert.count > 1 && <span className="figures text-muted"> × {alert.count}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted">
          {alert.isHidden ? (
            t('today.notYours')
          ) : alert.orderId ? (
            <Link to="/orders/$id" params={{ id: alert.orderId }} className={`${textLinkClass} font-mono`}>
              {alert.orderNo}
            </Link>
          ) : (
            <bdi className="min-w-0 break-all">{subjectOf(alert)}</bdi>
          )}
          {said && <bdi className="min-w-0 break-words">{said}</bdi>}
          {typeof left === 'number' && <span className="figures">{t('catalogue.inStock', { count: left })}</span>}
          <time dateTime={alert.lastAt} className="figures">
            {sayMoment(t, alert.lastAt)}
          </time>
          {!alert.isHidden && <WayOut alert={alert} />}
        </p>
      </div>
      {may('alerts.resolve') && !alert.isHidden && <Done alert={alert} />}
    </li>
  )
}

/** Known by its names where it has some; else by its id. */
function subjectOf({ subject, details: { product, version } }: Alert): string {
  const names = [product, version].filter((name) => typeof name === 'string')
  return names.length > 0 ? names.join(' · ') : subject
}

/** A person's words as they are, the shop's own in the reader's language. */
function sayWhy(t: TranslateOffice, { why, reason, problem, currency }: Alert['details']): string | undefined {
  if (typeof why === 'string') return sayReason(t, why)
  if (typeof problem === 'string') return sayProblem(t, problem, String(currency))
  return typeof reason === 'string' ? sayHeld(t, reason) : undefined
}

/** To where it is dealt with, when its order is not where; whoever may not go there reads where others do. */
function WayOut({ alert: { kind, details } }: { alert: Alert }) {
  const t = useOfficeWords()
  const may = useMay()
  const mayGo = useMayGo()
  const way = wayOf(kind)
  if (way === undefined) return null
  // Of another seller's offer a command brings them in.
  if (kind === 'stock.low' && typeof details.version === 'string' && !details.seller && may('vault.import'))
    return (
      <Link to="/keys/import" search={{ sku: details.version }} className={textLinkClass}>
        {t('keys.import')}
      </Link>
    )
  const words = t(`today.way.${wayWord(way)}`)
  return mayGo(way) ? (
    <Link to={way} className={textLinkClass}>
      {words}
    </Link>
  ) : (
    words
  )
}

function Done({ alert: { id, lastAt } }: { alert: Alert }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const done = useMutation({
    mutationFn: () => actCall('POST /office/alerts/{id}/done', { params: { id }, body: { seenAt: lastAt } }),
    onError: (error) => toast({ message: sayRefusal(t, error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['alerts'] }),
  })
  return (
    <IconButton label={t('today.done')} size="sm" disabled={done.isPending} onClick={() => done.mutate()}>
      <Check size={18} />
    </IconButton>
  )
}
