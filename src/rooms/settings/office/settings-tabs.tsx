// Between the settings that are values and those that are lists of their own.
import { useLocation } from '@tanstack/react-router'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

const PARTS = [
  { to: '/settings', label: 'settings.values' },
  { to: '/settings/methods', label: 'methods.title' },
  { to: '/settings/currencies', label: 'currencies.title' },
] as const

export function SettingsTabs() {
  const t = useOfficeWords()
  const { pathname } = useLocation()
  return (
    <div className="mb-4 border-b border-line pb-1">
      <Choices
        label={t('settings.title')}
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
