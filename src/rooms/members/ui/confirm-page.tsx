// /confirm-registration: where the link of the mail leads. It asks for the password that was chosen, so that a link alone
// hands nobody an account made by another (decision D2). The token stands in the fragment, which reaches no server.

import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import { INPUT_LENGTH } from '#rooms/passwords/limits.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { USERNAME_LENGTH } from '../limits.ts'
import { AccountCard, useInsecure } from './account-card.tsx'
import { emptyFields, fieldErrors, useAccountForm } from './account-form.ts'
import { FormEnd } from './form-end.tsx'
import { showMember } from './member-store.ts'
import { PasswordField } from './password-field.tsx'
import { useMemberWords } from './words.ts'

export function ConfirmPage() {
  const t = useMemberWords()
  const [token, setToken] = useState<string>()
  const [done, setDone] = useState(false)
  // A second link opened in this tab changes only the fragment.
  useEffect(() => {
    const read = () => setToken(/^#token=([\w.-]{1,200})$/.exec(location.hash)?.[1] ?? '')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return (
    <AccountCard title={t('confirm.title')} intro={token && !done && t('confirm.intro')}>
      {done ? (
        <>
          <Notice tone="good" live className="mt-5">
            {t('confirm.done')}
          </Notice>
          <UiLink href="/login" className={`${buttonClass()} mt-5`}>
            {t('login.submit')}
          </UiLink>
        </>
      ) : token === '' ? (
        <>
          <Notice tone="bad" live className="mt-5">
            {t('message.linkErr')}
          </Notice>
          <UiLink href="/register" className={`${buttonClass()} mt-5`}>
            {t('confirm.again')}
          </UiLink>
        </>
      ) : (
        <ConfirmForm token={token ?? ''} onBadLink={() => setToken('')} onDone={() => setDone(true)} />
      )}
    </AccountCard>
  )
}

type ConfirmFormProps = { token: string; onBadLink: () => void; onDone: () => void }

function ConfirmForm({ token, onBadLink, onDone }: ConfirmFormProps) {
  const { t, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const [asksForName, setAsksForName] = useState(false)
  const [hasAccount, setHasAccount] = useState(false)
  const insecure = useInsecure()
  const router = useRouter()

  /** He has just proved that he knows it: he need not type it again. */
  async function logIn(username: string, password: string) {
    const sealed = await sealPasswords({ password })
    const { user } = await call('POST /api/login', { body: { username, rememberMe: false, ...sealed } })
    showMember(user)
    await router.navigate({ to: '/my-account', replace: true })
  }

  const form = useForm({
    schema: async () => (await import('../forms.ts')).ConfirmForm,
    say,
    unreachable,
    async send({ pwd, username }): Promise<void> {
      setProblem(undefined)
      try {
        const sealed = await sealPasswords({ pwd })
        const { email } = await call('POST /api/register/confirm', { body: { token, username, ...sealed } })
        await logIn(email, pwd).catch(onDone)
      } catch (error) {
        const fields = fieldErrors(error)
        if (fields?.username) setAsksForName(true)
        else emptyFields(form.props, ['pwd'])
        if (fields) return form.refuse(fields)
        if ((error as Error).message === 'message.linkErr') return onBadLink()
        setHasAccount((error as Error).message === 'register.addressTaken')
        setProblem(explain(error))
      }
    },
  })

  return (
    <form {...form.props} className="mt-6 grid gap-5 noscript:hidden">
      {asksForName && (
        <TextField
          {...form.field('username')}
          label={t('register.username')}
          hint={t('register.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_LENGTH}
          dir="auto"
          required
        />
      )}
      <PasswordField
        {...form.field('pwd')}
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={INPUT_LENGTH}
        required
      />
      <FormEnd
        problem={problem}
        button={t('confirm.submit')}
        sending={form.sending}
        sendingLabel={t('register.sending')}
        disabled={insecure || token === ''}
      >
        {hasAccount && (
          <p className="flex flex-wrap gap-x-5">
            <UiLink href="/login" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
              {t('login.submit')}
            </UiLink>
            <UiLink href="/forgot" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
              {t('login.forgot')}
            </UiLink>
          </p>
        )}
      </FormEnd>
    </form>
  )
}
