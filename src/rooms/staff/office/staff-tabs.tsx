// Between the people and their roles.
import { Link } from '@tanstack/react-router'
import { useOfficeWords } from './words.ts'

const LOOK =
  'inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'

export function StaffTabs() {
  const t = useOfficeWords()
  return (
    <nav aria-label={t('staff.title')} className="mt-3">
      <ul className="flex gap-1 border-b border-line pb-2">
        <li>
          <Link to="/staff" activeOptions={{ exact: true, includeSearch: false }} className={LOOK}>
            {t('staff.people')}
          </Link>
        </li>
        <li>
          <Link to="/staff/roles" className={LOOK}>
            {t('staff.roles')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
