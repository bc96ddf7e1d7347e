// /office/inbox: the queue. Its address is its only state.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LONGEST_INBOX_SEARCH } from '../limits.ts'
import { KINDS, STATES } from '../wire.ts'
import { InboxTable } from './inbox-table.tsx'
import { inboxSeen, type Row } from './item.ts'

const route = getRouteApi('/frame/inbox')

/** What the address says, as the calls take it; what is no kind and no state counts for none. */
function useFilter() {
  const { state, kind, q, after } = route.useSearch()
  return {
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
  const { state, kind, q, after } = useFilter()
  inboxSeen.note({ state, kind, q, after })
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
        {may('inbox.answer') && (
          <Link to="/inbox/saved-replies" className={`${textLinkClass} inline-flex min-h-6 items-center text-sm`}>
            {t('inbox.replies.title')}
          </Link>
        )}
      </div>
      <ListSearch
        q={q ?? ''}
        label={t('inbox.search')}
        placeholder={t('inbox.searchHint')}
        button={t('orders.find')}
        maxLength={LONGEST_INBOX_SEARCH}
        // In whichever state it is: a filter that hides it would be taken for an answer.
        onSearch={(typed) => void navigate({ search: typed ? { q: typed } : {} })}
      />
      <Filters isReady={list.isSuccess && !list.isPlaceholderData} />
      <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
    </>
  )
}

const TAB =
  'inline-flex min-h-8 items-center gap-1.5 rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'

function Filters({ isReady }: { isReady: boolean }) {
  const t = useOfficeWords()
  const { state, kind, q } = useFilter()
  const { data: counts } = useQuery({
    queryKey: ['inbox', 'count', kind],
    queryFn: ({ signal }) => officeCall('GET /office/inbox/count', { query: { kind } }, { signal }),
    enabled: isReady,
    refetchInterval: LIVE_MS,
  })
  return (
    <div className="mt-4 grid gap-1 border-b border-line pb-2">
      <nav aria-label={t('inbox.byState')}>
        <ul className="flex flex-wrap gap-1">
          {STATES.map((each) => (
            <li key={each}>
              <Link
                to="/inbox"
                search={{ state: each, kind }}
                aria-current={!q && each === state ? 'page' : undefined}
                activeOptions={{ exact: true }}
                className={TAB}
              >
                {t(`inbox.states.${each}`)}
                {counts && <span className="figures text-xs">{sayCount(t, counts[each])}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t('inbox.byKind')}>
        <ul className="flex flex-wrap gap-1">
          {[undefined, ...KINDS].map((each) => (
            <li key={each ?? 'all'}>
              <Link
                to="/inbox"
                search={{ state, kind: each }}
                aria-current={!q && each === kind ? 'page' : undefined}
                className={TAB}
              >
                {t(each ? `inbox.kinds.${each}` : 'orders.all')}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
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
  const { state, kind, q, after } = useFilter()
  if (rows.length === 0)
    return (
      <EmptyState icon={<Inbox size={24} />} title={t(q || after ? 'orders.nothing' : `inbox.empty.${state}`)}>
        <p>{t(!understood ? 'inbox.notUnderstood' : q || after ? 'inbox.nothingHint' : 'inbox.emptyHint')}</p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-item]')} className={isStale ? 'opacity-60' : undefined}>
      <InboxTable rows={rows} />
      <p className="mt-4 flex flex-wrap gap-3">
        {after && (
          <Link to="/inbox" search={{ state, kind, q }} className={buttonClass({ size: 'sm' })}>
            {t('inbox.first')}
          </Link>
        )}
        {next && (
          <Link to="/inbox" search={{ state, kind, q, after: next }} className={buttonClass({ size: 'sm' })}>
            {t('inbox.next')}
          </Link>
        )}
      </p>
    </div>
  )
}
