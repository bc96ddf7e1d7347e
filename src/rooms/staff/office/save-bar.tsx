// How much is not saved yet, what is wrong with it, and saving it: at the bottom of whatever is edited by the field.
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PreviewButtons } from './preview-buttons.tsx'
import type { Editing } from './use-editing.ts'
import { useOfficeWords } from './words.ts'

type SaveBarProps = {
  editing: Editing
  nameOf: (field: string) => string
  /** The language beside English, in which it can be previewed, too; undefined: by whom it cannot be. */
  other: string | undefined
}

export function SaveBar({ editing, nameOf, other }: SaveBarProps) {
  const t = useOfficeWords()
  const count = Object.keys(editing.edits).length
  if (count === 0) return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-5 border-t border-line bg-surface px-4 py-3 lg:start-52">
      {(editing.problem || editing.wrong.length > 0) && (
        <Notice tone="bad" live className="mb-3">
          {editing.problem}
          <ul>
            {editing.wrong.map((field) => (
              <li key={field}>
                {nameOf(field)}: {editing.error(field)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p className="figures flex-1 text-sm text-muted max-sm:basis-full" role="status">
          {t('catalogue.unsaved', { count })}
        </p>
        {other !== undefined && <PreviewButtons editing={editing} other={other} />}
        <Button onClick={editing.discard}>{t('catalogue.discard')}</Button>
        <Button
          id="save"
          variant="primary"
          loading={editing.saving}
          loadingLabel={t('frame.loading')}
          disabled={editing.conflicts.length > 0}
          onClick={() => void editing.save()}
        >
          {t('catalogue.save')}
        </Button>
      </div>
    </div>
  )
}
