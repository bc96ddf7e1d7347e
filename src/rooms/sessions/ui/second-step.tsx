// The second step of the login: who has set up an authenticator app is asked for a code of it.
import { type FormEvent, useState } from 'react'
import { CallRefused } from '#browser/calls.ts'
import type { User } from '#rooms/members/schemas.ts'
import { FormEnd } from '#rooms/members/ui/form-end.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { isOver, isWrongCode, logInSecond } from './log-in.ts'
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
  const [wrongCode, setWrongCode] = useState<string>()
  const [solving, setSolving] = useState(false)
  const [sending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setProblem(undefined)
    setWrongCode(undefined)
    try {
      onEntered(await logInSecond(ticket, secondProofIn(event.currentTarget), () => setSolving(true)))
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const said = t.knows(error.message) ? t(error.message) : error.message
      if (isOver(error)) onBack(said)
      else (isWrongCode(error) ? setWrongCode : setProblem)(said)
    } finally {
      setSending(false)
      setSolving(false)
    }
  }

  return (
    <form onSubmit={(event) => void send(event)} className="mt-6 grid gap-5">
      <p className="text-muted">{t('security.codeText')}</p>
      <SecondField error={wrongCode} onOther={() => setWrongCode(undefined)} />
      <FormEnd problem={problem} button={t('login.submit')} sending={sending} sendingLabel={t('login.sending')}>
        {solving && <Notice live>{t('login.challenge')}</Notice>}
      </FormEnd>
      <Button variant="ghost" onClick={() => onBack()}>
        {t('security.back')}
      </Button>
    </form>
  )
}
