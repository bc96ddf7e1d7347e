// /office/keys: all batches of keys. The address is the list's only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { BATCH_STATES, LONGEST_BATCH_SEARCH } from '#rooms/vault/limits.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { BatchRow } from './batches.ts'
import { noteList } from './last-list.ts'
import { sayLasts } from './lasts.ts'
import { StateBadge } from './state-badge.tsx'
import { useStockCounts } from './stock-counts.ts'

const route = getRouteApi('/frame/keys')

/** What the address says, as the call takes it; a state that is none is none. */
function useWanted() {
  const { state, q, after } = route.useSearch()
  return { state: BATCH_STATES.find((each) => each === state), q: q || undefined, after }
}

export function BatchesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('keys.title'), me?.shop)
  const wanted = useWanted()
  noteList(wanted)
  const list = useQuery({
    queryKey: ['keyBatches', wanted],
    queryFn: ({ signal }) => officeCall('GET /office/key-batches', { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: wanted.after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <h1 className="text-2xl">{t('keys.title')}</h1>
      <Search />
      <p className="mt-3 flex flex-wrap gap-2">
        {may('vault.import') && (
          <Link to="/keys/import" className={buttonClass({ variant: 'primary' })}>
            {t('keys.import')}
          </Link>
        )}
        <Link to="/keys/stock" className={buttonClass()}>
          {t('keys.stock.title')}
          <LowCount />
        </Link>
      </p>
      <States />
      <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
    </>
  )
}

/** How many run low, behind the way there. */
function LowCount() {
  const { data } = useStockCounts()
  if (!data || data.low.count === 0) return null
  return (
    <span className="figures rounded-mark bg-warn-soft px-1 text-xs text-warn">
      {data.low.count}
      {data.low.isMore && '+'}
    </span>
  )
}

function Search() {
  const t = useOfficeWords()
  const { q = '' } = useWanted()
  const navigate = route.useNavigate()
  return (
    <ListSearch
      q={q}
      label={t('keys.search')}
      placeholder={t('keys.searchHint')}
      button={t('keys.find')}
      maxLength={LONGEST_BATCH_SEARCH}
      onSearch={(typed) => void navigate({ search: typed ? { q: typed } : ({ state }) => ({ state }) })}
    />
  )
}

function States() {
  const t = useOfficeWords()
  const { q, state } = useWanted()
  return (
    <div className="mt-4">
      <Choices
        label={t('keys.byState')}
        choices={[undefined, ...BATCH_STATES].map((each) => ({
          key: each ?? 'all',
          label: t(each ? `keys.states.${each}` : 'frame.all'),
          isChosen: each === state,
          link: { to: '/keys', search: { q, state: each } },
        }))}
      />
    </div>
  )
}

function Found({ rows, next, isStale }: { rows: BatchRow[]; next: string | null; isStale: boolean }) {
  const t = useOfficeWords()
  const { q, state, after } = useWanted()
  if (rows.length === 0) {
    const isNarrowed = Boolean(q || state || after)
    return (
      <EmptyState icon={<KeyRound size={24} />} title={t(isNarrowed ? 'keys.nothing' : 'keys.none')}>
        <p>{t(isNarrowed ? 'keys.nothingHint' : 'keys.noneHint')}</p>
      </EmptyState>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-batch]')} className={isStale ? 'opacity-60' : undefined}>
      <BatchTable rows={rows} />
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      <Pager
        first={Boolean(after) && { to: '/keys', search: { q, state } }}
        next={Boolean(next) && { to: '/keys', search: { q, state, after: next } }}
      />
    </div>
  )
}

function BatchTable({ rows }: { rows: BatchRow[] }) {
  const t = useOfficeWords()
  const left = ({ left: count, isMore }: BatchRow) =>
    `${new Intl.NumberFormat(t.tag).format(count)}${isMore ? '+' : ''}`
  return (
    <>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('keys.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('keys.product')}</th>
            <th scope="col">{t('keys.source')}</th>
            <th scope="col">{t('keys.supplier')}</th>
            <th scope="col">{t('keys.state')}</th>
            <th scope="col" className="text-end!">
              {t('keys.left')}
            </th>
            <th scope="col" className="text-end!">
              {t('keys.ofVersion')}
            </th>
            <th scope="col" title={zone()}>
              {t('keys.at')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line *:px-2 *:py-1.5 hover:bg-tint">
              <td className="max-w-80">
                <Named row={row} />
              </td>
              <td className="max-w-60 truncate">
                <bdi>{row.source}</bdi>
              </td>
              <td className="max-w-40 truncate text-muted">
                <bdi>{row.supplier}</bdi>
              </td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td className="figures text-end">{left(row)}</td>
              <td className="figures text-end whitespace-nowrap">
                <OfVersion row={row} />
              </td>
              <td className="figures whitespace-nowrap text-muted">
                <time dateTime={row.at}>{sayMoment(t, row.at)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-2.5 text-sm">
            <Named row={row} />
            <div className="flex items-baseline justify-between gap-3">
              <StateBadge state={row.state} />
              <span className="figures text-end text-muted">
                {t('keys.left')}: {left(row)}
                {row.daysLeft !== null && ` · ${sayLasts(t, row.daysLeft)}`}
              </span>
            </div>
            <p className="figures text-xs text-muted">
              <time dateTime={row.at}>{sayMoment(t, row.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is left of the version with all its batches, and for how long. */
function OfVersion({ row: { stock, daysLeft, onSale } }: { row: BatchRow }) {
  const t = useOfficeWords()
  const isIdle = !onSale && stock > 0
  return (
    <>
      {new Intl.NumberFormat(t.tag).format(stock)}
      {isIdle && <span className="block text-xs text-warn">{t('keys.offSale')}</span>}
      {!isIdle && daysLeft !== null && <span className="block text-xs text-muted">{sayLasts(t, daysLeft)}</span>}
    </>
  )
}

function Named({ row }: { row: BatchRow }) {
  return (
    <>
      <Link
        to="/keys/$id"
        params={{ id: row.id }}
        data-batch={row.id}
        className={`${textLinkClass} inline-flex min-h-6 max-w-full items-center`}
      >
        <bdi className="truncate">{row.product}</bdi>
      </Link>
      <span className="block truncate font-mono text-xs text-muted">{row.skuCode}</span>
    </>
  )
}
