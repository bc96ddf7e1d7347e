// /office/keys: all batches of keys. The address is the list's only state.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { useColumns } from '#rooms/staff/office/list-kept.ts'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { ListTable, type TableColumns } from '#rooms/staff/office/list-table.tsx'
import { ListTools } from '#rooms/staff/office/list-tools.tsx'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { sayMoment, zone } from '#rooms/staff/office/said.ts'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { type TranslateOffice, useOfficeWords } from '#rooms/staff/office/words.ts'
import { BATCH_STATES, LONGEST_BATCH_SEARCH } from '#rooms/vault/limits.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { BatchRow } from './batches.ts'
import { noteList } from './last-list.ts'
import { sayLasts } from './lasts.ts'
import { StateBadge } from './state-badge.tsx'
import { useStockCounts } from './stock-counts.ts'
import { StockFailed } from './stock-failed.tsx'

const route = getRouteApi('/frame/keys')

/** What the address says, as the call takes it; a state that is none is none. */
function useWanted() {
  const { state, q, after } = route.useSearch()
  return { state: BATCH_STATES.find((each) => each === state), q: q || undefined, after }
}

const useShown = () => useColumns('batches', FIRST, COLUMNS, route.useSearch().columns)

export function BatchesPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('keys.title'), me?.shop)
  const wanted = useWanted()
  noteList({ ...wanted, columns: route.useSearch().columns })
  const list = useQuery({
    queryKey: ['keyBatches', wanted],
    queryFn: ({ signal }) => officeCall('GET /office/key-batches', { query: wanted }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: wanted.after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('keys.title')}</h1>
        <Tools />
      </div>
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
      <StockFailed />
      <States />
      <Listing list={list}>{(data) => <Found {...data} />}</Listing>
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

function Tools() {
  const { state, q } = useWanted()
  const { columns: asked } = route.useSearch()
  return (
    <ListTools list="batches" search={{ state, q }} asked={asked} columns={COLUMNS} shown={useShown()} first={FIRST} />
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
      onSearch={(typed) =>
        void navigate({ search: ({ state, columns }) => (typed ? { q: typed, columns } : { state, columns }) })
      }
    />
  )
}

function States() {
  const t = useOfficeWords()
  const { q, state } = useWanted()
  const { columns } = route.useSearch()
  return (
    <div className="mt-4">
      <Choices
        label={t('keys.byState')}
        choices={[undefined, ...BATCH_STATES].map((each) => ({
          key: each ?? 'all',
          label: t(each ? `keys.states.${each}` : 'frame.all'),
          isChosen: each === state,
          link: { to: '/keys', search: { q, state: each, columns } },
        }))}
      />
    </div>
  )
}

function Found({ rows, next }: { rows: BatchRow[]; next: string | null }) {
  const t = useOfficeWords()
  const { q, state, after } = useWanted()
  const { columns } = route.useSearch()
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
    <div onKeyDown={(event) => moveBetween(event, 'a[data-batch]')}>
      <BatchTable rows={rows} />
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      <Pager
        first={Boolean(after) && { to: '/keys', search: { q, state, columns } }}
        next={Boolean(next) && { to: '/keys', search: { q, state, columns, after: next } }}
      />
    </div>
  )
}

const sayLeft = (t: TranslateOffice, { left, isMore }: BatchRow) =>
  `${new Intl.NumberFormat(t.tag).format(left)}${isMore ? '+' : ''}`

const COLUMNS: TableColumns<BatchRow> = {
  product: { label: 'keys.product', cell: (row) => <Named row={row} />, className: 'max-w-80' },
  version: { label: 'keys.version', cell: ({ skuCode }) => skuCode, className: 'font-mono text-xs' },
  seller: { label: 'lists.seller', cell: ({ seller }) => <bdi>{seller}</bdi> },
  source: { label: 'keys.source', cell: ({ source }) => <bdi>{source}</bdi>, className: 'max-w-60 truncate' },
  supplier: {
    label: 'keys.supplier',
    cell: ({ supplier }) => <bdi>{supplier}</bdi>,
    className: 'max-w-40 truncate text-muted',
  },
  state: { label: 'keys.state', cell: ({ state }) => <StateBadge state={state} /> },
  left: { label: 'keys.left', cell: (row) => <Left row={row} />, className: 'figures text-end' },
  ofVersion: {
    label: 'keys.ofVersion',
    cell: (row) => <OfVersion row={row} />,
    className: 'figures text-end whitespace-nowrap',
  },
  at: {
    label: 'keys.at',
    cell: ({ at }) => <At at={at} />,
    className: 'figures whitespace-nowrap text-muted',
    isMoment: true,
  },
  by: { label: 'keys.by', cell: ({ by }) => <bdi>{by}</bdi>, className: 'max-w-40 truncate text-muted' },
}
const FIRST = ['product', 'source', 'supplier', 'state', 'left', 'ofVersion', 'at']

const Left = ({ row }: { row: BatchRow }) => sayLeft(useOfficeWords(), row)
const At = ({ at }: { at: string }) => <time dateTime={at}>{sayMoment(useOfficeWords(), at)}</time>

function BatchTable({ rows }: { rows: BatchRow[] }) {
  const t = useOfficeWords()
  const shown = useShown()
  return (
    <>
      <ListTable caption={t('keys.title')} columns={COLUMNS} shown={shown} rows={rows} keyOf={({ id }) => id} />
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-2.5 text-sm">
            <Named row={row} />
            <div className="flex items-baseline justify-between gap-3">
              <StateBadge state={row.state} />
              <span className="figures text-end text-muted">
                {t('keys.left')}: {sayLeft(t, row)}
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
