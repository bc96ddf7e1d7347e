// Another password for oneself: with the one of now, and a code of the app.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { useForm } from '#ui/use-form.ts'
import { actCall } from './act-call.ts'
import { sealPasswords, solving } from './enter.ts'
import { CodeField, SecretField } from './secret-field.tsx'
import { sayRefusal, useOfficeWords } from './words.ts'

export function PasswordForm({ email }: { email: string }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).PasswordForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ code, password, newPassword }): Promise<void> => {
      setProblem(undefined)
      try {
        await solving(async (altcha) =>
          actCall('POST /office/me/password', {
            body: { ...(await sealPasswords({ password, newPassword })), code, altcha },
          }),
        )
        form.clear()
        toast({ message: t('staff.me.passwordDone'), tone: 'good' })
        await queries.invalidateQueries()
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) return form.refuse(error.byField())
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-4 grid gap-4">
      <input type="email" name="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <SecretField {...form.field('password')} label={t('staff.me.current')} autoComplete="current-password" required />
      <SecretField
        {...form.field('newPassword')}
        label={t('staff.me.new')}
        hint={t('welcome.passwordHint')}
        autoComplete="new-password"
        required
      />
      <CodeField {...form.field('code')} label={t('door.code')} hint={t('door.codeHint')} />
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" className="justify-self-start" loading={form.sending} loadingLabel={t('frame.loading')}>
        {t('staff.me.passwordDo')}
      </Button>
    </form>
  )
}
