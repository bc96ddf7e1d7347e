// The rows: a table, and on a phone one order under another, with nothing to scroll sideways.
import { Link } from '@tanstack/react-router'
import type { officeCall } from '#browser/office-calls.ts'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { StatusBadge } from './status-badge.tsx'

type Row = Awaited<ReturnType<typeof officeCall<'GET /office/orders'>>>['rows'][number]

export function OrdersTable({ rows }: { rows: readonly Row[] }) {
  const t = useOfficeWords()
  return (
    <>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('orders.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('orders.number')}</th>
            <th scope="col" title={zone()}>
              {t('orders.placed')}
            </th>
            <th scope="col">{t('orders.buyer')}</th>
            <th scope="col">{t('orders.bought')}</th>
            <th scope="col">{t('orders.statusColumn')}</th>
            <th scope="col" className="text-end!">
              {t('orders.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
              <td>
                <OrderLink row={row} />
              </td>
              <td className="figures whitespace-nowrap text-muted">
                <time dateTime={row.placedAt}>{sayMoment(t, row.placedAt)}</time>
              </td>
              <td className="max-w-56 truncate">
                <bdi>{row.username ?? row.email}</bdi>
              </td>
              <td className="max-w-80">
                <Bought row={row} />
              </td>
              <td>
                <StatusBadge status={row.status} isHeld={row.isHeld} />
              </td>
              <td className="figures text-end whitespace-nowrap">{sayMoney(t, row.total, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm">
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
                <bdi>{row.username ?? row.email}</bdi>
              </span>
              <time dateTime={row.placedAt} className="figures shrink-0">
                {sayMoment(t, row.placedAt)}
              </time>
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}

function OrderLink({ row }: { row: Row }) {
  return (
    <Link
      to="/orders/$id"
      params={{ id: row.id }}
      data-row
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
      {row.units > 1 && <span className="text-muted"> {t('orders.units', { count: row.units })}</span>}
    </span>
  )
}
