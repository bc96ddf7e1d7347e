// /my-order: what a member has ordered, and what can be done with it.
import { getRouteApi } from '@tanstack/react-router'
import { Package } from 'lucide-react'
import { call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { ListNotThere, MemberPage, NotRenewed } from '#rooms/members/ui/member-page.tsx'
import { BeyondPages, MemberPages } from '#rooms/members/ui/member-pages.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { ORDER_STATUSES } from '../../rules.ts'
import { listedOf } from '../../wire.ts'
import { OrderRow } from './order-row.tsx'
import { OrdersFilter } from './orders-filter.tsx'

const route = getRouteApi('/my-order')

/** Orders on a page (specification §9). */
const SIZE = 10

export function MyOrdersPage() {
  const t = useMemberWords()
  return <MemberPage title={t('nav.orders')}>{() => <Orders />}</MemberPage>
}

type Wanted = ReturnType<typeof useWanted>

function useWanted() {
  const { page, status = '', name = '' } = route.useSearch()
  return { page: Number(page ?? 1), status, name }
}

function hrefOf({ page, status, name }: Wanted): string {
  const query = new URLSearchParams()
  if (status) query.set('status', status)
  if (name) query.set('name', name)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/my-order?${query}` : '/my-order'
}

function Orders() {
  const t = useMemberWords()
  const wanted = useWanted()
  const { page, status, name } = wanted
  const statuses = useLoaded('statuses', () =>
    call('GET /api/home/type/{dictType}', { params: { dictType: 'order_status' } }),
  )
  const { data, problem, loading, reload } = useLoaded(hrefOf(wanted), async (signal) => {
    const query = { productType: '0' as const, pageNum: page, pageSize: SIZE, name, status: asStatus(status) }
    const { rows, total } = await call('GET /api/profile/orders', { query }, { signal })
    const isAll = status === '' && name === ''
    return { rows: rows.map(listedOf), total, isAll, clockAhead: rows[0] ? Date.parse(rows[0].now) - Date.now() : 0 }
  })
  if (!data)
    return (
      <ListNotThere problem={problem} retry={reload}>
        <MemberPages page={page} href={(number) => hrefOf({ ...wanted, page: number })} />
      </ListNotThere>
    )
  if (data.total === 0 && data.isAll) return <NoOrders />
  const statusName = (value: string) => statuses.data?.find(({ dictValue }) => dictValue === value)?.dictLabel ?? value
  return (
    <>
      <NotRenewed problem={problem} loading={loading} retry={reload} />
      <OrdersFilter status={status} name={name} statuses={statuses.data ?? []} />
      <p role="status" className="figures mt-4 text-sm text-muted">
        {t('orders.count', { count: data.total })}
      </p>
      {data.rows.length === 0 &&
        (data.total > 0 ? <BeyondPages first={hrefOf({ ...wanted, page: 1 })} /> : <NothingHere />)}
      <ul aria-busy={loading} className="mt-3 grid gap-4">
        {data.rows.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            statusName={statusName}
            clockAhead={data.clockAhead}
            onChanged={reload}
          />
        ))}
      </ul>
      <MemberPages page={page} total={data.total} size={SIZE} href={(number) => hrefOf({ ...wanted, page: number })} />
    </>
  )
}

/** Whatever else the address says is no status: the server would refuse it. */
const asStatus = (text: string) => ORDER_STATUSES.find((status) => status === text)

function NoOrders() {
  const t = useMemberWords()
  return (
    <EmptyState
      icon={<Package size={26} />}
      title={t('orders.empty')}
      action={
        <>
          <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
            {t('cart.browse')}
          </UiLink>
          <UiLink href="/order" className={buttonClass()}>
            {t('findOrder.title')}
          </UiLink>
        </>
      }
    >
      <p>{t('orders.emptyText')}</p>
    </EmptyState>
  )
}

/** Nothing matches. */
function NothingHere() {
  const t = useMemberWords()
  return (
    <EmptyState
      icon={<Package size={26} />}
      title={t('orders.noMatch')}
      action={
        <UiLink href="/my-order" className={buttonClass({ variant: 'primary' })}>
          {t('orders.all')}
        </UiLink>
      }
    />
  )
}
