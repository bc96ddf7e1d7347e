// In which browsers somebody is signed in.
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import type { Person } from './person.ts'
import { sayMoment } from './said.ts'
import { useOfficeWords } from './words.ts'

interface SessionListProps {
  sessions: readonly (Person['sessions'][number] & { isThis?: boolean })[]
  empty: string
  /** What ends one of them. */
  endOne?: (sessionId: string) => ReactNode
}

export function SessionList({ sessions, empty, endOne }: SessionListProps) {
  const t = useOfficeWords()
  if (sessions.length === 0) return <p className="mt-3 text-muted">{empty}</p>
  return (
    <ul className="mt-3 grid gap-3">
      {sessions.map(({ id, device, system, address, beganAt, usedAt, isThis = false }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-3 text-sm last:border-0 last:pb-0"
        >
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <bdi>{[device, system].filter(Boolean).join(', ') || t('staff.unknownDevice')}</bdi>
              {isThis && <Badge tone="good">{t('staff.thisDevice')}</Badge>}
            </p>
            {address && <p className="font-mono text-xs break-all text-muted">{address}</p>}
            <p className="text-muted">
              {t('staff.sessionTimes', { began: sayMoment(t, beganAt), used: sayMoment(t, usedAt) })}
            </p>
          </div>
          {!isThis && endOne?.(id)}
        </li>
      ))}
    </ul>
  )
}
