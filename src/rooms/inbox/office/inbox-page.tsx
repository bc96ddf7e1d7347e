// /office/inbox: the queue. Its address is its only state.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { ListChanged } from '#rooms/staff/office/list-changed.tsx'
import { useColumns } from '#rooms/staff/office/list-kept.ts'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { ListTools } from '#rooms/staff/office/list-tools.tsx'
import { LIVE_MS, Listing, ListSearch, ReadFailed } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useSteadyRows } from '#rooms/staff/office/steady-rows.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LONGEST_INBOX_SEARCH } from '../limits.ts'
import { KINDS, STATES } from '../wire.ts'
import { COLUMNS, FIRST, InboxTable } from './inbox-table.tsx'
import { type Item, inboxSeen, keyOf, type Row, type ShownRow } from './item.ts'

const route = getRouteApi('/frame/inbox')

/** What the address says, as the calls take it; what is no kind and no state counts for none. */
function useFilter() {
  const { state, kind, q, columns, after } = route.useSearch()
  return {
    columns,
    state: STATES.find((each) => each === state) ?? 'open',
    kind: KINDS.find((each) => each === kind),
    q: q || undefined,
    after,
  }
}

export function InboxPage() {
  const t = useOfficeWords()
  const may = useMay()
  const { data: me } = useMe()
  useTitle(t('inbox.title'), me?.shop)
  const { state, kind, q, columns, after } = useFilter()
  inboxSeen.note({ state, kind, q, columns, after })
  const navigate = route.useNavigate()
  const list = useQuery({
    queryKey: ['inbox', state, kind, q, after],
    queryFn: ({ signal }) => officeCall('GET /office/inbox', { query: { state, kind, q, after } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('inbox.title')}</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {may('inbox.answer') && (
            <Link to="/inbox/saved-replies" className={`${textLinkClass} inline-flex min-h-6 items-center text-sm`}>
              {t('inbox.replies.title')}
            </Link>
          )}
          <Tools />
        </div>
      </div>
      <ListSearch
        q={q ?? ''}
        label={t('inbox.search')}
        placeholder={t('inbox.searchHint')}
        button={t('orders.find')}
        maxLength={LONGEST_INBOX_SEARCH}
        // In whichever state it is: a filter that hides it would be taken for an answer.
        onSearch={(typed) => void navigate({ search: typed ? { q: typed, columns } : { columns } })}
      />
      <Filters isReady={list.isSuccess && !list.isPlaceholderData} />
      <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
    </>
  )
}

const useShown = () => useColumns('inbox', FIRST, COLUMNS, useFilter().columns)

function Tools() {
  const { state, kind, q, columns } = useFilter()
  return (
    <ListTools
      list="inbox"
      search={{ state, kind, q }}
      asked={columns}
      columns={COLUMNS}
      shown={useShown()}
      first={FIRST}
    />
  )
}

function Filters({ isReady }: { isReady: boolean }) {
  const t = useOfficeWords()
  const { state, kind, q, columns } = useFilter()
  const count = useQuery({
    queryKey: ['inbox', 'count', kind],
    queryFn: ({ signal }) => officeCall('GET /office/inbox/count', { query: { kind } }, { signal }),
    enabled: isReady,
    refetchInterval: LIVE_MS,
  })
  const counts = count.data
  return (
    <div className="mt-4 grid gap-1 border-b border-line pb-2">
      <Choices
        label={t('inbox.byState')}
        choices={STATES.map((each) => ({
          key: each,
          label: t(`inbox.states.${each}`),
          isChosen: !q && each === state,
          link: { to: '/inbox', search: { state: each, kind, columns } },
          end: counts && <span className="figures text-xs">{sayCount(t, counts[each])}</span>,
        }))}
      />
      <ReadFailed of={count} title={t('inbox.byState')} />
      <Choices
        label={t('inbox.byKind')}
        choices={[undefined, ...KINDS].map((each) => ({
          key: each ?? 'all',
          label: t(each ? `inbox.kinds.${each}` : 'frame.all'),
          isChosen: !q && each === kind,
          link: { to: '/inbox', search: { state, kind: each, columns } },
        }))}
      />
    </div>
  )
}

function sayCount(t: TranslateOffice, { count, isMore }: { count: number; isMore: boolean }): string {
  const said = new Intl.NumberFormat(t.tag, { numberingSystem: 'latn' }).format(count)
  return isMore ? `${said}+` : said
}

function Found({
  rows,
  next,
  understood,
  isStale,
}: {
  rows: Row[]
  next: string | null
  understood: boolean
  isStale: boolean
}) {
  const t = useOfficeWords()
  const { state, kind, q, columns, after } = useFilter()
  const shown = useShown()
  const list = isStale ? undefined : JSON.stringify([state, kind, q, after])
  const steady = useSteadyRows({ list, now: rows, hasMore: next !== null, keyOf })
  const stateNow = useStateNow()
  if (steady.rows.length === 0)
    return (
      <EmptyState icon={<Inbox size={24} />} title={t(q || after ? 'orders.nothing' : `inbox.empty.${state}`)}>
        <p>{t(!understood ? 'inbox.notUnderstood' : q || after ? 'inbox.nothingHint' : 'inbox.emptyHint')}</p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-item]')}>
      <ListChanged {...steady} />
      <InboxTable
        rows={steady.rows.map((row) => (steady.left.has(keyOf(row)) ? { ...row, state: stateNow(row) } : row))}
        left={steady.left}
        shown={shown}
      />
      <Pager
        first={Boolean(after) && { to: '/inbox', search: { state, kind, q, columns } }}
        next={Boolean(next) && { to: '/inbox', search: { state, kind, q, columns, after: next } }}
      />
    </div>
  )
}

/** Of what has left the list: what it has become, as whoever was at it has seen. */
function useStateNow() {
  const queries = useQueryClient()
  return ({ kind, id, state }: Row): ShownRow['state'] => {
    const seen = queries.getQueryData<Item>(['inbox item', kind, id])?.state
    return seen && seen !== state ? seen : 'left'
  }
}
