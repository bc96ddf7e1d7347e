// /office/audit: what people did, the newest first. Its address is its only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { AuditChanges } from './audit-changes.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { sayAct, sayKind } from './audit-said.ts'
import { AuditUnsaid } from './audit-unsaid.tsx'
import { ListTools } from './list-tools.tsx'
import { LIVE_MS, Listing } from './listing.tsx'
import type { OfficePath } from './may-go.ts'
import { Pager } from './pager.tsx'
import { sayMoment, zone } from './said.ts'
import { useMay, useMayGo, useMe } from './session.ts'
import { useTitle } from './title.ts'
import { useOfficeWords } from './words.ts'

const route = getRouteApi('/frame/audit')

const COLUMNS = ['at', 'who', 'act', 'subject', 'changes', 'reason']

type Row = Awaited<ReturnType<typeof officeCall<'GET /office/audit'>>>['rows'][number]

export function AuditPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('audit.title'), me?.shop)
  const { after, ...search } = route.useSearch()
  const { person, act, kind, id, from, to } = search
  const list = useQuery({
    queryKey: ['audit', person, act, kind, id, from, to, after],
    queryFn: ({ signal }) =>
      officeCall('GET /office/audit', { query: { person, act, kind, id, from, to, after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  const isNarrowed = Object.values(search).some(Boolean) || after !== undefined
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('audit.title')}</h1>
        <ListTools list="audit" search={search} shown={COLUMNS} first={COLUMNS} />
      </div>
      <p className="mt-1 text-sm text-muted">{t('audit.intro')}</p>
      <AuditFilter key={JSON.stringify(search)} search={search} days={list.data?.zone} />
      <Listing list={list}>
        {(data) => (
          <>
            {data.rows.length > 0 ? (
              <Rows rows={data.rows} />
            ) : (
              <EmptyState icon={<ScrollText size={24} />} title={t(isNarrowed ? 'audit.nothingFound' : 'audit.none')}>
                {isNarrowed && <p>{t('audit.nothingHint')}</p>}
              </EmptyState>
            )}
            <Pager
              first={after !== undefined && { to: '/audit', search: search }}
              next={Boolean(data.next) && { to: '/audit', search: { ...search, after: data.next } }}
            />
          </>
        )}
      </Listing>
    </>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const t = useOfficeWords()
  return (
    <>
      <ol className="mt-4 border-t border-line">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-1 border-b border-line py-3 text-sm md:grid-cols-[10rem_minmax(0,13rem)_minmax(0,1fr)]"
          >
            <p className="figures text-muted">
              <time dateTime={row.at}>{sayMoment(t, row.at)}</time>
            </p>
            <p className="min-w-0 break-words">
              <Who row={row} />
            </p>
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-medium">{sayAct(t, row.act)}</span> · <Subject row={row} />
              </p>
              <AuditChanges of={row} />
              <AuditUnsaid of={row} className="mt-1" />
              {row.reason && (
                <p className="mt-1 break-words text-muted">
                  <bdi>{row.reason}</bdi>
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </>
  )
}

function Who({ row: { staffId, actor, address } }: { row: Row }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <>
      {staffId === null ? (
        <bdi>{t('audit.machineUser', { user: actor })}</bdi>
      ) : may('staff.read') ? (
        <Link to="/staff/$id" params={{ id: staffId }} className={`${textLinkClass} break-all`}>
          <bdi>{actor}</bdi>
        </Link>
      ) : (
        <bdi className="break-all">{actor}</bdi>
      )}
      {address && <span className="block font-mono text-xs break-all text-muted">{address}</span>}
    </>
  )
}

/** Where the pages of things lie, by their kinds: each in a place of the office. */
const PAGES = {
  order: '/orders/$id',
  staff: '/staff/$id',
  product: '/catalogue/$id',
  seller: '/catalogue/sellers/$id',
  facet: '/catalogue/facets/$id',
  banner: '/catalogue/banners/$id',
  keyBatch: '/keys/$id',
  mail: '/health/mails/$id',
  bulk: '/catalogue/bulk/$id',
} as const

/** The pages on which things without one of their own stand, by their kinds. */
const STANDS_ON = {
  setting: '/settings',
  contact: '/settings',
  alertChannel: '/settings',
  method: '/settings/methods',
  currency: '/settings/currencies',
  category: '/catalogue/categories',
} as const

/** Each has a page in the inbox. */
const IN_INBOX = ['ticket', 'enquiry', 'withdrawal', 'review']

const placeOf = (page: string) => page.replace(/\/\$id$/, '') as OfficePath

/** What is there has a name, but what may be hidden, and what its row alone names. */
const isGone = ({ kind, name }: Row) => name === null && kind !== 'mail' && kind !== 'bulk'

/**
 * Leads to the page of the thing where it has one, or to the one on which it stands; where there is none, or whoever reads may not see
 * it, or it is gone, to what else was done to it.
 */
function Subject({ row }: { row: Row }) {
  const t = useOfficeWords()
  const mayGo = useMayGo()
  const { kind, subject, name } = row
  const isThere = !isGone(row)
  const said = (
    <>
      {sayKind(t, kind)}{' '}
      <bdi className={name === null ? 'font-mono text-xs break-all' : undefined}>{name ?? subject}</bdi>
    </>
  )
  if (isThere && Object.hasOwn(PAGES, kind) && mayGo(placeOf(PAGES[kind as keyof typeof PAGES])))
    return (
      <Link to={PAGES[kind as keyof typeof PAGES]} params={{ id: subject }} className={textLinkClass}>
        {said}
      </Link>
    )
  if (Object.hasOwn(STANDS_ON, kind) && mayGo(STANDS_ON[kind as keyof typeof STANDS_ON]))
    return (
      <Link to={STANDS_ON[kind as keyof typeof STANDS_ON]} hash={`${kind}.${subject}`} className={textLinkClass}>
        {said}
      </Link>
    )
  if (isThere && IN_INBOX.includes(kind) && mayGo('/inbox'))
    return (
      <Link to="/inbox/$kind/$id" params={{ kind, id: subject }} className={textLinkClass}>
        {said}
      </Link>
    )
  if (kind === 'page' && mayGo('/settings/pages'))
    return (
      <Link to="/settings/pages/$page" params={{ page: subject }} className={textLinkClass}>
        {said}
      </Link>
    )
  return (
    <Link to="/audit" search={{ kind, id: subject }} className={textLinkClass}>
      {said}
    </Link>
  )
}
