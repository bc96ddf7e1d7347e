// Between the parts of the room.
import { Parts } from '#rooms/staff/office/parts.tsx'

const PARTS = [
  { to: '/health', label: 'health.overview' },
  { to: '/health/jobs', label: 'health.jobs.title' },
  { to: '/health/mails', label: 'health.mails.title' },
  { to: '/health/notices', label: 'health.notices.title' },
] as const

export const HealthTabs = () => <Parts of="health.title" parts={PARTS} className="mt-3 mb-2" />
