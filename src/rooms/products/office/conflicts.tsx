// What somebody else changed meanwhile, beside what was typed: each is decided, and nothing is lost until then.
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldName, sayValue } from './field-name.ts'
import { useShelves } from './shelves.ts'
import type { Editor } from './use-editor.ts'

export function Conflicts({ editor }: { editor: Editor }) {
  const t = useOfficeWords()
  const { data: shelves } = useShelves()
  if (editor.conflicts.length === 0) return null
  return (
    <Notice tone="warn" live title={t('catalogue.conflict')} className="mt-4">
      <p>{t('catalogue.conflictHint')}</p>
      <ul className="mt-3 grid gap-4">
        {editor.conflicts.map((conflict) => {
          const name = fieldName(t, editor.product, conflict.field)
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
                      <bdi>{sayValue(t, conflict.field, conflict[side], shelves)}</bdi>
                    </p>
                    <Button
                      size="sm"
                      onClick={() => editor.settle(conflict, side)}
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
  )
}
