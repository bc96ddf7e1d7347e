import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { ShownRow } from './item.ts'

const TONES: Record<ShownRow['state'], BadgeTone> = {
  open: 'warn',
  waiting: 'outline',
  done: 'plain',
  left: 'plain',
}

export function StateBadge({ state }: { state: ShownRow['state'] }) {
  const t = useOfficeWords()
  return <Badge tone={TONES[state]}>{t(state === 'left' ? 'lists.isLeft' : `inbox.is.${state}`)}</Badge>
}
