// E-mail address, password and code in one form, or a passkey in place of all three, at the door and over a page whose session has ended.
import { useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { canSeal } from '#rooms/passwords/ui/seal-with.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { LONGEST_EMAIL } from '../limits.ts'
import type { Me } from '../office.ts'
import { ByPasskey, enterByPasskey } from './by-passkey.tsx'
import { enter } from './enter.ts'
import { SecretField } from './secret-field.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

export function SignInForm({ email, onEntered }: { email?: string; onEntered: (me: Me) => void }) {
  const t = useOfficeWords()
  const [problem, setProblem] = useState<string>()
  const [isSolving, setSolving] = useState(false)
  const [isRecovery, setRecovery] = useState(false)
  const element = useRef<HTMLDivElement>(null)

  const form = useForm({
    schema: async () => (await import('../forms.ts')).SignInForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async (typed) => {
      setProblem(undefined)
      try {
        onEntered(await enter(typed, isRecovery, () => setSolving(true)))
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setProblem(sayRefusal(t, error))
        for (const name of ['password', 'code'])
          for (const input of element.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? [])
            input.value = ''
        element.current?.querySelector<HTMLInputElement>('[name=password]')?.focus()
      } finally {
        setSolving(false)
      }
    },
  })

  return (
    <>
      <form {...form.props} className="mt-6">
        <div ref={element} className="grid gap-5">
          {!canSeal() && <Notice tone="warn">{t('door.insecure')}</Notice>}
          <TextField
            {...form.field('email')}
            label={t('door.email')}
            type="email"
            autoComplete="username"
            maxLength={LONGEST_EMAIL}
            defaultValue={email}
            required
          />
          <SecretField
            {...form.field('password')}
            label={t('door.password')}
            autoComplete="current-password"
            required
          />
          <TextField
            key={isRecovery ? 'recovery' : 'app'}
            {...form.field('code')}
            label={t(isRecovery ? 'door.recoveryCode' : 'door.code')}
            hint={t(isRecovery ? 'door.recoveryHint' : 'door.codeHint')}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            maxLength={40}
            required
          />
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
          {isSolving && <Notice live>{t('door.solving')}</Notice>}
          <Button type="submit" variant="primary" block loading={form.sending} loadingLabel={t('door.signingIn')}>
            {t('door.signIn')}
          </Button>
          <Button variant="ghost" onClick={() => setRecovery(!isRecovery)}>
            {t(isRecovery ? 'door.useApp' : 'door.useRecovery')}
          </Button>
        </div>
      </form>
      <ByPasskey label={t('door.passkey')} ask={enterByPasskey} onDone={onEntered} />
    </>
  )
}
