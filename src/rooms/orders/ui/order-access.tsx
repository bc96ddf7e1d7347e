import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { type MessageKey, useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import { forgetTyped } from '#ui/typed-here.ts'
import { accessHeaders, type OrderVisit } from './order-visit.ts'

type OrderAccessProps = { visit: OrderVisit; onForgotten: () => void }

/** Who can open the order, and two ways to end that: on this computer, and for links that went to the wrong hands. */
export function OrderAccess({ visit, onForgotten }: OrderAccessProps) {
  const t = useWords()
  const [sending, setSending] = useState<'forget' | 'endLinks'>()
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; key: MessageKey }>()

  async function act(what: 'forget' | 'endLinks', work: () => Promise<unknown>) {
    setSending(what)
    setSaid(undefined)
    try {
      await work()
      if (what === 'forget') return onForgotten()
      setSaid({ tone: 'good', key: 'order.access.endLinksDone' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setSaid({ tone: 'bad', key: 'order.access.failed' })
    } finally {
      setSending(undefined)
    }
  }

  async function forget() {
    await call('POST /api/profile/order/forgetComputer', {})
    forgetTyped()
  }

  const endLinks = () =>
    call('POST /api/profile/order/endLinks/{id}', { params: { id: visit.orderId } }, accessHeaders(visit))

  return (
    <Disclosure summary={t('order.access.title')} className="rounded-card border border-line bg-surface px-5">
      <p className="text-muted">{t('order.access.text')}</p>
      <p className="mt-4 text-muted">{t('order.access.forgetText')}</p>
      <Button className="mt-2" loading={sending === 'forget'} onClick={() => act('forget', forget)}>
        {t('order.access.forget')}
      </Button>
      <p className="mt-4 text-muted">{t('order.access.endLinksText')}</p>
      <Button className="mt-2" loading={sending === 'endLinks'} onClick={() => act('endLinks', endLinks)}>
        {t('order.access.endLinks')}
      </Button>
      {said && (
        <Notice tone={said.tone} live className="mt-4">
          {t(said.key)}
        </Notice>
      )}
    </Disclosure>
  )
}
