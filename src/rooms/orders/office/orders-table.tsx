// The rows: a table, and on a phone one order under another, with nothing to scroll sideways.
import { Link } from '@tanstack/react-router'
import type { officeCall } from '#browser/office-calls.ts'
import { moveBetween } from '#rooms/staff/office/list-keys.ts'
import { ListTable, leftClass, type TableColumns } from '#rooms/staff/office/list-table.tsx'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { isErased } from '../rules.ts'
import { type ShownStatus, StatusBadge } from './status-badge.tsx'

type Found = Awaited<ReturnType<typeof officeCall<'GET /office/orders'>>>['rows'][number]
type Row = Omit<Found, 'status'> & { status: ShownStatus }

export const COLUMNS: TableColumns<Row> = {
  number: { label: 'orders.number', cell: (row) => <OrderLink row={row} /> },
  placed: {
    label: 'orders.placed',
    cell: (row) => <Placed row={row} />,
    className: 'figures whitespace-nowrap text-muted',
    isMoment: true,
  },
  buyer: {
    label: 'orders.buyer',
    cell: (row) => <Buyer row={row} />,
    className: 'max-w-56 truncate',
  },
  bought: { label: 'orders.bought', cell: (row) => <Bought row={row} />, className: 'max-w-80' },
  version: {
    label: 'orders.version',
    cell: ({ version }) => <bdi>{version}</bdi>,
    className: 'max-w-44 truncate text-muted',
  },
  status: {
    label: 'orders.statusColumn',
    cell: ({ status, isHeld }) => <StatusBadge status={status} isHeld={isHeld} />,
    className: 'whitespace-nowrap',
  },
  total: {
    label: 'orders.total',
    cell: (row) => <Total row={row} />,
    className: 'figures text-end whitespace-nowrap',
  },
}
export const FIRST = Object.keys(COLUMNS)

const Placed = ({ row }: { row: Row }) => (
  <time dateTime={row.placedAt}>{sayMoment(useOfficeWords(), row.placedAt)}</time>
)
/** Nobody can write to where an address was. */
const Buyer = ({ row: { username, email } }: { row: Row }) => {
  const t = useOfficeWords()
  return isErased({ deliveryEmail: email }) ? t('order.erased') : <bdi>{username ?? email}</bdi>
}
const Total = ({ row }: { row: Row }) => sayMoney(useOfficeWords(), row.total, row.currency)

interface OrdersTableProps {
  rows: readonly Row[]
  shown?: readonly string[]
}

const hasLeft = ({ status }: Row) => status === 'left'

export function OrdersTable({ rows, shown = FIRST }: OrdersTableProps) {
  const t = useOfficeWords()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-order]')}>
      <ListTable
        caption={t('orders.title')}
        columns={COLUMNS}
        shown={shown}
        rows={rows}
        keyOf={({ id }) => id}
        hasLeft={hasLeft}
      />
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li
            key={row.id}
            className={cx(
              'grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm',
              hasLeft(row) && leftClass,
            )}
          >
            <p className="flex items-baseline justify-between gap-3">
              <OrderLink row={row} />
              <span className="figures font-medium">{sayMoney(t, row.total, row.currency)}</span>
            </p>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 flex-1">
                <Bought row={row} />
              </span>
              <StatusBadge status={row.status} isHeld={row.isHeld} />
            </div>
            <p className="flex items-baseline justify-between gap-3 text-muted">
              <span className="min-w-0 truncate">
                <Buyer row={row} />
              </span>
              <time dateTime={row.placedAt} className="figures shrink-0">
                {sayMoment(t, row.placedAt)}
              </time>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-muted">{t('order.zone', { zone: zone() })}</p>
    </div>
  )
}

function OrderLink({ row }: { row: Row }) {
  return (
    <Link
      to="/orders/$id"
      params={{ id: row.id }}
      data-order={row.orderNo}
      className={`${textLinkClass} inline-flex min-h-6 items-center font-mono whitespace-nowrap`}
    >
      {row.orderNo}
    </Link>
  )
}

function Bought({ row }: { row: Row }) {
  const t = useOfficeWords()
  if (row.product === '') return <span className="text-muted">{t('orders.topUp')}</span>
  return (
    <span className="line-clamp-1">
      <bdi>{row.product}</bdi>
      {row.version && (
        <span className="text-muted md:hidden">
          {' '}
          <bdi>{row.version}</bdi>
        </span>
      )}
      {row.units > 1 && <span className="text-muted"> {t('orders.units', { count: row.units })}</span>}
    </span>
  )
}
