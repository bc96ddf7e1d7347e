// How far somebody is: blocked, a visitor, invited, or at work.
import { Badge } from '#ui/badge.tsx'
import type { ListedPerson } from './person.ts'
import { sayMoment } from './said.ts'
import { useOfficeWords } from './words.ts'

type Told = Pick<ListedPerson, 'isBlocked' | 'isDemo' | 'hasBegun' | 'hasApp' | 'linkUntil'>

export function PersonState({ person: { isBlocked, isDemo, hasBegun, hasApp, linkUntil } }: { person: Told }) {
  const t = useOfficeWords()
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isBlocked && <Badge tone="bad">{t('staff.state.blocked')}</Badge>}
      {isDemo && <Badge>{t('staff.state.demo')}</Badge>}
      {hasBegun && hasApp && <Badge tone="good">{t('staff.state.begun')}</Badge>}
      {!hasBegun && !isDemo && !linkUntil && <Badge tone="outline">{t('staff.state.over')}</Badge>}
      {linkUntil && (
        <Badge tone="warn">
          {t(hasBegun ? 'staff.state.newLink' : 'staff.state.invited', { until: sayMoment(t, linkUntil) })}
        </Badge>
      )}
    </span>
  )
}
