// The rows: a table, and on a phone one item under another, with nothing to scroll sideways.
import { Link } from '@tanstack/react-router'
import { sayAge, sayMoment } from '#rooms/staff/office/said.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { textLinkClass } from '#ui/button-class.ts'
import type { Row } from './item.ts'
import { StateBadge } from './state-badge.tsx'

export function InboxTable({ rows }: { rows: readonly Row[] }) {
  const t = useOfficeWords()
  return (
    <>
      <table className="mt-3 w-full table-fixed border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('inbox.title')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col" className="w-32">
              {t('inbox.reference')}
            </th>
            <th scope="col" className="w-28">
              {t('inbox.since')}
            </th>
            <th scope="col">{t('inbox.what')}</th>
            <th scope="col" className="w-44">
              {t('inbox.who')}
            </th>
            <th scope="col" className="w-36">
              {t('inbox.state')}
            </th>
            <th scope="col" className="w-32">
              {t('inbox.assignee')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.id}`} className="border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
              <td>
                <ItemLink row={row} />
              </td>
              <td className="figures text-muted">
                <Age row={row} />
              </td>
              <td>
                <What row={row} />
              </td>
              <td className="truncate">
                <bdi>{row.name || row.email}</bdi>
              </td>
              <td>
                <StateBadge state={row.state} />
              </td>
              <td className="truncate text-muted">
                <bdi>{row.assignee?.name}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
