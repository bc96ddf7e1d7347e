// /office/orders: the list. Its address is its only state, so that a reload, the way back and a copied link show the same.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { moveBetween, useSlash } from '#rooms/staff/office/list-keys.ts'
import { zone } from '#rooms/staff/office/said.ts'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { LONGEST_ORDER_SEARCH } from '../limits.ts'
import type { OrderStatus } from '../rules.ts'
import { noteList } from './last-list.ts'
import { OrdersTable } from './orders-table.tsx'

const route = getRouteApi('/frame/orders')

const STATUSES: readonly OrderStatus[] = ['Unpaid', 'Paid', 'Processing', 'Delivered', 'Completed', 'Disputed', 'Refunded', 'PartlyRefunded', 'Cancelled', 'Expired'] // biome-ignore format: a list of words

const LIVE_MS = 10_000

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
  noteList({ status, q, after })
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
      {list.data && list.error && (
        <Notice
          tone="warn"
          live
          className="mt-4"
          action={
            <Button size="sm" onClick={() => void list.refetch()}>
              {t('frame.again')}
            </Button>
          }
        >
          {t('frame.notLive', { why: sayRefusal(t, list.error) })}
        </Notice>
      )}
      {list.data ? (
        <Found {...list.data} isStale={list.isPlaceholderData} />
      ) : list.error ? (
        <ErrorState
          title={sayRefusal(t, list.error)}
          retry={<Button onClick={() => void list.refetch()}>{t('frame.again')}</Button>}
        />
      ) : (
        <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-2">
          {Array.from({ length: 12 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
            <SkeletonBlock key={i} className="h-10" />
          ))}
        </SkeletonGroup>
      )}
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
  const field = useRef<HTMLInputElement>(null)
  useSlash(() => field.current?.focus())
  // The way back brings what was looked for then; the field itself stays, and with it the focus.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== q) field.current.value = q
  }, [q])
  function search(event: FormEvent) {
    event.preventDefault()
    const typed = field.current?.value.trim()
    // Whoever looks for something looks among all: a filter that hides it would be taken for an answer.
    void navigate({ search: typed ? { q: typed } : ({ status }) => ({ status }) })
  }
  return (
    <search>
      <form onSubmit={search} className="mt-4 flex max-w-xl gap-2">
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={LONGEST_ORDER_SEARCH}
          aria-label={t('orders.search')}
          placeholder={t('orders.searchHint')}
          autoComplete="off"
          spellCheck={false}
          className="control min-w-0"
        />
        <Button type="submit" className="shrink-0">
          {t('orders.find')}
        </Button>
      </form>
    </search>
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
    <div onKeyDown={(event) => moveBetween(event, 'a[data-order]')} className={isStale ? 'opacity-60' : undefined}>
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
