// /office/orders: the list. Its address is its only state, so that a reload, the way back and a copied link show the same.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { ListChanged } from '#rooms/staff/office/list-changed.tsx'
import { useColumns } from '#rooms/staff/office/list-kept.ts'
import { ListTools } from '#rooms/staff/office/list-tools.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { useMay, useMe } from '#rooms/staff/office/session.ts'
import { useSteadyRows } from '#rooms/staff/office/steady-rows.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { DaysFilter } from './days-filter.tsx'
import { STATUSES, useFilter } from './filter.ts'
import { noteList } from './last-list.ts'
import { COLUMNS, FIRST, OrdersTable } from './orders-table.tsx'
import { ProductFilter } from './product-filter.tsx'
import { ByKey, Search } from './search.tsx'

export function OrdersPage() {
  const t = useOfficeWords()
  const { data: me } = useMe()
  const may = useMay()
  useTitle(t('orders.title'), me?.shop)
  const { filter, sort, after, kept } = useFilter()
  noteList({ ...kept, after })
  // Of what is looked for by a key nothing may stand in the address; whatever changes it ends that.
  const [key, setKey] = useState<string>()
  const address = JSON.stringify([filter, sort, after])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address
  useEffect(() => setKey(undefined), [address])
  const list = useQuery({
    queryKey: ['orders', filter, sort, after],
    queryFn: ({ signal }) => officeCall('GET /office/orders', { query: { ...filter, sort, after } }, { signal }),
    placeholderData: keepPreviousData,
    // While it is looked at; a page further back stays what it was.
    refetchInterval: after === undefined ? LIVE_MS : false,
  })
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-2xl">{t('orders.title')}</h1>
        {key === undefined && (
          <>
            <Count isReady={list.isSuccess && !list.isPlaceholderData} />
            <Tools />
            {may('orders.make') && (
              <Link to="/orders/new" className={buttonClass({ size: 'sm' })}>
                {t('order.new.title')}
              </Link>
            )}
          </>
        )}
      </div>
      <Search onKey={setKey} />
      <Filters zone={list.data?.zone} />
      {key !== undefined && <ByKey typed={key} />}
      {key === undefined && (
        <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
      )}
    </>
  )
}

const useShown = () => useColumns('orders', FIRST, COLUMNS, useFilter().columns)

function Tools() {
  const { filter, sort, columns } = useFilter()
  return (
    <ListTools
      list="orders"
      search={{ ...filter, sort }}
      asked={columns}
      columns={COLUMNS}
      shown={useShown()}
      first={FIRST}
    />
  )
}

/** Comes after the rows, which it would hold up. */
function Count({ isReady }: { isReady: boolean }) {
  const t = useOfficeWords()
  const { filter } = useFilter()
  const { data } = useQuery({
    queryKey: ['orders', 'count', filter],
    queryFn: ({ signal }) => officeCall('GET /office/orders/count', { query: filter }, { signal }),
    enabled: isReady,
  })
  return (
    <p className="figures me-auto min-h-lh text-sm text-muted" role="status">
      {data && t(data.isMore ? 'orders.more' : 'orders.count', { count: data.count })}
    </p>
  )
}

function Filters({ zone }: { zone: string | undefined }) {
  const t = useOfficeWords()
  const { filter, sort: chosen, kept } = useFilter()
  return (
    <>
      <div className="mt-4 border-b border-line pb-1">
        <Choices
          label={t('orders.byStatus')}
          choices={[undefined, ...STATUSES].map((status) => ({
            key: status ?? 'all',
            label: t(status ? `orders.status.${status}` : 'orders.all'),
            isChosen: status === filter.status,
            link: { to: '/orders', search: { ...kept, status } },
          }))}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 me-auto">
          <ProductFilter />
          <DaysFilter zone={zone} />
        </div>
        <Choices
          label={t('orders.sort')}
          choices={([undefined, 'oldest'] as const).map((sort) => ({
            key: sort ?? 'newest',
            label: t(sort ? 'orders.oldest' : 'orders.newest'),
            isChosen: sort === chosen,
            link: { to: '/orders', search: { ...kept, sort } },
          }))}
        />
      </div>
    </>
  )
}

type List = Awaited<ReturnType<typeof officeCall<'GET /office/orders'>>>

const keyOf = ({ id }: List['rows'][number]) => id

function Found({ rows, next, understood, isStale }: List & { isStale: boolean }) {
  const t = useOfficeWords()
  const { filter, sort, after, kept } = useFilter()
  const shown = useShown()
  const isNarrowed = Boolean(after) || Object.values(filter).some(Boolean)
  const steady = useSteadyRows({
    list: isStale ? undefined : JSON.stringify([filter, sort, after]),
    now: rows,
    hasMore: next !== null,
    newestFirst: sort === undefined,
    keyOf,
  })
  return (
    <>
      {steady.rows.length > 0 ? (
        <>
          <ListChanged {...steady} />
          <OrdersTable
            rows={steady.rows.map((row) => (steady.left.has(row.id) ? { ...row, status: 'left', isHeld: false } : row))}
            shown={shown}
          />
        </>
      ) : (
        <EmptyState icon={<PackageOpen size={24} />} title={t(isNarrowed ? 'orders.nothing' : 'orders.none')}>
          <p>
            {t(
              next
                ? 'orders.lookOn'
                : !understood
                  ? 'orders.notUnderstood'
                  : isNarrowed
                    ? 'orders.nothingHint'
                    : 'orders.noneHint',
            )}
          </p>
        </EmptyState>
      )}
      <Pager
        first={Boolean(after) && { to: '/orders', search: kept }}
        next={Boolean(next) && { to: '/orders', search: { ...kept, after: next } }}
      />
    </>
  )
}
