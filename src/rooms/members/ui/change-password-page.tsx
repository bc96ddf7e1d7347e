// /my-changepwd: the old password and a new one; then everybody logs in anew (specification §2, decision A8).
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { INPUT_LENGTH } from '#rooms/passwords/limits.ts'
import { passwordRule } from '#rooms/passwords/ui/rule.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useInsecure } from './account-card.tsx'
import { emptyFields, fieldErrors, reasonOf, useAccountForm } from './account-form.ts'
import { MemberPage } from './member-page.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { useMemberWords } from './words.ts'

interface ChangePasswordPageProps {
  /** Proves again who he is. Throws what it is refused with. */
  prove(password: string, proof: { code?: string }): Promise<void>
}

export function ChangePasswordPage({ prove }: ChangePasswordPageProps) {
  const t = useMemberWords()
  return (
    <MemberPage title={t('nav.password')}>
      {(user) => <ChangePasswordForm username={user.username} prove={prove} />}
    </MemberPage>
  )
}

function ChangePasswordForm({ username, prove }: ChangePasswordPageProps & { username: string }) {
  const { t, rule, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const [done, setDone] = useState(false)
  const [asksForCode, setAsksForCode] = useState(false)
  const insecure = useInsecure()
  const form = useForm({
    schema: async () => {
      const [{ changeForm }, asked] = await Promise.all([import('../forms.ts'), passwordRule()])
      return changeForm(asked)
    },
    say,
    unreachable,
    async send({ oldPwd, newPwd, confirmPwd, code }) {
      setProblem(undefined)
      try {
        const change = async () =>
          call('POST /api/profile/updatePwd', { body: await sealPasswords({ oldPwd, newPwd, confirmPwd }) })
        await change().catch(async (error) => {
          if ((error as Error).message !== 'login.proveAgain') throw error
          // He logged in long ago. The old password, and a code where he has set that up, prove again who he is.
          await prove(oldPwd, code ? { code } : {})
          await change()
        })
        setDone(true)
        // Every session has ended on the server; this forgets what the browser still has of it.
        await call('GET /api/logout', { query: {} }).catch(() => {})
        location.assign('/login')
      } catch (error) {
        const fields = fieldErrors(error)
        if (error instanceof CallRefused && reasonOf(error) === 'login.secondFactor') setAsksForCode(true)
        emptyFields(form.props, ['oldPwd', 'newPwd', 'confirmPwd', 'code'])
        if (fields) form.refuse(fields)
        else setProblem(explain(error))
      }
    },
  })
  if (done)
    return (
      <Notice tone="good" live>
        {t('reset.done')}
      </Notice>
    )
  return (
    <Card padding="none" className="max-w-lg p-5 sm:p-8">
      <p className="text-muted">{t('password.changeIntro')}</p>
      {insecure && (
        <Notice tone="warn" className="mt-5">
          {t('login.insecure')}
        </Notice>
      )}
      <form {...form.props} className="mt-6 grid gap-5">
        {/* Password managers learn from it whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...form.field('oldPwd')}
          label={t('password.old')}
          autoComplete="current-password"
          maxLength={INPUT_LENGTH}
          required
        />
        <NewPasswordFields
          password={form.field('newPwd')}
          confirm={form.field('confirmPwd')}
          label={t('password.new')}
          rule={rule}
        />
        {asksForCode && (
          <TextField
            {...form.field('code')}
            label={t('password.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            dir="ltr"
          />
        )}
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="justify-self-start"
          disabled={insecure}
          loading={form.sending}
          loadingLabel={t('register.sending')}
        >
          {t('nav.password')}
        </Button>
      </form>
    </Card>
  )
}
