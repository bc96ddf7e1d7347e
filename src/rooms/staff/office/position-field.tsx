// Where something stands among its like.
import { TextField } from '#ui/text-field.tsx'
import type { Wire } from './change-act.tsx'
import { useOfficeWords } from './words.ts'

export function PositionField({ wire }: { wire: Wire }) {
  const t = useOfficeWords()
  return (
    <TextField
      {...wire('position', { hint: t('catalogue.positionHint') })}
      label={t('catalogue.field.position')}
      inputMode="numeric"
      autoComplete="off"
    />
  )
}
