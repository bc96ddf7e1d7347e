// Between the people and their roles.
import { useLocation } from '@tanstack/react-router'
import { Choices } from './choices.tsx'
import { useOfficeWords } from './words.ts'

const PARTS = [
  { to: '/staff', label: 'staff.people' },
  { to: '/staff/roles', label: 'staff.roles' },
] as const

export function StaffTabs() {
  const t = useOfficeWords()
  const { pathname } = useLocation()
  return (
    <div className="mt-3 border-b border-line pb-1">
      <Choices
        label={t('staff.title')}
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
