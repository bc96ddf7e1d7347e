import { CallRefused, call } from '#browser/calls.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { ConfirmedPress } from './confirmed-press.tsx'
import { accessHeaders, type OrderVisit } from './order-visit.ts'

type CancelOrderProps = { visit: OrderVisit; orderId: string; onDone: () => Promise<void> }

/** Asked about first: what was reserved goes back to the shelf. */
export function CancelOrder({ visit, orderId, onDone }: CancelOrderProps) {
  const t = useWords()
  return (
    <ConfirmedPress
      label={t('pay.cancel.button')}
      title={t('pay.cancel.title')}
      text={t('pay.cancel.text')}
      keep={t('pay.cancel.keep')}
      tone="danger"
      act={() => call('GET /api/pay/cancel/{id}', { params: { id: orderId } }, accessHeaders(visit))}
      say={(error) => t(error instanceof CallRefused && t.knows(error.message) ? error.message : 'pay.createFailed')}
      onEnd={onDone}
    />
  )
}
