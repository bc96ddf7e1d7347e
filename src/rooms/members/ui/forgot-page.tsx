// /forgot: asks for a link to a new password, then says where it goes (specification §2, two steps).

import { useEffect, useRef, useState } from 'react'
import { call } from '#browser/calls.ts'
import { buttonClass, textLinkClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { EMAIL_LENGTH } from '../limits.ts'
import { AccountCard } from './account-card.tsx'
import { emptyFields, fieldErrors, useAccountForm } from './account-form.ts'
import { CaptchaField, useCaptcha } from './captcha-field.tsx'
import { FormEnd } from './form-end.tsx'
import { useWayHome } from './register-page.tsx'
import { useMemberWords } from './words.ts'

export function ForgotPage() {
  const t = useMemberWords()
  const [sent, setSent] = useState(false)
  useWayHome()
  if (sent) return <LinkIsSent />
  return (
    <AccountCard title={t('forgot.title')} intro={t('forgot.intro')}>
      <ForgotForm onSent={() => setSent(true)} />
      <p className="mt-6 text-center">
        <UiLink href="/login" className={textLinkClass}>
          {t('forgot.toLogin')}
        </UiLink>
      </p>
    </AccountCard>
  )
}

function ForgotForm({ onSent }: { onSent: () => void }) {
  const { t, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const captcha = useCaptcha()
  const altcha = typeof captcha.work === 'object' ? captcha.work.altcha : undefined
  const form = useForm({
    schema: async () => (await import('../forms.ts')).ForgotForm,
    say,
    unreachable,
    async send({ username, code }) {
      setProblem(undefined)
      if (!captcha.picture) return setProblem(t('error.offline'))
      try {
        await call('POST /api/forget', { body: { uuid: captcha.picture.uuid, username, code, altcha } })
        onSent()
      } catch (error) {
        const fields = fieldErrors(error)
        emptyFields(form.props, ['code'])
        await captcha.renew()
        if (fields) form.refuse(fields)
        else setProblem(explain(error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-6 grid gap-5 noscript:hidden">
      <TextField
        {...form.field('username')}
        label={t('login.name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        dir="auto"
        required
      />
      <CaptchaField captcha={captcha} field={form.field('code')} />
      <FormEnd
        problem={problem}
        button={t('forgot.submit')}
        sending={form.sending}
        sendingLabel={t('register.sending')}
      />
    </form>
  )
}

function LinkIsSent() {
  const t = useMemberWords()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <AccountCard title={t('register.sentTitle')}>
      <p ref={text} tabIndex={-1} className="mt-2">
        {t('forgot.sentText')}
      </p>
      <UiLink href="/login" className={`${buttonClass()} mt-6`}>
        {t('forgot.toLogin')}
      </UiLink>
    </AccountCard>
  )
}
