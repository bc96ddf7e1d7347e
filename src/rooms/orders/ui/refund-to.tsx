// On the result page, for the member whose order it is: where money goes if it goes back (decision F7). Apart, for it brings
// the words of the member centre. Nothing is chosen for him; who says nothing gets it the way he paid.
import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import type { MessageKey } from '#platform/i18n/messages.ts'
import { dollars } from '#rooms/ledger/ui/dollars.ts'
import { type MemberKey, useMemberWords } from '#rooms/members/ui/words.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Notice } from '#ui/notice.tsx'
import type { OrderDetail } from '../wire.ts'

type RefundToProps = { order: OrderDetail; refundTo: NonNullable<OrderDetail['refundTo']>; reload: () => Promise<void> }

export default function RefundTo({ order, refundTo, reload }: RefundToProps) {
  const t = useMemberWords()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<MemberKey | MessageKey>()
  const isChosen = refundTo.to === 'balance'
  // As it is when it comes: whoever opens or closes it then is not contradicted.
  const [isOpen] = useState(isChosen || order.orderStatus === 'Processing')
  const inDollars = order.currencyType === 'USD'
  const amount = `\u2066${inDollars ? '' : '≈\u00a0'}${dollars(refundTo.amount)}\u2069`

  async function choose(to: 'source' | 'balance') {
    setSending(true)
    setProblem(undefined)
    try {
      await call('POST /api/profile/order/refundTo/{id}', { params: { id: order.orderId }, body: { to } })
    } catch (error) {
      setProblem(error instanceof CallRefused && t.knows(error.message) ? error.message : 'member.failedText')
    }
    await reload()
    setSending(false)
  }

  const look = 'rounded-card border border-line bg-surface px-5 print:hidden'
  if (refundTo.isFixed)
    return (
      <Disclosure summary={t('refundTo.title')} className={look}>
        <p>{t('refundTo.fixed')}</p>
      </Disclosure>
    )
  return (
    <Disclosure summary={t('refundTo.title')} defaultOpen={isOpen} className={look}>
      <div role="status" className="flex flex-col gap-2">
        <p>{isChosen ? t('refundTo.chosen', { amount }) : t('refundTo.source')}</p>
        {!isChosen && <p className="text-muted">{t('refundTo.offer', { amount })}</p>}
        {!inDollars && <p className="text-sm text-muted">{t('refundTo.rate')}</p>}
      </div>
      <Button
        className="mt-3"
        loading={sending}
        loadingLabel={t(isChosen ? 'refundTo.undo' : 'refundTo.choose')}
        onClick={() => choose(isChosen ? 'source' : 'balance')}
      >
        {t(isChosen ? 'refundTo.undo' : 'refundTo.choose')}
      </Button>
      {problem && (
        <Notice tone="bad" live className="mt-4">
          {t(problem)}
        </Notice>
      )}
    </Disclosure>
  )
}
