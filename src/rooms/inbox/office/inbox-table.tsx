// The rows: a table, and on a phone one item under another, with nothing to scroll sideways.
import { Link } from '@tanstack/react-router'
import { ListTable, type TableColumns } from '#rooms/staff/office/list-table.tsx'
import { sayAge, sayMoment } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Row } from './item.ts'
import { StateBadge } from './state-badge.tsx'

export const COLUMNS: TableColumns<Row> = {
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

export function InboxTable({ rows, shown }: { rows: readonly Row[]; shown: readonly string[] }) {
  const t = useOfficeWords()
  return (
    <>
      <ListTable
        caption={t('inbox.title')}
        columns={COLUMNS}
        shown={shown}
        rows={rows}
        keyOf={({ kind, id }) => `${kind} ${id}`}
      />
      <ul className="mt-3 md:hidden">
        {rows.map((row) => (
          <li
            key={`${row.kind} ${row.id}`}
            className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3 text-sm"
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

function ItemLink({ row: { kind, id, reference } }: { row: Row }) {
  return (
    <Link
      to="/inbox/$kind/$id"
      params={{ kind, id }}
      data-item={`${kind} ${id}`}
      className={`${textLinkClass} inline-flex min-h-6 items-center font-mono whitespace-nowrap`}
    >
      {reference}
    </Link>
  )
}

function Age({ row: { since } }: { row: Row }) {
  const t = useOfficeWords()
  return (
    <time dateTime={since} title={sayMoment(t, since)}>
      {sayAge(t, since)}
    </time>
  )
}

function What({ row: { kind, topic, title, score } }: { row: Row }) {
  const t = useOfficeWords()
  const known = `inbox.topics.${topic}`
  return (
    <span className="line-clamp-2 min-w-0 break-words">
      <span className="text-muted">
        {t(`inbox.one.${kind}`)}
        {topic && t.knows(known) && ` · ${t(known)}`}
        {score !== null && ` · ${t('inbox.score', { score })}`}
      </span>{' '}
      <bdi>{title}</bdi>
    </span>
  )
}
