// Looking for an order by whatever somebody has of it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { officeCall } from '#browser/office-calls.ts'
import { Listing, ListSearch } from '#rooms/staff/office/listing.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { isLikeKey, LONGEST_ORDER_SEARCH } from '../limits.ts'
import { OrdersTable } from './orders-table.tsx'

const route = getRouteApi('/frame/orders')

export function Search({ onKey }: { onKey: (typed: string | undefined) => void }) {
  const t = useOfficeWords()
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  function search(typed: string) {
    const isKey = isLikeKey(typed)
    onKey(isKey ? typed : undefined)
    // Whoever looks for something looks among all: a filter that hides it would be taken for an answer.
    if (!isKey)
      void navigate({
        search: ({ status, sort, columns }) => (typed ? { q: typed, columns } : { status, sort, columns }),
      })
  }
  return (
    <ListSearch
      q={q}
      label={t('orders.search')}
      placeholder={t('orders.searchHint')}
      button={t('orders.find')}
      maxLength={LONGEST_ORDER_SEARCH}
      onSearch={search}
    />
  )
}

/** What a key finds. It is sent in a body, and kept nowhere: a reload forgets it. */
export function ByKey({ typed }: { typed: string }) {
  const t = useOfficeWords()
  const found = useQuery({
    queryKey: ['orders', 'by key', typed],
    queryFn: ({ signal }) => officeCall('POST /office/orders/by-key', { body: { key: typed } }, { signal }),
    gcTime: 0,
  })
  return (
    <Listing list={found}>
      {({ rows }) => (
        <>
          <Notice className="mt-4">{t('orders.byKey')}</Notice>
          {rows.length === 0 ? (
            <EmptyState icon={<PackageOpen size={24} />} title={t('orders.nothing')}>
              <p>{t('orders.byKeyNone')}</p>
            </EmptyState>
          ) : (
            <OrdersTable rows={rows} />
          )}
        </>
      )}
    </Listing>
  )
}
