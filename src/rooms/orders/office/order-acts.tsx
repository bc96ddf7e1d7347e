// What can be done with an order now, for whoever may: each act with what it will do, and why.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import type { Order } from './order.ts'
import { RefundAct } from './refund-act.tsx'

const reasonForm = async () => (await import('#rooms/staff/forms.ts')).ReasonForm

export function OrderActs({ order }: { order: Order }) {
  const t = useOfficeWords()
  const may = useMay()
  const { id, seen, can } = order
  const params = { id }
  const acts = [
    can.accept && may('orders.accept') && (
      <Act
        key="accept"
        label={t('order.acts.accept')}
        explain={t('order.acts.acceptWhat')}
        schema={reasonForm}
        send={({ reason }) => actCall('POST /office/orders/{id}/accept', { params, body: { reason, seen } })}
        done={t('order.acts.acceptDone')}
      />
    ),
    can.release && may('orders.hold') && (
      <Act
        key="release"
        label={t('order.acts.release')}
        explain={t('order.acts.releaseWhat')}
        schema={reasonForm}
        send={({ reason }) => actCall('POST /office/orders/{id}/release', { params, body: { reason, seen } })}
        done={t('order.acts.releaseDone')}
      />
    ),
    can.hold && may('orders.hold') && (
      <Act
        key="hold"
        label={t('order.acts.hold')}
        explain={t('order.acts.holdWhat')}
        schema={reasonForm}
        send={({ reason }) => actCall('POST /office/orders/{id}/hold', { params, body: { reason, seen } })}
        done={t('order.acts.holdDone')}
      />
    ),
    can.refund && may('orders.refund') && <RefundAct key="refund" order={order} left={can.refund} />,
  ].filter(Boolean)
  return acts.length > 0 && <div className="mt-4 flex flex-wrap gap-2">{acts}</div>
}
