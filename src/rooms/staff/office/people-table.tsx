// The rows: a table, and on a phone one person under another.
import { Link } from '@tanstack/react-router'
import { textLinkClass } from '#ui/button-class.ts'
import { moveBetween } from './list-keys.ts'
import type { ListedPerson } from './person.ts'
import { PersonState } from './person-state.tsx'
import { sayMoment } from './said.ts'
import { sayRole } from './say-role.ts'
import { useOfficeWords } from './words.ts'

export function PeopleTable({ rows }: { rows: readonly ListedPerson[] }) {
  const t = useOfficeWords()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way through the links inside
    <div onKeyDown={(event) => moveBetween(event, 'a[data-person]')}>
      <table className="mt-3 w-full border-collapse text-sm max-md:hidden">
        <caption className="sr-only">{t('staff.people')}</caption>
        <thead>
          <tr className="border-b border-line text-start text-muted *:px-2 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('staff.person')}</th>
            <th scope="col">{t('staff.role')}</th>
            <th scope="col">{t('staff.stateColumn')}</th>
            <th scope="col">{t('staff.factor')}</th>
            <th scope="col">{t('staff.active')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((person) => (
            <tr key={person.id} className="border-b border-line *:px-2 *:py-2 *:align-top hover:bg-tint">
              <td className="max-w-72">
                <Named person={person} />
              </td>
              <td className="max-w-48 break-words">
                <bdi>{sayRole(t, person.role)}</bdi>
              </td>
              <td>
                <PersonState person={person} />
              </td>
              <td className="text-muted">{t(person.hasApp ? 'staff.app' : 'staff.none')}</td>
              <td className="figures whitespace-nowrap text-muted">
                <Active at={person.activeAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 md:hidden">
        {rows.map((person) => (
          <li key={person.id} className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-line py-3 text-sm">
            <Named person={person} />
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words">
                <bdi>{sayRole(t, person.role)}</bdi>
              </span>
              <PersonState person={person} />
            </p>
            <p className="figures text-muted">
              {t('staff.active')}: <Active at={person.activeAt} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Named({ person: { id, name, email } }: { person: ListedPerson }) {
  return (
    <>
      <Link
        to="/staff/$id"
        params={{ id }}
        data-person={email}
        className={`${textLinkClass} inline-block min-h-6 max-w-full font-medium break-words`}
      >
        <bdi>{name || email}</bdi>
      </Link>
      {name && (
        <span className="block break-all text-muted">
          <bdi>{email}</bdi>
        </span>
      )}
    </>
  )
}

function Active({ at }: { at: string | null }) {
  const t = useOfficeWords()
  return at ? <time dateTime={at}>{sayMoment(t, at)}</time> : t('staff.never')
}
