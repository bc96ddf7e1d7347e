// Between the parts of the room.
import { useLocation } from '@tanstack/react-router'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

const PARTS = [
  { to: '/health', label: 'health.overview' },
  { to: '/health/jobs', label: 'health.jobs.title' },
  { to: '/health/mails', label: 'health.mails.title' },
  { to: '/health/notices', label: 'health.notices.title' },
] as const

export function HealthTabs() {
  const t = useOfficeWords()
  const { pathname } = useLocation()
  return (
    <div className="mt-3 mb-2 border-b border-line pb-1">
      <Choices
        label={t('health.title')}
        choices={PARTS.map(({ to, label }) => ({
          key: to,
          label: t(label),
          isChosen: pathname.endsWith(to),
          link: { to },
        }))}
      />
    </div>
  )
}
