// /register: name, address and password. Who has registered looks into his mailbox.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '#browser/calls.ts'
import { passwordRule } from '#rooms/passwords/ui/rule.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { UiLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { EMAIL_LENGTH, USERNAME_LENGTH } from '../limits.ts'
import { AccountCard, useInsecure } from './account-card.tsx'
import { emptyFields, fieldErrors, useAccountForm } from './account-form.ts'
import { useMemberSite } from './elsewhere.ts'
import { FormEnd } from './form-end.tsx'
import { useMembership } from './member-store.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useMemberWords } from './words.ts'

export function RegisterPage() {
  const t = useMemberWords()
  const [sentTo, setSentTo] = useState<string>()
  useMemberSite('/register')
  useWayHome()
  if (sentTo !== undefined) return <LookIntoMailbox email={sentTo} />
  return (
    <AccountCard title={t('register.title')} intro={t('register.intro')}>
      <RegisterForm onSent={setSentTo} />
      <p className="mt-6 text-center text-muted">
        {t('register.haveAccount')}{' '}
        <UiLink href="/login" className={textLinkClass}>
          {t('login.submit')}
        </UiLink>
      </p>
    </AccountCard>
  )
}

function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const { t, rule, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const insecure = useInsecure()
  const form = useForm({
    schema: async () => {
      const [{ registerForm }, asked] = await Promise.all([import('../forms.ts'), passwordRule()])
      return registerForm(asked)
    },
    say,
    unreachable,
    async send({ email, username, pwd, confirmPwd, checkCoupons }) {
      setProblem(undefined)
      try {
        const sealed = await sealPasswords({ pwd, confirmPwd })
        await call('POST /api/register', {
          body: { email, username, ...sealed, checkCoupons: checkCoupons !== undefined, checkCondition: true },
        })
        onSent(email)
      } catch (error) {
        const fields = fieldErrors(error)
        if (!fields) setProblem(explain(error))
        emptyFields(form.props, ['pwd', 'confirmPwd'])
        if (fields) form.refuse(fields)
      }
    },
  })
  const consent = form.field('checkCondition')
  return (
    <form {...form.props} className="mt-6 grid gap-5 noscript:hidden">
      <TextField
        {...form.field('email')}
        type="email"
        dir="ltr"
        inputMode="email"
        label={t('register.email')}
        autoComplete="email"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        required
      />
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
      <NewPasswordFields
        password={form.field('pwd')}
        confirm={form.field('confirmPwd')}
        label={t('login.password')}
        rule={rule}
      />
      <div>
        <Checkbox
          {...consent}
          required
          hint={
            <>
              <UiLink href="/condition" className={textLinkClass}>
                {t('register.terms')}
              </UiLink>
              {' · '}
              <UiLink href="/privacy-policy" className={textLinkClass}>
                {t('register.privacy')}
              </UiLink>
            </>
          }
        >
          {t('register.accept')}
        </Checkbox>
        <Checkbox name="checkCoupons">{t('register.coupons')}</Checkbox>
      </div>
      <FormEnd
        problem={problem}
        button={t('register.title')}
        sending={form.sending}
        sendingLabel={t('register.sending')}
        disabled={insecure}
      />
    </form>
  )
}

function LookIntoMailbox({ email }: { email: string }) {
  const t = useMemberWords()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <AccountCard title={t('register.sentTitle')}>
      <p ref={text} tabIndex={-1} className="mt-2">
        {t('register.sentText', { email })}
      </p>
      <p className="mt-3 text-muted">{t('register.sentHint')}</p>
      <p className="mt-6">
        <UiLink href="/" className={textLinkClass}>
          {t('content.home')}
        </UiLink>
      </p>
    </AccountCard>
  )
}

/** Whoever is logged in has an account. */
export function useWayHome() {
  const router = useRouter()
  const isMember = useMembership().state === 'member'
  useEffect(() => {
    if (isMember) void router.navigate({ to: '/', replace: true })
  }, [isMember, router])
}
