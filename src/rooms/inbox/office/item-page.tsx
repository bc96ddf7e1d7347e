// /office/inbox/…: one item with all that was written, and what can be done about it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { officeCall } from '#browser/office-calls.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { ActsAbout } from '#rooms/staff/office/act.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { sayAge, sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import type { Kind } from '../wire.ts'
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
  // A word that is no kind is refused by the call, as something that is not there.
  const { kind, id } = route.useParams() as { kind: Kind; id: string }
  const item = useQuery({
    queryKey: ['inbox item', kind, id],
    queryFn: ({ signal }) => officeCall('GET /office/inbox/{kind}/{id}', { params: { kind, id } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={item}
      back={
        <Link to="/inbox" search={inboxSeen.last()} className={backClass}>
          <Back>{t('inbox.title')}</Back>
        </Link>
      }
      titleOf={({ reference }) => reference}
      none={{ title: t('inbox.none'), hint: t('inbox.noneHint') }}
    >
      {(data) => <Shown key={`${data.kind} ${data.id}`} item={data} />}
    </OneThing>
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
          {about.kind === 'review' && (
            <ActsAbout value={`review ${item.id}`}>
              <ReviewDecision item={item} about={about} />
            </ActsAbout>
          )}
          {about.kind === 'withdrawal' && (
            <ActsAbout value={`withdrawal ${item.id}`}>
              <WithdrawalDecision item={item} about={about} />
            </ActsAbout>
          )}
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
  const isMembers = about.kind === 'ticket' || (about.kind === 'review' && about.byMember)
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
    [t('order.member'), isMembers ? t('inbox.isMember') : t('inbox.anybody')],
    [t('order.language'), findLocale(item.locale)?.name ?? item.locale],
    [t('inbox.written'), sayMoment(t, item.writtenAt)],
  ]
  if (orderNo)
    facts.push([
      t('inbox.order'),
      may('orders.read') ? (
        <Link key="order" to="/orders" search={{ q: orderNo }} className={`${textLinkClass} font-mono`}>
          <bdi>{orderNo}</bdi>
        </Link>
      ) : (
        <bdi key="order" className="font-mono">
          {orderNo}
        </bdi>
      ),
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
