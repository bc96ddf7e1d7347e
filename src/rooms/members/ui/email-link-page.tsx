// Where the links of the mails about another e-mail address lead. Opening one changes nothing, because mail programs open
// links too; the button does. /my-email confirms, and only for who is logged in; /email-undo takes it back for whoever has it.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { readTyped, writeTyped } from '#ui/typed-here.ts'
import { MemberPage } from './member-page.tsx'
import { askWhoIsThere } from './member-store.ts'
import { useMemberWords } from './words.ts'

export function ConfirmEmailPage() {
  const t = useMemberWords()
  const token = useLinkToken('confirm')
  return (
    <MemberPage title={t('email.title')}>
      <LinkAction
        token={token}
        text={t('email.confirmText')}
        button={t('email.confirm')}
        done={t('email.confirmed')}
        act={async (token) => {
          await call('POST /api/profile/email/confirm', { body: { token } })
          await askWhoIsThere()
        }}
        next={{ href: '/my-account', label: t('nav.account') }}
      />
    </MemberPage>
  )
}

export function UndoEmailPage() {
  const t = useMemberWords()
  const token = useLinkToken('token')
  return (
    <PageMain className="shell pt-6 pb-16">
      <h1 className="mb-6 text-2xl sm:text-3xl">{t('email.undoTitle')}</h1>
      <LinkAction
        token={token}
        text={t('email.undoText')}
        button={t('email.undo')}
        done={t('email.undone')}
        act={(token) => call('POST /api/profile/email/undo', { body: { token } })}
        next={{ href: '/forgot', label: t('email.newPassword') }}
      />
    </PageMain>
  )
}

type LinkActionProps = {
  /** undefined: not read yet. Empty: the address names none. */
  token: string | undefined
  text: string
  button: string
  done: string
  act: (token: string) => Promise<unknown>
  next: { href: string; label: string }
}

function LinkAction({ token, text, button, done, act, next }: LinkActionProps) {
  const t = useMemberWords()
  const [state, setState] = useState<'asked' | 'working' | 'done'>('asked')
  const [failure, setFailure] = useState<Failure>()

  async function press(token: string) {
    setState('working')
    setFailure(undefined)
    try {
      await act(token)
      writeTyped(KEPT, undefined)
      setState('done')
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setState('asked')
      setFailure(whyNot(error))
    }
  }

  return (
    <Card padding="lg" className="grid max-w-2xl justify-items-start gap-4">
      {state === 'done' ? (
        <>
          <Notice tone="good" live>
            {done}
          </Notice>
          <UiLink href={next.href} className={textLinkClass}>
            {next.label}
          </UiLink>
        </>
      ) : (
        <>
          {token !== '' && <p>{text}</p>}
          {(failure || token === '') && (
            <Notice tone="warn" live={Boolean(failure)}>
              {t(failure ?? 'email.badLink')}
            </Notice>
          )}
          {(failure === 'email.addressTaken' || failure === 'email.badLink' || token === '') && (
            <UiLink href="/contact-us" className={textLinkClass}>
              {t('email.contact')}
            </UiLink>
          )}
          {token && (
            <Button
              variant="primary"
              loading={state === 'working'}
              loadingLabel={t('email.working')}
              onClick={() => void press(token)}
            >
              {button}
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

type Failure = 'email.addressTaken' | 'email.badLink' | 'error.offline' | 'error.unexpected'

function whyNot({ status, message }: CallRefused): Failure {
  if (message === 'email.addressTaken') return message
  if (status === 422 || status === 400) return 'email.badLink'
  return status === 0 ? 'error.offline' : 'error.unexpected'
}

const KEPT = 'draft:email-link'

/** From the fragment, which is taken out of the address at once; kept in this tab, for the login may come between. */
function useLinkToken(name: 'confirm' | 'token'): string | undefined {
  const [token, setToken] = useState<string>()
  const router = useRouter()
  useEffect(() => {
    const read = () => {
      const found = new RegExp(`^#${name}=([\\w.-]{1,200})$`).exec(location.hash)?.[1]
      if (found) {
        writeTyped(KEPT, `${name} ${found}`)
        void router.navigate({ to: '.', hash: '', replace: true })
      }
      const [kind, kept] = String(readTyped(KEPT) ?? '').split(' ')
      setToken(kind === name ? (kept ?? '') : '')
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [name, router])
  return token
}
