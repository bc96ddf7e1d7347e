// Between the settings that are values and those that are lists of their own.
import { Parts } from '#rooms/staff/office/parts.tsx'
import { useMay } from '#rooms/staff/office/session.ts'

const PARTS = [
  { to: '/settings', label: 'settings.values', permission: 'settings.read' },
  { to: '/settings/methods', label: 'methods.title', permission: 'settings.read' },
  { to: '/settings/currencies', label: 'currencies.title', permission: 'settings.read' },
  { to: '/settings/pages', label: 'pages.title', permission: 'content.read' },
] as const

export function SettingsTabs() {
  const may = useMay()
  return <Parts of="settings.title" parts={PARTS.filter(({ permission }) => may(permission))} className="mb-4" />
}
