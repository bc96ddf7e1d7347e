// /reset-password?code=…: where the link of the mail leads. The code leaves the address bar at once; whoever comes without
// one that opens something goes home (specification §8).

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { passwordRule } from '#rooms/passwords/ui/rule.ts'
import { sealPasswords } from '#rooms/passwords/ui/seal.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonBlock, SkeletonGroup } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { readTyped, writeTyped } from '#ui/typed-here.ts'
import { useForm } from '#ui/use-form.ts'
import { AccountCard, useInsecure } from './account-card.tsx'
import { emptyFields, fieldErrors, useAccountForm } from './account-form.ts'
import { FormEnd } from './form-end.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useMemberWords } from './words.ts'

type Step = 'asking' | 'failed' | 'done' | { code: string; email: string }

export function ResetPage() {
  const t = useMemberWords()
  const { step, used, goHome, ask } = useCode()
  const intro = typeof step === 'object' ? t('reset.intro', { email: masked(step.email) }) : undefined
  return (
    <AccountCard title={t('reset.title')} intro={intro}>
      {step === 'done' ? (
        <>
          <Notice tone="good" live className="mt-5">
            {t('reset.done')}
          </Notice>
          <UiLink href="/login" className={`${buttonClass()} mt-5`}>
            {t('login.submit')}
          </UiLink>
        </>
      ) : step === 'failed' ? (
        <ErrorState
          title={t('error.offline')}
          retry={<Button onClick={() => void ask()}>{t('member.retry')}</Button>}
        />
      ) : step === 'asking' ? (
        <SkeletonGroup label={t('member.loading')} className="mt-6 grid gap-5">
          <SkeletonBlock className="h-16" />
          <SkeletonBlock className="h-16" />
        </SkeletonGroup>
      ) : (
        <ResetForm code={step.code} onDone={used} onBadLink={goHome} />
      )}
    </AccountCard>
  )
}

/** In this tab, until it is used: the page is loaded anew in another language or currency. */
const KEPT = 'draft:reset'

/** Reads the code of the address, takes it out of there, and asks what it opens. */
function useCode() {
  const t = useMemberWords()
  const router = useRouter()
  const code = useRef<string>(undefined)
  const [step, setStep] = useState<Step>('asking')

  function goHome() {
    writeTyped(KEPT, undefined)
    toast({ message: t('message.linkErr'), tone: 'bad' })
    void router.navigate({ to: '/', replace: true })
  }

  function used() {
    writeTyped(KEPT, undefined)
    setStep('done')
  }

  async function ask() {
    if (!code.current) return goHome()
    setStep('asking')
    try {
      setStep({ code: code.current, email: await call('GET /api/verify', { query: { code: code.current } }) })
    } catch (error) {
      if (error instanceof CallRefused && (error.status === 422 || error.status === 400)) goHome()
      else setStep('failed')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes
  useEffect(() => {
    if (code.current !== undefined) return
    code.current = new URLSearchParams(location.search).get('code') ?? String(readTyped(KEPT) ?? '')
    writeTyped(KEPT, code.current || undefined)
    history.replaceState(history.state, '', location.pathname)
    void ask()
  }, [])
  return { step, used, goHome, ask }
}

type ResetFormProps = { code: string; onDone: () => void; onBadLink: () => void }

function ResetForm({ code, onDone, onBadLink }: ResetFormProps) {
  const { t, rule, say, problem, setProblem, explain, unreachable } = useAccountForm()
  const insecure = useInsecure()
  const form = useForm({
    schema: async () => {
      const [{ resetForm }, asked] = await Promise.all([import('../forms.ts'), passwordRule()])
      return resetForm(asked)
    },
    say,
    unreachable,
    async send(values) {
      setProblem(undefined)
      try {
        const sealed = await sealPasswords({ newPwd: values.newPwd, confirmPwd: values.confirmPwd })
        await call('POST /api/resetPassword', { body: { code, ...sealed } })
        onDone()
      } catch (error) {
        if ((error as Error).message === 'message.linkErr') return onBadLink()
        const fields = fieldErrors(error)
        emptyFields(form.props, ['newPwd', 'confirmPwd'])
        if (fields) form.refuse(fields)
        else setProblem(explain(error))
      }
    },
  })
  return (
    <form {...form.props} className="mt-6 grid gap-5">
      <NewPasswordFields
        password={form.field('newPwd')}
        confirm={form.field('confirmPwd')}
        label={t('password.new')}
        rule={rule}
      />
      <FormEnd
        problem={problem}
        button={t('reset.submit')}
        sending={form.sending}
        sendingLabel={t('register.sending')}
        disabled={insecure}
      />
    </form>
  )
}

/** Enough for its owner, and nothing for whoever looks over his shoulder: a•••@example.com. */
const masked = (email: string) => email.replace(/^(.)[^@]*/u, '$1•••')
