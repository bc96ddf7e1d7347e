// Between the parts of the room.
import { Link } from '@tanstack/react-router'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

const LOOK =
  'inline-flex min-h-8 items-center rounded-control px-2.5 text-sm text-muted hover:bg-tint hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-ink'

const PARTS = [
  { to: '/health', label: 'health.overview' },
  { to: '/health/jobs', label: 'health.jobs.title' },
  { to: '/health/mails', label: 'health.mails.title' },
  { to: '/health/notices', label: 'health.notices.title' },
] as const

export function HealthTabs() {
  const t = useOfficeWords()
  return (
    <nav aria-label={t('health.title')} className="mt-3">
      <ul className="flex flex-wrap gap-1 border-b border-line pb-2">
        {PARTS.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={LOOK}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
