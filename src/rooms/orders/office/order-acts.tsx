// What can be done with an order now, for whoever may: each act with what it will do, and why.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { CancelAct } from './cancel-act.tsx'
import { EvidenceAct } from './evidence-act.tsx'
import { MarkPaidAct } from './mark-paid-act.tsx'
import type { Order } from './order.ts'
import { ReaddressAct } from './readdress-act.tsx'
import { RefundAct } from './refund-act.tsx'
import { ReplaceAct } from './replace-act.tsx'

/** Acts that ask for nothing but the reason. */
const PLAIN = {
  accept: { permission: 'orders.accept', call: 'POST /office/orders/{id}/accept' },
  release: { permission: 'orders.hold', call: 'POST /office/orders/{id}/release' },
  hold: { permission: 'orders.hold', call: 'POST /office/orders/{id}/hold' },
  lost: { permission: 'orders.refund', call: 'POST /office/orders/{id}/lost' },
  takeBack: { permission: 'orders.refund', call: 'POST /office/orders/{id}/refund' },
  resend: { permission: 'orders.resend', call: 'POST /office/orders/{id}/resend' },
} as const

const reasonForm = async () => (await import('#rooms/staff/forms.ts')).ReasonForm

export function OrderActs({ order }: { order: Order }) {
  const may = useMay()
  const { can } = order
  const plain = (act: keyof typeof PLAIN) =>
    can[act] && may(PLAIN[act].permission) && <PlainAct order={order} act={act} />
  return (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {plain('accept')}
      {can.markPaid && may('orders.markPaid') && <MarkPaidAct order={order} />}
      {plain('release')}
      {can.refund && may('orders.refund') && <RefundAct order={order} left={can.refund} />}
      {plain('takeBack')}
      {plain('lost')}
      {can.replace && may('orders.replace') && <ReplaceAct order={order} />}
      {plain('resend')}
      {can.resend && may('orders.resend') && <ReaddressAct order={order} />}
      {may('orders.note') && <NoteAct order={order} />}
      {order.paidAt && <EvidenceAct orderId={order.id} size="md" />}
      {plain('hold')}
      {can.cancel && may('orders.hold') && <CancelAct order={order} />}
    </div>
  )
}

function PlainAct({ order: { id, seen, email }, act }: { order: Order; act: keyof typeof PLAIN }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t(`order.acts.${act}`)}
      explain={t(`order.acts.${act}What`, { email })}
      variant={act === 'lost' || act === 'takeBack' ? 'danger' : 'secondary'}
      schema={reasonForm}
      seen={seen}
      send={({ reason }, seen) => actCall(PLAIN[act].call, { params: { id }, body: { reason, seen } })}
      done={t(`order.acts.${act}Done`)}
    />
  )
}

function NoteAct({ order: { id } }: { order: Order }) {
  const t = useOfficeWords()
  return (
    <Act
      label={t('order.acts.note')}
      explain={t('order.acts.noteWhat')}
      schema={reasonForm}
      send={(body) => actCall('POST /office/orders/{id}/note', { params: { id }, body })}
      done={t('order.acts.noteDone')}
    />
  )
}
