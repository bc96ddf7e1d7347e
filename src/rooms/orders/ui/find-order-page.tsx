// /order: an order is found again by its number and address. Nothing is shown here: its link goes to the address.
import { getRouteApi } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { PageMain } from '#browser/page-main.tsx'
import { useWords } from '#platform/i18n/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { formProblem, OrderFields } from './order-fields.tsx'
import { SupportLine } from './support-line.tsx'

const root = getRouteApi('__root__')

export function FindOrderPage() {
  const t = useWords()
  const { website } = root.useLoaderData()
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    schema: async () => (await import('../forms.ts')).FindOrder,
    say: (message) => t(t.knows(message) ? message : 'error.unexpected'),
    draft: 'findOrder',
    unreachable: () => setProblem(t('error.offline')),
    send: async (values) => {
      setProblem(undefined)
      try {
        await call('POST /api/profile/order/find', { body: values })
        form.clear()
        setSentTo(values.email)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        if (error.errors.length > 0) form.refuse(error.byField())
        else setProblem(formProblem(t, error))
      }
    },
  })
  return (
    <PageMain className="shell pt-4 pb-16">
      <Breadcrumb
        label={t('content.breadcrumb')}
        crumbs={[{ label: t('content.home'), href: '/' }, { label: t('findOrder.title') }]}
      />
      <div className="mt-3 max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">{t('findOrder.title')}</h1>
        <p className="mt-2 text-muted md:text-lg">{t('findOrder.intro')}</p>
        <noscript>
          <Notice tone="warn" className="mt-6">
            {t('withdrawal.noScript', { email: website.email })}
          </Notice>
        </noscript>
        <Card padding="none" className="mt-8 p-5 md:p-8 noscript:hidden">
          <div role="status">
            {sentTo && (
              <EmptyState icon={<MailCheck size={24} />} title={t('findOrder.sent')}>
                <p>{t('findOrder.sentText', { email: `\u2068${sentTo}\u2069` })}</p>
              </EmptyState>
            )}
          </div>
          {!sentTo && (
            <form {...form.props} aria-label={t('findOrder.title')} className="grid gap-5">
              <OrderFields form={form} emailLabel={t('checkout.email.label')} />
              {problem && (
                <Notice tone="bad" live>
                  {problem}
                </Notice>
              )}
              <Button type="submit" variant="primary" size="lg" className="sm:justify-self-start">
                {t('findOrder.send')}
              </Button>
            </form>
          )}
        </Card>
        <div className="mt-6">
          <SupportLine />
        </div>
      </div>
    </PageMain>
  )
}
