// /login: by username or address and password, or by a passkey. What was typed stays; the password is emptied when it was refused.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallRefused } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useMemberSite } from '#rooms/members/ui/elsewhere.ts'
import { FormEnd } from '#rooms/members/ui/form-end.tsx'
import { showMember, useMembership } from '#rooms/members/ui/member-store.ts'
import { PasswordField } from '#rooms/members/ui/password-field.tsx'
import { useMemberWords } from '#rooms/members/ui/words.ts'
import { canSeal } from '#rooms/passwords/ui/seal.ts'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { LOGIN_NAME_LENGTH, LOGIN_PASSWORD_LENGTH } from '../limits.ts'
import { logIn } from './log-in.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { SecondStep } from './second-step.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const t = useMemberWords()
  const membership = useMembership()
  const { to = '/' } = route.useSearch()
  const [problem, setProblem] = useState<string>()
  const [solving, setSolving] = useState(false)
  const [insecure, setInsecure] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => setInsecure(!canSeal()), [])
  useMemberSite('/login')
  useWayOn(membership.state === 'member', to)

  const form = useForm({
    schema: async () => (await import('../forms.ts')).LoginForm,
    say: (message) => t(t.knows(message) ? message : 'error.unexpected'),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ username, password: typed, rememberMe }) => {
      setProblem(undefined)
      try {
        const credentials = { username, password: typed, rememberMe: rememberMe !== undefined }
        const entered = await logIn(credentials, () => setSolving(true))
        if ('ticket' in entered) setTicket(entered.ticket)
        else showMember(entered.user)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        setProblem(sayRefusal(error))
        if (password.current) password.current.value = ''
        password.current?.focus()
      } finally {
        setSolving(false)
      }
    },
  })

  const remembers = () => new FormData(password.current?.form ?? undefined).has('rememberMe')

  /** The server says it in the page's language already; what it names by a key is said here. */
  function sayRefusal({ message, errors }: CallRefused): string {
    if (errors.some((error) => error.message === 'password.stale')) return t('login.stale')
    return t.knows(message) ? t(message) : message
  }

  return (
    <PageMain className="shell grid grid-cols-1 justify-items-center pt-8 pb-16 sm:pt-14">
      <Card padding="none" className="w-full max-w-md p-5 sm:p-8">
        <h1 className="text-2xl sm:text-3xl">{t('login.title')}</h1>
        <p className="mt-2 text-muted">{t('login.intro')}</p>
        <noscript>
          <Notice tone="warn" className="mt-5">
            {t('login.noScript')}
          </Notice>
        </noscript>
        {insecure && (
          <Notice tone="warn" className="mt-5">
            {t('login.insecure')}
          </Notice>
        )}
        {ticket && (
          <SecondStep
            ticket={ticket}
            onEntered={showMember}
            onBack={(said) => {
              flushSync(() => setTicket(undefined))
              setProblem(said)
              password.current?.focus()
            }}
          />
        )}
        <form {...form.props} className={ticket ? 'hidden' : 'mt-6 grid gap-5 noscript:hidden'}>
          <TextField
            {...form.field('username')}
            label={t('login.name')}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LOGIN_NAME_LENGTH}
            dir="auto"
            required
          />
          <PasswordField
            {...form.field('password')}
            ref={password}
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={LOGIN_PASSWORD_LENGTH}
            required
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Checkbox name="rememberMe">{t('login.remember')}</Checkbox>
            <UiLink href="/forgot" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
              {t('login.forgot')}
            </UiLink>
          </div>
          <FormEnd
            problem={problem}
            button={t('login.submit')}
            sending={form.sending}
            sendingLabel={t('login.sending')}
            disabled={insecure}
          >
            {solving && <Notice live>{t('login.challenge')}</Notice>}
          </FormEnd>
        </form>
        {!ticket && (
          <div className="noscript:hidden">
            <PasskeyLogin disabled={insecure} remembers={remembers} onEntered={showMember} />
          </div>
        )}
        <p className="mt-6 text-center text-muted">
          {t('login.noAccount')}{' '}
          <UiLink href="/register" className={textLinkClass}>
            {t('login.register')}
          </UiLink>
        </p>
      </Card>
    </PageMain>
  )
}

/** Whoever is logged in has nothing to do here: he goes where he wanted to be. */
function useWayOn(isMember: boolean, to: string) {
  const router = useRouter()
  useEffect(() => {
    if (isMember) void router.navigate({ href: to, replace: true })
  }, [isMember, router, to])
}
