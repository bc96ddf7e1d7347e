// The rows: a table, and on a phone one product under another.
import { Link } from '@tanstack/react-router'
import { LOCALES } from '#platform/i18n/locales.ts'
import { sayLasts } from '#rooms/keys/office/lasts.ts'
import { ListTable, type TableColumns } from '#rooms/staff/office/list-table.tsx'
import { sayMoment, sayMoney } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Row } from './list.ts'
import type { Selection } from './selection.ts'
import { StateBadge } from './state-badge.tsx'

interface TableProps {
  rows: readonly Row[]
  /** Names of the columns. */
  shown: readonly string[]
  /** For whoever may change something of what he chooses. */
  selection: Selection | undefined
}

export const COLUMNS: TableColumns<Row> = {
  product: { label: 'catalogue.product', cell: (row) => <Named row={row} />, className: 'max-w-96' },
  slug: { label: 'lists.slug', cell: ({ slug }) => slug, className: 'max-w-60 truncate font-mono text-xs text-muted' },
  category: {
    label: 'catalogue.category',
    cell: ({ category }) => <bdi>{category}</bdi>,
    className: 'max-w-40 truncate text-muted',
  },
  state: {
    label: 'catalogue.state',
    cell: ({ state }) => <StateBadge state={state} />,
    className: 'whitespace-nowrap',
  },
  price: {
    label: 'catalogue.price',
    cell: ({ price }) => <Price price={price} />,
    className: 'figures text-end whitespace-nowrap',
  },
  stock: {
    label: 'catalogue.stock',
    cell: (row) => <Stock row={row} />,
    className: 'figures text-end whitespace-nowrap',
  },
  versions: { label: 'lists.versions', cell: ({ versions }) => versions, className: 'figures text-end text-muted' },
  languages: {
    label: 'catalogue.languages',
    cell: ({ languages }) => (
      <span className={languages < LOCALES.length ? 'text-warn' : undefined}>
        {languages}/{LOCALES.length}
      </span>
    ),
    className: 'figures text-end text-muted',
  },
  changed: {
    label: 'catalogue.changed',
    cell: ({ changedAt }) => <Changed at={changedAt} />,
    className: 'figures whitespace-nowrap text-muted',
    isMoment: true,
  },
}
export const FIRST = ['product', 'category', 'state', 'price', 'stock', 'languages', 'changed']

function Price({ price }: { price: number | null }) {
  const t = useOfficeWords()
  return price === null ? '–' : sayMoney(t, price, 'USD')
}

function Stock({ row: { stock, daysLeft } }: { row: Row }) {
  const t = useOfficeWords()
  return (
    <>
      {stock}
      {daysLeft !== null && <span className="block text-xs text-muted">{sayLasts(t, daysLeft)}</span>}
    </>
  )
}

const Changed = ({ at }: { at: string }) => <time dateTime={at}>{sayMoment(useOfficeWords(), at)}</time>

export function ProductsTable({ rows, shown, selection }: TableProps) {
  const t = useOfficeWords()
  return (
    <>
      <ListTable
        caption={t('catalogue.title')}
        columns={COLUMNS}
        shown={shown}
        rows={rows}
        keyOf={({ id }) => id}
        lead={
          selection && {
            label: t('catalogue.bulk.chosen'),
            cell: (row) => <Choose row={row} selection={selection} />,
          }
        }
      />
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
