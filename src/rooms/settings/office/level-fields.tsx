// The levels of members, a row each, the lowest first; a row without a name is none.
import { useState } from 'react'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { MOST_LEVELS } from '../limits.ts'
import { levelsIn } from './setting.ts'

export function LevelFields({ text, field }: { text: string; field: (name: string) => FormField }) {
  const t = useOfficeWords()
  // What is there when the question is asked: nothing moves under the hands.
  const [begun] = useState(() => levelsIn(text))
  const [count, setCount] = useState(begun.length)
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('settings.levels')}</legend>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place
        <div key={n} className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2">
          <TextField
            {...field(`name.${n}`)}
            label={t('settings.levelName')}
            defaultValue={begun[n]?.name ?? ''}
            maxLength={40}
            autoComplete="off"
          />
          <TextField
            {...field(`growth.${n}`)}
            label={t('settings.levelGrowth')}
            defaultValue={String(begun[n]?.growth ?? '')}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
          />
          <TextField
            {...field(`discount.${n}`)}
            label={t('settings.levelDiscount')}
            defaultValue={String(begun[n]?.discount ?? '')}
            inputMode="decimal"
            maxLength={6}
            autoComplete="off"
          />
        </div>
      ))}
      {count < MOST_LEVELS && (
        <p>
          <Button size="sm" onClick={() => setCount(count + 1)}>
            {t('settings.levelAdd')}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
