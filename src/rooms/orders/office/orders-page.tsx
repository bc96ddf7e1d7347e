// /office/orders: the list. Its address is its only state, so that a reload, the way back and a copied link show the same.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { LIVE_MS, Listing } from '#rooms/staff/office/listing.tsx'
import { Pager } from '#rooms/staff/office/pager.tsx'
import { useMe } from '#rooms/staff/office/session.ts'
import { useTitle } from '#rooms/staff/office/title.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { OrderStatus } from '../rules.ts'
import { noteList } from './last-list.ts'
import { OrdersTable } from './orders-table.tsx'
import { ByKey, Search } from './search.tsx'

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
  noteList({ status, q, after })
  // Of what is looked for by a key nothing may stand in the address; whatever changes it ends that.
  const [key, setKey] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address
  useEffect(() => setKey(undefined), [status, q, after])
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
        {key === undefined && <Count isReady={list.isSuccess && !list.isPlaceholderData} />}
      </div>
      <Search onKey={setKey} />
      <StatusTabs />
      {key !== undefined && <ByKey typed={key} />}
      {key === undefined && (
        <Listing list={list}>{(data) => <Found {...data} isStale={list.isPlaceholderData} />}</Listing>
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

function StatusTabs() {
  const t = useOfficeWords()
  const { status: chosen, q } = useFilter()
  return (
    <div className="mt-4 border-b border-line pb-1">
      <Choices
        label={t('orders.byStatus')}
        choices={[undefined, ...STATUSES].map((status) => ({
          key: status ?? 'all',
          label: t(status ? `orders.status.${status}` : 'orders.all'),
          isChosen: status === chosen,
          link: { to: '/orders', search: { status, q } },
        }))}
      />
    </div>
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
    <div className={isStale ? 'opacity-60' : undefined}>
      <OrdersTable rows={rows} />
      <Pager
        first={Boolean(after) && { to: '/orders', search: { status, q } }}
        next={Boolean(next) && { to: '/orders', search: { status, q, after: next } }}
      />
    </div>
  )
}
