// /office/welcome: where a link leads with which somebody begins. Its token stands behind `#` and leaves the address at once.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { officeCall } from '#browser/office-calls.ts'
import { canSeal } from '#rooms/passwords/ui/seal-with.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { LONGEST_NAME } from '../limits.ts'
import { AppSecret } from './app-secret.tsx'
import { CodeList } from './code-list.tsx'
import { Door } from './door.tsx'
import { sealPassword } from './enter.ts'
import { CodeField, SecretField } from './secret-field.tsx'
import { isBack } from './session.ts'
import { sayRefusal, useOfficeWords } from './words.ts'

interface Begun {
  token: string
  email: string
  name: string
  secret: string
  uri: string
}

const KEPT = 'office-welcome'
/** With which token somebody has begun in this tab, as far as was sent: no answer has come. */
const UNANSWERED = 'office-welcome-unanswered'

/** The address's, which it leaves at once, or what this tab had before it was loaded anew. */
function takeToken(): string {
  const typed = location.hash.slice(1)
  if (!typed) return sessionStorage.getItem(KEPT) ?? ''
  history.replaceState(history.state, '', location.pathname)
  sessionStorage.setItem(KEPT, typed)
  return typed
}

export function WelcomePage() {
  const t = useOfficeWords()
  const [token, setToken] = useState(takeToken)
  const [isUsed, setUsed] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  // Each look makes another secret: only who asks for it gets one.
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => officeCall('POST /office/invitation', { body: { token } }),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  })

  useEffect(() => {
    const anotherLink = () => {
      setUsed(false)
      setToken(takeToken())
    }
    addEventListener('hashchange', anotherLink)
    return () => removeEventListener('hashchange', anotherLink)
  }, [])

  if (codes) return <RecoveryCodes codes={codes} />
  const isOver = isUsed || (look.error && OVER.includes(look.error.message))
  if (isOver && sessionStorage.getItem(UNANSWERED) === token) return <Used />
  if (isOver)
    return (
      <Door title={t('welcome.overTitle')} intro={t('welcome.over')}>
        {null}
      </Door>
    )
  if (look.error)
    return (
      <Door title={t('welcome.title')} intro={sayRefusal(t, look.error)}>
        <Button className="mt-6" onClick={() => void look.refetch()}>
          {t('frame.again')}
        </Button>
      </Door>
    )
  return (
    <Door title={t('welcome.title')} intro={look.data && t('welcome.intro', { email: look.data.email })}>
      {look.data && (
        <Begin key={token} begun={{ token, ...look.data }} onDone={setCodes} onOver={() => setUsed(true)} />
      )}
    </Door>
  )
}

const OVER = ['office.linkOver', 'error.invalid']

function Begin({ begun, onDone, onOver }: { begun: Begun; onDone: (codes: string[]) => void; onOver: () => void }) {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).WelcomeForm,
    say: (message) => sayRefusal(t, { message }),
    unreachable: () => setProblem(t('error.offline')),
    send: async ({ name, password, code }): Promise<void> => {
      setProblem(undefined)
      try {
        const body = { token: begun.token, name, password: await sealPassword(password), code }
        const { me, recoveryCodes } = await officeCall('POST /office/invitation/accept', { body })
        sessionStorage.removeItem(KEPT)
        sessionStorage.removeItem(UNANSWERED)
        queries.setQueryData(['me'], me)
        isBack()
        onDone(recoveryCodes)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.status === 0 || error.status >= 500) sessionStorage.setItem(UNANSWERED, begun.token)
        if (error.message === 'office.linkOver') return onOver()
        if (error.errors.length > 0) return form.refuse(error.byField())
        setProblem(sayRefusal(t, error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-6 grid gap-5">
      {!canSeal() && <Notice tone="warn">{t('door.insecure')}</Notice>}
      <TextField
        {...form.field('name')}
        label={t('welcome.name')}
        hint={t('welcome.nameHint')}
        autoComplete="name"
        defaultValue={begun.name}
        maxLength={LONGEST_NAME}
        required
      />
      <input type="email" name="email" autoComplete="username" defaultValue={begun.email} hidden readOnly />
      <SecretField
        {...form.field('password')}
        label={t('door.password')}
        hint={t('welcome.passwordHint')}
        autoComplete="new-password"
        required
      />
      <fieldset className="grid gap-3 rounded-card border border-line p-4">
        <legend className="px-1 text-sm font-medium">{t('welcome.app')}</legend>
        <AppSecret secret={begun.secret} uri={begun.uri} />
        <CodeField {...form.field('code')} label={t('door.code')} />
      </fieldset>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="primary" block loading={form.sending} loadingLabel={t('door.signingIn')}>
        {t('welcome.begin')}
      </Button>
    </form>
  )
}

/** The link has done what it is for, and nobody has seen the codes. */
function Used() {
  const t = useOfficeWords()
  const router = useRouter()
  return (
    <Door title={t('welcome.usedTitle')} intro={t('welcome.used')}>
      <Button variant="primary" block className="mt-6" onClick={() => void router.navigate({ to: '/me' })}>
        {t('door.signIn')}
      </Button>
    </Door>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useOfficeWords()
  const router = useRouter()
  return (
    <Door title={t('welcome.codesTitle')} intro={t('welcome.codesIntro')}>
      <CodeList codes={codes} />
      <Button variant="primary" block className="mt-6" onClick={() => void router.navigate({ to: '/' })}>
        {t('welcome.kept')}
      </Button>
    </Door>
  )
}
