// /my-changepwd: the old password and a new one; then everybody logs in anew (specification §2, decision A8).
import { useState } from 'react'
import { call } from '#browser/calls.ts'
import { INPUT_LENGTH } from '#rooms/passwords/limits.ts'
import { passwordRule } from '#rooms/passwords/ui/rule.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { useInsecure } from './account-card.tsx'
import { emptyFields, fieldErrors, useAccountForm } from './account-form.ts'
import { MemberPage } from './member-page.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { useMemberWords } from './words.ts'

export function ChangePasswordPage() {
  const t = useMemberWords()
  return <MemberPage title={t('nav.password')}>{(user) => <ChangePasswordForm username={user.username} />}</MemberPage>
}

function ChangePasswordForm({ username }: { username: string }) {
  const { t, rule, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const [done, setDone] = useState(false)
  const insecure = useInsecure()
  const form = useForm({
    schema: async () => {
      const [{ changeForm }, asked] = await Promise.all([import('../forms.ts'), passwordRule()])
      return changeForm(asked)
    },
    say,
    unreachable,
    async send({ oldPwd, newPwd, confirmPwd }) {
      setProblem(undefined)
      try {
        await call('POST /api/profile/updatePwd', { body: await sealPasswords({ oldPwd, newPwd, confirmPwd }) })
        setDone(true)
        // Every session has ended on the server; this forgets what the browser still has of it.
        await call('GET /api/logout', { query: {} }).catch(() => {})
        location.assign('/login')
      } catch (error) {
        const fields = fieldErrors(error)
        emptyFields(form.props, ['oldPwd', 'newPwd', 'confirmPwd'])
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
