// /office/inbox/…: one item with all that was written, and what can be done about it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { sayAge, sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { KINDS } from '../wire.ts'
import { AnswerForm } from './answer-form.tsx'
import { Assignment } from './assignment.tsx'
import { ReviewDecision, WithdrawalDecision } from './decisions.tsx'
import { DoneOrReopen } from './done.tsx'
import { type Item, inboxSeen } from './item.ts'
import { StateBadge } from './state-badge.tsx'
import { Thread } from './thread.tsx'

const route = getRouteApi('/frame/inbox/$kind/$id')

export function ItemPage() {
  const t = useOfficeWords()
  const { kind: word, id } = route.useParams()
  const kind = KINDS.find((each) => each === word)
  const { data: me } = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox item', kind, id],
    queryFn: ({ signal }) => officeCall('GET /office/inbox/{kind}/{id}', { params: { kind: kind!, id } }, { signal }),
    enabled: kind !== undefined,
    refetchInterval: 10_000,
  })
  const isNone = !kind || (error instanceof CallRefused && (error.status === 404 || error.status === 400))
  useTitle(data ? data.reference : isNone ? t('inbox.none') : undefined, me?.shop)
  return (
    <>
      <p>
        <Link
          to="/inbox"
          search={inboxSeen.last()}
          className={`${textLinkClass} inline-flex min-h-6 items-center gap-1.5 text-sm`}
        >
          <ArrowLeft size={16} aria-hidden="true" /> {t('inbox.title')}
        </Link>
      </p>
      {isNone ? (
        <ErrorState title={t('inbox.none')} headingLevel={1}>
          {t('inbox.noneHint')}
        </ErrorState>
      ) : data ? (
        <Shown key={`${data.kind} ${data.id}`} item={data} />
      ) : error ? (
        <ErrorState
          title={sayRefusal(t, error)}
          retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
          headingLevel={1}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-4">
          <SkeletonBlock className="h-10" />
          <SkeletonBlock className="h-48" />
        </SkeletonGroup>
      )}
    </>
  )
}

function Shown({ item }: { item: Item }) {
  const t = useOfficeWords()
  const may = useMay()
  const { about } = item
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="font-mono text-2xl">{item.reference}</h1>
        <StateBadge state={item.state} />
        <p className="figures text-sm text-muted">
          {t(`inbox.one.${item.kind}`)} · {t('inbox.for', { age: sayAge(t, item.since) })}
        </p>
      </div>
      {item.kind === 'ticket' && (
        <p className="mt-2 text-lg break-words">
          <bdi>{item.title}</bdi>
        </p>
      )}
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Thread item={item} />
          {about.kind === 'review' && <ReviewDecision item={item} about={about} />}
          {about.kind === 'withdrawal' && <WithdrawalDecision item={item} about={about} />}
          {(item.kind === 'ticket' || item.kind === 'enquiry') && may('inbox.answer') && (
            <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5">
              <AnswerForm item={item} kind={item.kind} />
              <DoneOrReopen item={item} kind={item.kind} />
            </Card>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Card padding="none" className="p-4 sm:p-5">
            <h2 className="text-lg">{t('inbox.assignee')}</h2>
            <Assignment item={item} />
          </Card>
          <Card padding="none" className="p-4 sm:p-5">
            <h2 className="text-lg">{t('inbox.who')}</h2>
            <Who item={item} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Who({ item }: { item: Item }) {
  const t = useOfficeWords()
  const may = useMay()
  const { about } = item
  const orderNo = about.kind === 'ticket' ? about.orderNo : null
  const facts: [string, React.ReactNode][] = [
    [t('inbox.name'), <bdi key="name">{item.name}</bdi>],
    [
      t('inbox.email'),
      may('orders.read') ? (
        <Link key="email" to="/orders" search={{ q: item.email }} className={textLinkClass}>
          <bdi>{item.email}</bdi>
        </Link>
      ) : (
        <bdi key="email">{item.email}</bdi>
      ),
    ],
    [t('order.member'), item.kind === 'ticket' ? t('inbox.isMember') : t('inbox.anybody')],
    [t('order.language'), findLocale(item.locale)?.name ?? item.locale],
    [t('inbox.written'), sayMoment(t, item.writtenAt)],
  ]
  if (orderNo)
    facts.push([
      t('inbox.order'),
      <Link key="order" to="/orders" search={{ q: orderNo }} className={`${textLinkClass} font-mono`}>
        <bdi>{orderNo}</bdi>
      </Link>,
    ])
  if (about.kind === 'enquiry') {
    if (about.contact) facts.push([t('inbox.contact'), <bdi key="contact">{about.contact}</bdi>])
    if (about.region) facts.push([t('inbox.region'), <bdi key="region">{about.region}</bdi>])
  }
  return (
    <>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm *:odd:text-muted *:even:break-words">
        {facts.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])}
      </dl>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}
