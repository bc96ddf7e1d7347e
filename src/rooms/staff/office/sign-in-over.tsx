// Signing in again over the page: nothing that was typed below it is lost, and neither Escape nor a press outside closes it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { Me } from '../office.ts'
import { DemoEntrance } from './demo-entrance.tsx'
import { isBack, useIsOver } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useOfficeWords } from './words.ts'

/** `isDemo`: who was signed in visited a demo, and has no account to sign in with. */
export function SignInOver({ email, isDemo }: Pick<Me, 'email' | 'isDemo'>) {
  const t = useOfficeWords()
  const isOver = useIsOver()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useId()
  useEffect(() => {
    if (isOver) {
      dialog.current?.showModal()
      // Not a field: who was typing below goes on for a letter or two, and they belong into none of these.
      return heading.current?.focus()
    }
    if (!dialog.current?.open) return
    dialog.current.close()
    // In this tab or in another, and perhaps as somebody else: whatever is shown is asked anew.
    void queries.invalidateQueries()
  }, [isOver, queries])

  function entered(me: Me) {
    queries.setQueryData(['me'], me)
    isBack()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      closedby="none"
      onCancel={(event) => event.preventDefault()}
      className="modal modal-dialog"
    >
      <div className="max-h-[inherit] overflow-y-auto p-5 sm:p-6">
        <h2 ref={heading} id={title} tabIndex={-1} className="text-xl outline-none">
          {t('door.overTitle')}
        </h2>
        <p className="mt-2 text-muted">{t('door.over')}</p>
        {isOver && isDemo && <DemoEntrance onEntered={entered} />}
        {isOver && <SignInForm email={isDemo ? undefined : email} onEntered={entered} />}
      </div>
    </dialog>
  )
}
