import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Badge } from '#ui/badge.tsx'
import type { BatchState } from './batches.ts'

const TONES = { open: 'good', blocked: 'bad', withdrawn: 'plain' } as const

/** Whether its keys are for sale. */
export function StateBadge({ state }: { state: BatchState }) {
  const t = useOfficeWords()
  return <Badge tone={TONES[state]}>{t(`keys.states.${state}`)}</Badge>
}
