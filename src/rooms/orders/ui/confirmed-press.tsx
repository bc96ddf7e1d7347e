import { useState } from 'react'
import { inTime } from '#browser/in-time.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Question } from '#ui/question.tsx'

type ConfirmedPressProps = {
  label: string
  title: string
  text: string
  keep: string
  tone?: 'primary' | 'danger'
  act: () => Promise<unknown>
  /** What is said of a refusal. */
  say: (error: unknown) => string
  onDone?: () => void
  /** Whether it was done or refused. */
  onEnd?: () => Promise<void>
}

/** A button that asks before it acts. */
export function ConfirmedPress({ label, title, text, keep, tone, act, say, onDone, onEnd }: ConfirmedPressProps) {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function go() {
    setSending(true)
    setProblem(undefined)
    try {
      await inTime(act())
      setOpen(false)
      onDone?.()
    } catch (error) {
      setProblem(say(error))
    }
    setSending(false)
    await onEnd?.()
  }

  function show(isOpen: boolean) {
    setProblem(undefined)
    setOpen(isOpen)
  }

  return (
    <>
      <Button variant={tone === 'danger' ? 'ghost' : 'secondary'} onClick={() => show(true)}>
        {label}
      </Button>
      <Question
        {...{ open, title, keep, label, sending, problem }}
        {...(tone && { tone })}
        onOpenChange={show}
        closeLabel={t('cart.close')}
        onGo={go}
      >
        <p>{text}</p>
      </Question>
    </>
  )
}
