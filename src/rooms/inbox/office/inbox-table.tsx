// The rows: a table, and on a phone one item under another, with nothing to scroll sideways.
import { Link } from '@tanstack/react-router'
import { ListTable, leftClass, type TableColumns } from '#rooms/staff/office/list-table.tsx'
import { sayAge, sayMoment } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { cx } from '#ui/class-names.ts'
import { keyOf, type ShownRow } from './item.ts'
import { StateBadge } from './state-badge.tsx'

export const COLUMNS: TableColumns<ShownRow> = {
  reference: { label: 'inbox.reference', cell: (row) => <ItemLink row={row} /> },
  since: { label: 'inbox.since', cell: (row) => <Age row={row} />, className: 'figures whitespace-nowrap text-muted' },
  what: { label: 'inbox.what', cell: (row) => <What row={row} />, className: 'min-w-60' },
  who: {
    label: 'inbox.who',
    cell: ({ name, email }) => <bdi>{name || email}</bdi>,
    className: 'max-w-44 truncate',
  },
  language: { label: 'lists.language', cell: ({ locale }) => locale, className: 'text-muted' },
  state: { label: 'inbox.state', cell: ({ state }) => <StateBadge state={state} /> },
  assignee: {
    label: 'inbox.assignee',
    cell: ({ assignee }) => <bdi>{assignee?.name}</bdi>,
    className: 'max-w-32 truncate text-muted',
  },
}
export const FIRST = ['reference', 'since', 'what', 'who', 'state', 'assignee']

interface InboxTableProps {
  rows: readonly ShownRow[]
  /** Keys of those that are in the list no more. */
  left: ReadonlySet<string>
  shown: readonly string[]
}

export function InboxTable({ rows, left, shown }: InboxTableProps) {
  const t = useOfficeWords()
  return (
    <>
      <ListTable
        caption={t('inbox.title')}
        columns={COLUMNS}
        shown={shown}
        rows={rows}
        keyOf={keyOf}
        hasLeft={(row) => left.has(keyOf(row))}
      />
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li
            key={keyOf(row)}
            className={cx(
              'grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm',
              left.has(keyOf(row)) && leftClass,
            )}
          >
            <p className="flex items-baseline justify-between gap-3">
              <ItemLink row={row} />
              <span className="figures text-muted">
                <Age row={row} />
              </span>
            </p>
            <What row={row} />
            <div className="flex items-baseline justify-between gap-3 text-muted">
              <span className="min-w-0 truncate">
                <bdi>{row.name || row.email}</bdi>
                {row.assignee && (
                  <>
                    {' → '}
                    <bdi>{row.assignee.name}</bdi>
                  </>
                )}
              </span>
              <StateBadge state={row.state} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function ItemLink({ row: { kind, id, reference } }: { row: ShownRow }) {
  return (
    <Link
      to="/inbox/$kind/$id"
      params={{ kind, id }}
      data-item={keyOf({ kind, id })}
      className={`${textLinkClass} inline-flex min-h-6 items-center font-mono whitespace-nowrap`}
    >
      {reference}
    </Link>
  )
}

function Age({ row: { since } }: { row: ShownRow }) {
  const t = useOfficeWords()
  return (
    <time dateTime={since} title={sayMoment(t, since)}>
      {sayAge(t, since)}
    </time>
  )
}

function What({ row: { kind, topic, title, score } }: { row: ShownRow }) {
  const t = useOfficeWords()
  const known = `inbox.topics.${topic}`
  return (
    <span className="line-clamp-2 min-w-0 wrap-anywhere">
      <span className="text-muted">
        {t(`inbox.one.${kind}`)}
        {topic && t.knows(known) && ` · ${t(known)}`}
        {score !== null && ` · ${t('inbox.score', { score })}`}
      </span>{' '}
      <bdi>{title}</bdi>
    </span>
  )
}
