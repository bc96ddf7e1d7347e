// /withdraw: the online withdrawal function, in the two steps that the law describes (Directive 2011/83/EU Art. 11a): what
// is withdrawn from and by whom, then the confirmation. Nothing else is asked, and no reason.

import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { formProblem } from '#rooms/orders/ui/order-fields.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import type { WithdrawalReceipt } from '../contract.ts'
import type { Withdrawal } from '../forms.ts'
import { WithdrawConfirm } from './withdraw-confirm.tsx'
import { WithdrawDone } from './withdraw-done.tsx'
import { WithdrawFields } from './withdraw-fields.tsx'

const root = getRouteApi('__root__')

export function WithdrawPage() {
  const t = useWords()
  const { website } = root.useLoaderData()
  const [declared, setDeclared] = useState<Withdrawal>()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState<{ declared: Withdrawal; receipt: WithdrawalReceipt }>()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).WithdrawalForm,
    say: (message) => t(t.knows(message) ? message : 'error.unexpected'),
    draft: 'withdraw',
    unreachable: () => setProblem(t('error.offline')),
    send: async (values) => {
      setProblem(undefined)
      setDeclared(values)
    },
  })
  const step = declared ? 2 : 1
  const heading = useFocusOnChange(done ? 3 : step)

  async function confirm(values: Withdrawal) {
    if (sending) return
    setSending(true)
    setProblem(undefined)
    try {
      const receipt = await call('POST /api/bottom/withdraw', { body: values })
      form.clear()
      setDone({ declared: values, receipt })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.errors.length > 0) {
        setDeclared(undefined)
        form.refuse(error.byField())
      } else setProblem(formProblem(t, error))
    } finally {
      setSending(false)
    }
  }

  function back() {
    setProblem(undefined)
    setDeclared(undefined)
  }

  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t('withdrawal.title') }]}
      />
      <div className="mt-3 max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">{t('withdrawal.title')}</h1>
        <p className="mt-2 text-muted md:text-lg">{t('withdrawal.intro')}</p>
        <noscript>
          <Notice tone="warn" className="mt-6">
            {t('withdrawal.noScript', { email: website.email })}
          </Notice>
        </noscript>
        <Card padding="none" className="mt-8 p-5 md:p-8 noscript:hidden">
          {done ? (
            <WithdrawDone {...done} heading={<Heading ref={heading}>{t('withdrawal.done.title')}</Heading>} />
          ) : (
            <>
              <p className="text-sm text-muted">{t('withdrawal.step', { step, steps: 2 })}</p>
              {/* Hidden, and not gone: whoever goes back finds what he wrote. */}
              <form {...form.props} hidden={step === 2} aria-labelledby="withdraw-1">
                <Heading id="withdraw-1" ref={step === 1 ? heading : undefined}>
                  {t('withdrawal.fields')}
                </Heading>
                <WithdrawFields form={form} problem={problem} />
              </form>
              {declared && (
                <WithdrawConfirm
                  heading={<Heading ref={heading}>{t('withdrawal.review.title')}</Heading>}
                  declared={declared}
                  sending={sending}
                  problem={problem}
                  onBack={back}
                  onConfirm={() => confirm(declared)}
                />
              )}
            </>
          )}
        </Card>
        <p className="mt-6 text-sm text-muted">{t('withdrawal.note')}</p>
      </div>
    </PageMain>
  )
}

function Heading({ ref, id, children }: { ref?: React.Ref<HTMLHeadingElement>; id?: string; children: ReactNode }) {
  return (
    <h2 ref={ref} id={id} tabIndex={-1} className="mt-1 text-xl">
      {children}
    </h2>
  )
}

/** The heading of each further step gets the focus, so that whoever hears the page hears that it is another. */
function useFocusOnChange(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current !== step) heading.current?.focus()
    seen.current = step
  }, [step])
  return heading
}
