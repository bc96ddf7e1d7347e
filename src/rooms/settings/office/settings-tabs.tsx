// Between the settings that are values and those that are lists of their own.
import { useLocation } from '@tanstack/react-router'
import { Choices } from '#rooms/staff/office/choices.tsx'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'

const PARTS = [
  { to: '/settings', label: 'settings.values', permission: 'settings.read' },
  { to: '/settings/methods', label: 'methods.title', permission: 'settings.read' },
  { to: '/settings/currencies', label: 'currencies.title', permission: 'settings.read' },
  { to: '/settings/pages', label: 'pages.title', permission: 'content.read' },
] as const

export function SettingsTabs() {
  const t = useOfficeWords()
  const may = useMay()
  const { pathname } = useLocation()
  return (
    <div className="mb-4 border-b border-line pb-1">
      <Choices
        label={t('settings.title')}
        choices={PARTS.filter(({ permission }) => may(permission)).map(({ to, label }) => ({
          key: to,
          label: t(label),
          isChosen: pathname.endsWith(to),
          link: { to },
        }))}
      />
    </div>
  )
}
