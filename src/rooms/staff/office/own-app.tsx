// On /office/me: another authenticator app in place of the one of now, which holds until a code of the new one has come.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { useForm } from '#ui/use-form.ts'
import { actCall } from './act-call.ts'
import { AppSecret } from './app-secret.tsx'
import { sealPassword, solving } from './enter.ts'
import { CodeField, SecretField } from './secret-field.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

type Begun = Awaited<ReturnType<typeof actCall<'POST /office/me/authenticator/begin'>>>

export function OwnApp({ email }: { email: string }) {
  const [begun, setBegun] = useState<Begun>()
  const [problem, setProblem] = useState<string>()
  const t = useOfficeWords()
  const end = (why?: string) => {
    setBegun(undefined)
    setProblem(why)
  }
  return (
    <>
      <p className="mt-2 text-muted">{t('staff.me.appText')}</p>
      {begun ? (
        <NewApp begun={begun} onEnd={end} />
      ) : (
        <Begin email={email} problem={problem} setProblem={setProblem} onBegun={setBegun} />
      )}
    </>
  )
}

interface BeginProps {
  email: string
  problem: string | undefined
  setProblem: (problem?: string) => void
  onBegun: (begun: Begun) => void
}

function Begin({ email, problem, setProblem, onBegun }: BeginProps) {
  const t = useOfficeWords()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).ProofForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ password, code }): Promise<void> => {
      setProblem(undefined)
      try {
        const begun = await solving(async (altcha) =>
          actCall(
            'POST /office/me/authenticator/begin',
            {
              body: { password: await sealPassword(password), code, altcha },
            },
            'error.offline',
          ),
        )
        form.clear()
        onBegun(begun)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-4 grid gap-4">
      <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <SecretField {...form.field('password')} label={t('door.password')} autoComplete="current-password" required />
      <CodeField {...form.field('code')} label={t('door.code')} hint={t('door.codeHint')} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" loading={form.sending} loadingLabel={t('frame.loading')}>
        {t('staff.me.appDo')}
      </Button>
    </form>
  )
}

function NewApp({ begun: { secret, uri, begun }, onEnd }: { begun: Begun; onEnd: (problem?: string) => void }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const top = useRef<HTMLFieldSetElement>(null)
  // Where the form was that one has sent.
  useEffect(() => top.current?.focus(), [])
  const form = useForm({
    schema: async () => (await import('../forms.ts')).CodeForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ code }): Promise<void> => {
      setProblem(undefined)
      try {
        await actCall('POST /office/me/authenticator', { body: { begun, code } }, 'act.again')
        toast({ message: t('staff.me.appDone'), tone: 'good' })
        onEnd()
        await queries.invalidateQueries()
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        if (error.message === 'office.appOver') return onEnd(sayRefusal(t, error))
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-4">
      <fieldset ref={top} tabIndex={-1} aria-label={t('welcome.app')} className="grid gap-4 outline-none">
        <AppSecret secret={secret} uri={uri} />
        <CodeField {...form.field('code')} label={t('staff.me.appCode')} />
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={form.sending} loadingLabel={t('frame.loading')}>
            {t('staff.me.appUse')}
          </Button>
          <Button variant="ghost" disabled={form.sending} onClick={() => onEnd()}>
            {t('staff.me.appKeep')}
          </Button>
        </div>
      </fieldset>
    </form>
  )
}
