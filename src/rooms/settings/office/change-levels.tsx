// The levels of members, a row each, the lowest first; a row without a name is none. What nobody touched stays as others leave it.
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { MOST_LEVELS } from '../limits.ts'
import { findAgain, putLevels } from './put-levels.ts'
import { LEVELS, type Level, levelsIn } from './setting.ts'

/** `text`: as the setting holds them now. */
export function ChangeLevels({ text, explain }: { text: string; explain: ReactNode }) {
  const t = useOfficeWords()
  const begun = useRef<readonly Level[]>([])
  return (
    <Act
      size="sm"
      label={t('settings.change')}
      explain={explain}
      schema={async () => (await import('./forms.ts')).LevelsForm}
      fields={(field) => <Rows now={levelsIn(text)} begun={begun} field={field as (name: string) => FormField} />}
      seen={text}
      send={({ levels, reason }, seen) =>
        actCall('POST /office/settings/{key}', {
          params: { key: LEVELS },
          body: { value: JSON.stringify(putLevels(begun.current, levelsIn(seen), levels)), seen, reason },
        })
      }
      done={t('settings.done')}
    />
  )
}

interface RowsProps {
  now: readonly Level[]
  begun: RefObject<readonly Level[]>
  field: (name: string) => FormField
}

function Rows({ now, begun, field }: RowsProps) {
  const t = useOfficeWords()
  // What is there when the question is asked: nothing moves under the hands.
  const [first] = useState(now)
  begun.current = first
  const [count, setCount] = useState(first.length)
  const there = findAgain(first, now)
  const added = now.filter((_, at) => !there.includes(at))

  function wire(kind: keyof Level, n: number) {
    const [was, at] = [first[n], there[n]]
    const is = at === undefined ? '–' : now[at]![kind]
    const hint = was && is !== was[kind] ? t('shelves.isNow', { value: String(is) }) : undefined
    return { ...field(`${kind}.${n}`), defaultValue: String(was?.[kind] ?? ''), hint, autoComplete: 'off' }
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('settings.levels')}</legend>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps its place
        <div key={n} className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] gap-2">
          <TextField {...wire('name', n)} label={t('settings.levelName')} maxLength={40} />
          <TextField {...wire('growth', n)} label={t('settings.levelGrowth')} inputMode="decimal" maxLength={12} />
          <TextField {...wire('discount', n)} label={t('settings.levelDiscount')} inputMode="decimal" maxLength={6} />
        </div>
      ))}
      {added.length > 0 && (
        <p className="text-sm text-muted">
          {t('settings.levelsAdded', {
            levels: added.map(({ name, growth, discount }) => `${name} (${growth}, ${discount} %)`).join(', '),
          })}
        </p>
      )}
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
