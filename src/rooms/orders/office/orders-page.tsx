// /office/orders: the list. Its address is its only state, so that a reload, the way back and a copied link show the same.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { moveByRows } from '#rooms/staff/office/list-keys.ts'
import { LIVE_MS, Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { zone } from '#rooms/staff/office/said.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LONGEST_ORDER_SEARCH } from '../limits.ts'
import type { OrderStatus } from '../rules.ts'
import { ordersSeen } from './last-list.ts'
import { OrdersTable } from './orders-table.tsx'

const route = getRouteApi('/frame/orders')

const STATUSES: readonly OrderStatus[] = ['Unpaid', 'Paid', 'Processing', 'Delivered', 'Completed', 'Disputed', 'Refunded', 'PartlyRefunded', 'Cancelled', 'Expired'] // biome-ignore format: a list of words

/** What the address says, as the calls take it; a status that is none is none. */
function useFilter() {
  const { status, q, after } = route.useSearch()
  return { status: STATUSES.find((each) => each === status), q: q || undefined, after }
}

export function OrdersPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  useTitle(t('orders.title'), me?.shop)
  const { status, q, after } = useFilter()
  ordersSeen.note({ status, q, after })
  const list = useQuery({
    queryKey: ['orders', status, q, after],
    queryFn: ({ signal }) => officeCall('GET /office/orders', { query: { status, q, after } }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('orders.title')}</h1>
        <Count isReady={list.isSuccess && !list.isPlaceholderData} />
      </div>
      <Search />
      <StatusTabs />
      <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
    </>
  )
}

/** Comes after the rows, which it would hold up. */
function Count({ isReady }: { isReady: boolean }) {
  const t = useOfficeWords()
  const { status, q } = useFilter()
  const { data } = useQuery({
    queryKey: ['orders', 'count', status, q],
    queryFn: ({ signal }) => officeCall('GET /office/orders/count', { query: { status, q } }, { signal }),
    enabled: isReady,
  })
  return (
    <p className="figures min-h-lh text-sm text-muted" role="status">
      {data && t(data.isMore ? 'orders.more' : 'orders.count', { count: data.count })}
    </p>
  )
}

function Search() {
  const t = useOfficeWords()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ListSearch
      q={q}
      label={t('orders.search')}
      placeholder={t('orders.searchHint')}
      button={t('orders.find')}
      maxLength={LONGEST_ORDER_SEARCH}
      // Whoever looks for something looks among all: a filter that hides it would be taken for an answer.
      onSearch={(typed) => void navigate({ search: typed ? { q: typed } : ({ status }) => ({ status }) })}
    />
  )
}

function StatusTabs() {
  const t = useOfficeWords()
  const { status: chosen, q } = useFilter()
  return (
    <nav aria-label={t('orders.byStatus')} className="-mx-4 mt-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      <ul className="flex w-max gap-1 border-b border-line pb-2">
        {[undefined, ...STATUSES].map((status) => (
          <li key={status ?? 'all'}>
            <Link
              to="/orders"
              search={{ status, q }}
              aria-current={status === chosen ? 'page' : undefined}
              className="inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink"
            >
              {t(status ? `orders.status.${status}` : 'orders.all')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type List = Awaited<ReturnType<typeof officeCall<'GET /office/orders'>>>

function Found({ rows, next, understood, isStale }: List & { isStale: boolean }) {
  const t = useOfficeWords()
  const { status, q, after } = useFilter()
  if (rows.length === 0)
    return (
      <EmptyState icon={<PackageOpen size={24} />} title={t(q || status || after ? 'orders.nothing' : 'orders.none')}>
        <p>
          {t(!understood ? 'orders.notUnderstood' : q || status || after ? 'orders.nothingHint' : 'orders.noneHint')}
        </p>
      </EmptyState>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={moveByRows} className={isStale ? 'opacity-60' : undefined}>
      <OrdersTable rows={rows} />
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {after && (
          <Link to="/orders" search={{ status, q }} className={buttonClass({ size: 'sm' })}>
            {t('orders.newest')}
          </Link>
        )}
        {next && (
          <Link to="/orders" search={{ status, q, after: next }} className={buttonClass({ size: 'sm' })}>
            {t('orders.older')}
          </Link>
        )}
      </p>
    </div>
  )
}
