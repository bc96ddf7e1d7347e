// The rows: a table, and on a phone one product under another.
import { Link } from '@tanstack/react-router'
import { LOCALES } from '#platform/i18n/locales.ts'
import { sayLasts } from '#rooms/keys/office/lasts.ts'
import { sayMoment, sayMoney, zone } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Row } from './list.ts'
import type { Selection } from './selection.ts'
import { StateBadge } from './state-badge.tsx'

interface TableProps {
  rows: readonly Row[]
  /** For whoever may change something of what he chooses. */
  selection: Selection | undefined
}

export function ProductsTable({ rows, selection }: TableProps) {
  const t = useOfficeWords()
  return (
    <>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('catalogue.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            {selection && (
              <th scope="col">
                <span className="sr-only">{t('catalogue.bulk.chosen')}</span>
              </th>
            )}
            <th scope="col">{t('catalogue.product')}</th>
            <th scope="col">{t('catalogue.category')}</th>
            <th scope="col">{t('catalogue.state')}</th>
            <th scope="col" className="text-end!">
              {t('catalogue.price')}
            </th>
            <th scope="col" className="text-end!">
              {t('catalogue.stock')}
            </th>
            <th scope="col" className="text-end!">
              {t('catalogue.languages')}
            </th>
            <th scope="col" title={zone()}>
              {t('catalogue.changed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-line *:px-2 *:py-1.5 hover:bg-tint">
              {selection && (
                <td>
                  <Choose row={row} selection={selection} />
                </td>
              )}
              <td className="max-w-96">
                <Named row={row} />
              </td>
              <td className="max-w-40 truncate text-muted">{row.category}</td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td className="figures text-end whitespace-nowrap">
                {row.price === null ? '–' : sayMoney(t, row.price, 'USD')}
              </td>
              <td className="figures text-end whitespace-nowrap">
                {row.stock}
                {row.daysLeft !== null && <span className="block text-xs text-muted">{sayLasts(t, row.daysLeft)}</span>}
              </td>
              <td className={`figures text-end ${row.languages < LOCALES.length ? 'text-warn' : 'text-muted'}`}>
                {row.languages}/{LOCALES.length}
              </td>
              <td className="figures whitespace-nowrap text-muted">
                <time dateTime={row.changedAt}>{sayMoment(t, row.changedAt)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-2.5 text-sm">
            <div className="flex items-center gap-3">
              {selection && <Choose row={row} selection={selection} />}
              <Named row={row} />
            </div>
            <div className="flex items-baseline justify-between gap-3">
              <StateBadge state={row.state} />
              <span className="figures">
                {row.price === null ? '–' : sayMoney(t, row.price, 'USD')}
                <span className="text-muted">
                  {' '}
                  · {t('catalogue.inStock', { count: row.stock })}
                  {row.daysLeft !== null && `, ${sayLasts(t, row.daysLeft)}`}
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Choose({ row, selection }: { row: Row; selection: Selection }) {
  const t = useOfficeWords()
  const isChosen = selection.has(row.id)
  return (
    <label className="grid size-8 place-items-center">
      <span className="sr-only">{t('catalogue.bulk.choose', { name: row.name })}</span>
      <input
        type="checkbox"
        className="tick"
        checked={isChosen}
        disabled={selection.isFull && isChosen === selection.isAll}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  )
}

function Named({ row }: { row: Row }) {
  const t = useOfficeWords()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <img
        src={row.img.replace('/480.', '/180.')}
        alt=""
        width={30}
        height={40}
        loading="lazy"
        className="h-10 w-7.5 shrink-0 rounded-mark bg-tint object-cover"
      />
      <span className="min-w-0">
        <Link
          to="/catalogue/$id"
          params={{ id: String(row.id) }}
          data-product={row.id}
          className={`${textLinkClass} inline-flex min-h-6 max-w-full items-center`}
        >
          <bdi className="truncate">{row.name}</bdi>
        </Link>
        <span className="figures block truncate text-xs text-muted">
          #{row.id} · {t('catalogue.versions', { count: row.versions })}
        </span>
      </span>
    </div>
  )
}
