// /office/keys/…: one batch of keys with what is left of it, how it came, and its keys by state.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { ActsAbout } from '#rooms/staff/office/act.tsx'
import { AuditHistory } from '#rooms/staff/office/audit-history.tsx'
import { LIVE_MS } from '#rooms/staff/office/listing.tsx'
import { Back, backClass, OneThing } from '#rooms/staff/office/one-thing.tsx'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useMayGo } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { KEY_STATES } from '#rooms/vault/limits.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { BatchActs } from './batch-acts.tsx'
import { BatchKeys } from './batch-keys.tsx'
import type { Batch } from './batches.ts'
import { lastList } from './last-list.ts'
import { sayLasts } from './lasts.ts'
import { StateBadge } from './state-badge.tsx'

const route = getRouteApi('/frame/keys/$id')
const LINES_SHOWN = 50

export function BatchPage() {
  const t = useOfficeWords()
  const { id } = route.useParams()
  const batch = useQuery({
    queryKey: ['keyBatch', id],
    queryFn: ({ signal }) => officeCall('GET /office/key-batches/{id}', { params: { id } }, { signal }),
    refetchInterval: LIVE_MS,
  })
  return (
    <OneThing
      of={batch}
      back={
        <Link to="/keys" search={lastList()} className={backClass}>
          <Back>{t('keys.title')}</Back>
        </Link>
      }
      titleOf={({ skuCode }) => t('keys.batchOf', { code: skuCode })}
      none={{ title: t('keys.noBatch'), hint: t('keys.noBatchHint') }}
    >
      {(data) => <Shown key={data.id} batch={data} />}
    </OneThing>
  )
}

function Shown({ batch }: { batch: Batch }) {
  const t = useOfficeWords()
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="min-w-0 text-2xl break-words">
          <bdi>{batch.product}</bdi>
        </h1>
        <StateBadge state={batch.state} />
      </div>
      <p className="font-mono text-sm break-all text-muted">{batch.skuCode}</p>
      {!batch.onSale && batch.stock > 0 && (
        <Notice tone="warn" className="mt-4">
          {t('keys.idle', { count: batch.stock })}
        </Notice>
      )}
      <ActsAbout value={`batch ${batch.id}`}>
        <BatchActs batch={batch} />
      </ActsAbout>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('keys.byState')}>
            <Counts counts={batch.counts} />
          </Section>
          <Section title={t('keys.keys')}>
            <BatchKeys batch={batch} />
          </Section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={t('keys.origin')}>
            <Origin batch={batch} />
          </Section>
          {batch.report && batch.report.refused > 0 && (
            <Section title={t('keys.refusedLines')}>
              <Refused report={batch.report} />
            </Section>
          )}
          <Section title={t('audit.history')}>
            <AuditHistory kind="keyBatch" id={batch.id} />
          </Section>
        </div>
      </div>
      <p className="mt-4 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" padding="none" className="p-4 sm:p-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  )
}

function Counts({ counts }: { counts: Batch['counts'] }) {
  const t = useOfficeWords()
  const number = new Intl.NumberFormat(t.tag)
  const present = KEY_STATES.filter((state) => counts[state] || state === 'available' || state === 'sold')
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
      {present.map((state) => (
        <div key={state} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{t(`keys.keyStates.${state}`)}</dt>
          <dd className="figures text-xl font-semibold">{number.format(counts[state] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Origin({ batch }: { batch: Batch }) {
  const t = useOfficeWords()
  const { cost, price, report } = batch
  const number = new Intl.NumberFormat(t.tag)
  const facts: [string, ReactNode][] = [
    [t('keys.source'), <bdi key="source">{batch.source}</bdi>],
    ...(batch.supplier
      ? [[t('keys.supplier'), <bdi key="supplier">{batch.supplier}</bdi>] as [string, ReactNode]]
      : []),
    [t('keys.by'), batch.by ? <bdi key="by">{batch.by}</bdi> : t('keys.byCommand')],
    [
      t('keys.at'),
      <time key="at" dateTime={batch.at}>
        {sayMoment(t, batch.at)}
      </time>,
    ],
    [t('keys.version'), <Version key="version" batch={batch} />],
    [
      t('keys.ofVersion'),
      [number.format(batch.stock), ...(batch.daysLeft === null ? [] : [sayLasts(t, batch.daysLeft)])].join(' · '),
    ],
    [t('keys.cost'), cost ? sayMoney(t, cost.minor / 100, cost.currency) : t('keys.costUnknown')],
    [t('keys.price'), sayMoney(t, price, 'USD')],
  ]
  if (cost?.currency === 'USD') facts.push([t('keys.margin'), sayMoney(t, price - cost.minor / 100, 'USD')])
  if (report) facts.push([t('keys.brought'), t('keys.broughtOf', { added: report.added, lines: report.lines })])
  if (batch.exportedAt) facts.push([t('keys.exportedAt'), sayMoment(t, batch.exportedAt)])
  else if (batch.comesBackUntil) facts.push([t('keys.comesBackUntil'), sayMoment(t, batch.comesBackUntil)])
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm *:odd:text-muted">
      {facts.flatMap(([name, value]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name} value`} className="figures min-w-0 break-words">
          {value}
        </dd>,
      ])}
    </dl>
  )
}

function Version({ batch }: { batch: Batch }) {
  const mayGo = useMayGo()
  if (!mayGo('/catalogue')) return <span className="break-all">{batch.skuCode}</span>
  return (
    <Link
      to="/catalogue/$id"
      params={{ id: String(batch.productId) }}
      className={`${textLinkClass} inline-flex min-h-6 max-w-full items-center break-all`}
    >
      {batch.skuCode}
    </Link>
  )
}

function Refused({ report }: { report: NonNullable<Batch['report']> }) {
  const t = useOfficeWords()
  const { refused } = report
  const shown = report.first.slice(0, LINES_SHOWN)
  return (
    <>
      <ul className="mt-3 grid gap-1 text-sm">
        {shown.map(({ line, reason }) => (
          <li key={line}>
            <span className="figures">{t('keys.line', { line })}</span>: {t(`keys.reasons.${reason}`)}
          </li>
        ))}
      </ul>
      {refused > shown.length && (
        <p className="mt-2 text-sm text-muted">{t('keys.moreLines', { count: refused - shown.length })}</p>
      )}
    </>
  )
}
