import { useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { type MessageKey, useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { accessHeaders, type OrderVisit } from './order-visit.ts'

/** For a paid order that has waited for more than a day: its buyer need not wait any longer. */
export function MoneyBack({ visit, reload }: { visit: OrderVisit; reload: () => Promise<void> }) {
  const t = useWords()
  const [state, setState] = useState<'sending' | MessageKey>()

  async function ask() {
    setState('sending')
    try {
      await call('POST /api/pay/moneyBack/{id}', { params: { id: visit.orderId } }, accessHeaders(visit))
    } catch (error) {
      setState(error instanceof CallRefused && t.knows(error.message) ? error.message : 'pay.createFailed')
    }
    // The order itself says that its money is on its way.
    await reload()
  }

  return (
    <Notice
      tone={state === undefined || state === 'sending' ? 'plain' : 'bad'}
      live={state !== undefined}
      action={
        <Button loading={state === 'sending'} loadingLabel={t('checkout.sending')} onClick={ask}>
          {t('order.moneyBack.button')}
        </Button>
      }
    >
      {t(state === undefined || state === 'sending' ? 'order.moneyBack.text' : state)}
    </Notice>
  )
}
