// Between the people and their roles.
import { Parts } from './parts.tsx'

const PARTS = [
  { to: '/staff', label: 'staff.people' },
  { to: '/staff/roles', label: 'staff.roles' },
] as const

export const StaffTabs = () => <Parts of="staff.title" parts={PARTS} className="mt-3" />
