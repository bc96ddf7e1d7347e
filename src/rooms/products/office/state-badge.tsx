import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Row } from './list.ts'

const TONES: Record<Row['state'], BadgeTone> = {
  on: 'good',
  low: 'warn',
  out: 'bad',
  off: 'plain',
  draft: 'outline',
  priceless: 'bad',
}

export function StateBadge({ state }: { state: Row['state'] }) {
  const t = useOfficeWords()
  return <Badge tone={TONES[state]}>{t(`catalogue.is.${state}`)}</Badge>
}
