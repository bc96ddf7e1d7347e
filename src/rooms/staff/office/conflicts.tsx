// What somebody else changed meanwhile, beside what was typed: each is decided, and nothing is lost until then.
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Editing, Value } from './use-editing.ts'
import { useOfficeWords } from './words.ts'

interface ConflictsProps {
  editing: Editing
  nameOf: (field: string) => string
  say: (field: string, value: Value) => string
}

export function Conflicts({ editing, nameOf, say }: ConflictsProps) {
  const t = useOfficeWords()
  const count = editing.conflicts.length
  const shown = useRef<HTMLDivElement>(null)
  // Far above what was typed and the button that was pressed, and each decision takes away the button that made it.
  useEffect(() => {
    if (count === 0) return
    shown.current?.focus()
    return () => (document.getElementById('save') ?? document.getElementById('content'))?.focus({ preventScroll: true })
  }, [count])
  if (count === 0) return null
  return (
    <div ref={shown} tabIndex={-1} className="mt-4 scroll-mt-4">
      <Notice tone="warn" live title={t('catalogue.conflict')}>
        <p>{t('catalogue.conflictHint')}</p>
        <ul className="mt-3 grid gap-4">
          {editing.conflicts.map((conflict) => {
            const name = nameOf(conflict.field)
            return (
              <li key={conflict.field}>
                <p className="font-medium text-ink">{name}</p>
                <div className="mt-1 grid gap-3 md:grid-cols-2">
                  {(['theirs', 'mine'] as const).map((side) => (
                    <div
                      key={side}
                      className="flex min-w-0 flex-col gap-2 rounded-control border border-line bg-surface p-3 text-ink"
                    >
                      <p className="text-muted">{t(`catalogue.${side}`)}</p>
                      <p className="max-h-60 flex-1 overflow-y-auto break-words whitespace-pre-wrap">
                        <bdi>{say(conflict.field, conflict[side])}</bdi>
                      </p>
                      <Button
                        size="sm"
                        onClick={() => editing.settle(conflict, side)}
                        aria-label={`${t(`catalogue.take.${side}`)}: ${name}`}
                      >
                        {t(`catalogue.take.${side}`)}
                      </Button>
                    </div>
                  ))}
                </div>
              </li>
            )
          })}
        </ul>
      </Notice>
    </div>
  )
}
