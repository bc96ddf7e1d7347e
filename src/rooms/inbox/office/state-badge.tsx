import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Row } from './item.ts'

const TONES: Record<Row['state'], BadgeTone> = { open: 'warn', waiting: 'outline', done: 'plain' }

export function StateBadge({ state }: { state: Row['state'] }) {
  const t = useOfficeWords()
  return <Badge tone={TONES[state]}>{t(`inbox.is.${state}`)}</Badge>
}
