// Looking for an order by whatever somebody has of it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { officeCall } from '#browser/office-calls.ts'
import { useSlash } from '#rooms/staff/office/list-keys.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { isLikeKey, LONGEST_ORDER_SEARCH } from '../limits.ts'
import { OrdersTable } from './orders-table.tsx'

const route = getRouteApi('/frame/orders')

export function Search({ onKey }: { onKey: (typed: string | undefined) => void }) {
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
    if (typed && isLikeKey(typed)) return onKey(typed)
    onKey(undefined)
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

/** What a key finds. It is sent in a body, and kept nowhere: a reload forgets it. */
export function ByKey({ typed }: { typed: string }) {
  const t = useOfficeWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'by key', typed],
    queryFn: ({ signal }) => officeCall('POST /office/orders/by-key', { body: { key: typed } }, { signal }),
    gcTime: 0,
  })
  if (error)
    return (
      <ErrorState
        title={sayRefusal(t, error)}
        retry={<Button onClick={() => void refetch()}>{t('frame.again')}</Button>}
      />
    )
  if (!data)
    return (
      <SkeletonGroup label={t('frame.loading')} className="mt-4 grid gap-2">
        <SkeletonBlock className="h-10" />
      </SkeletonGroup>
    )
  return (
    <>
      <Notice className="mt-4">{t('orders.byKey')}</Notice>
      {data.rows.length === 0 ? (
        <EmptyState icon={<PackageOpen size={24} />} title={t('orders.nothing')}>
          <p>{t('orders.byKeyNone')}</p>
        </EmptyState>
      ) : (
        <OrdersTable rows={data.rows} />
      )}
    </>
  )
}
