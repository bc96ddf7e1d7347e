// Another e-mail address: asked for here, confirmed by the link that goes there.
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { useLoaded } from '#browser/use-loaded.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { EMAIL_LENGTH } from '../limits.ts'
import type { User } from '../schemas.ts'
import { sayAccountError } from './account-errors.ts'
import { useTurn } from './in-turn.tsx'
import { useMemberWords } from './words.ts'

type EmailFormProps = {
  user: User
  /** Lets him prove who he is where that is asked, and goes on; undefined: he did not want to. */
  withProof: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

export function EmailForm({ user, withProof }: EmailFormProps) {
  const t = useMemberWords()
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState('')
  const {
    data: waiting,
    problem,
    reload,
  } = useLoaded(`email ${user.uemail}`, (signal) => call('GET /api/profile/email', {}, { signal }))
  useTurn(waiting !== undefined || problem !== undefined)

  const form = useForm({
    schema: () => import('../forms.ts').then(({ EmailForm }) => EmailForm),
    say: (message) => sayAccountError(t, message),
    draft: 'email',
    unreachable: () => setFailure(t('error.offline')),
    async send(values): Promise<void> {
      setFailure('')
      setSent(false)
      try {
        const asked = await withProof(async () => {
          await call('POST /api/profile/email', { body: values })
          return true
        })
        if (!asked) return
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        return setFailure(sayAccountError(t, error.message))
      }
      form.clear()
      setSent(true)
      reload()
    },
  })

  return (
    <section aria-labelledby="own-email">
      <h2 id="own-email" className="text-xl">
        {t('account.mail')}
      </h2>
      <form {...form.props} className="mt-3 grid gap-4 sm:max-w-xl sm:justify-items-start">
        {sent ? (
          <Notice tone="good" live>
            {t('account.linkSent')}
          </Notice>
        ) : (
          waiting && <Notice>{t('account.waiting', { email: waiting.email })}</Notice>
        )}
        <TextField
          {...form.field('email')}
          type="email"
          dir="ltr"
          inputMode="email"
          spellCheck={false}
          label={t('account.newMail')}
          autoComplete="email"
          maxLength={EMAIL_LENGTH}
          required
          className="w-full"
        />
        {failure && (
          <Notice tone="bad" live>
            {failure}
          </Notice>
        )}
        <Button type="submit" loading={form.sending} loadingLabel={t('email.working')}>
          {t('account.sendLink')}
        </Button>
      </form>
    </section>
  )
}
