// The second step of the login: who has set up an authenticator app is asked for a code of it.

import { type FormEvent, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import type { User } from '#rooms/members/schemas.ts'
import { FormEnd } from '#rooms/members/ui/form-end.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { isOver, logInSecond } from './log-in.ts'
import { SecondField, secondProofIn } from './second-field.tsx'

type SecondStepProps = {
  ticket: string
  onEntered: (user: User) => void
  /** Back to name and password, with what the server says of it. */
  onBack: (problem?: string) => void
}

export function SecondStep({ ticket, onEntered, onBack }: SecondStepProps) {
  const t = useMemberWords()
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setProblem(undefined)
    try {
      onEntered(await logInSecond(ticket, secondProofIn(event.currentTarget), () => setProblem(t('login.challenge'))))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const said = t.knows(error.message) ? t(error.message) : error.message
      if (isOver(error)) onBack(said)
      else setProblem(said)
    } finally {
      setSending(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} className="mt-6 grid gap-5">
      <p className="text-muted">{t('security.codeText')}</p>
      <SecondField />
      <FormEnd problem={problem} button={t('login.submit')} sending={sending} sendingLabel={t('login.sending')} />
      <Button variant="ghost" onClick={() => onBack()}>
        {t('security.back')}
      </Button>
    </form>
  )
}
