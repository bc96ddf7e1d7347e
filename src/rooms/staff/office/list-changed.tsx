// What has come to a list and gone from it since it was drawn, in a line that is always there: nothing moves when it is said.
import { flushSync } from 'react-dom'
import { textLinkClass } from '#ui/button-class.ts'
import { focusFirstRow } from './list-keys.ts'
import type { useSteadyRows } from './steady-rows.ts'
import { useOfficeWords } from './words.ts'

type ListChangedProps = Pick<ReturnType<typeof useSteadyRows>, 'waiting' | 'left' | 'renew'>

export function ListChanged({ waiting, left, renew }: ListChangedProps) {
  const t = useOfficeWords()
  function show() {
    flushSync(renew)
    // The button is gone with what it was for.
    focusFirstRow()
  }
  return (
    <div className="mt-3 flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-muted">
      <p role="status" className="figures flex gap-x-2">
        {waiting > 0 && <span>{t('lists.waiting', { count: waiting })}</span>}
        {left.size > 0 && <span>{t('lists.left', { count: left.size })}</span>}
      </p>
      {(waiting > 0 || left.size > 0) && (
        <button type="button" onClick={show} className={`${textLinkClass} min-h-6`}>
          {t('lists.renew')}
        </button>
      )}
    </div>
  )
}
