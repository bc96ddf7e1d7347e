import { useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import type { MessageKey } from '#platform/i18n/messages.ts'
import { type MemberKey, useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { StaysOpen } from '#ui/stays-open.tsx'

type ConfirmedPressProps = {
  label: string
  title: string
  text: string
  keep: string
  tone?: 'primary' | 'danger'
  act: () => Promise<unknown>
  onDone: () => void
}

/** A button that asks before it acts. */
export function ConfirmedPress({ label, title, text, keep, tone = 'primary', act, onDone }: ConfirmedPressProps) {
  const t = useMemberWords()
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<MemberKey | MessageKey>()

  async function go() {
    setSending(true)
    setProblem(undefined)
    try {
      await act()
      setOpen(false)
      onDone()
    } catch (error) {
      setProblem(error instanceof CallRefused && t.knows(error.message) ? error.message : 'member.failedText')
    }
    setSending(false)
  }

  /** What is under way happens, whether its question is seen or not. */
  function show(isOpen: boolean) {
    if (sending) return
    setProblem(undefined)
    setOpen(isOpen)
  }

  return (
    <>
      <Button variant={tone === 'danger' ? 'ghost' : 'secondary'} onClick={() => show(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        size="sm"
        title={title}
        closeLabel={t('cart.close')}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button aria-disabled={sending || undefined} onClick={() => show(false)}>
              {keep}
            </Button>
            <Button variant={tone} loading={sending} loadingLabel={label} onClick={go}>
              {label}
            </Button>
          </div>
        }
      >
        <StaysOpen during={sending} />
        <p>{text}</p>
        {problem && (
          <Notice tone="bad" live className="mt-4">
            {t(problem)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
