// Money that went back or should, and what a person has to make at the provider himself.

import { Act } from '#rooms/staff/office/act.tsx'
import { actCall } from '#rooms/staff/office/act-call.ts'
import { sayMoment, sayMoney } from '#rooms/staff/office/said.ts'
import { useMay } from '#rooms/staff/office/session.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { TextField } from '#ui/text-field.tsx'
import type { Order } from './order.ts'

export function Refunds({ refunds }: { refunds: Order['refunds'] }) {
  const t = useOfficeWords()
  const may = useMay()
  return (
    <ul className="mt-3 grid gap-3">
      {refunds.map((refund) => {
        const state = `order.refundState.${refund.state}`
        return (
          <li key={refund.id} className="grid gap-0.5 border-b border-line pb-3 text-sm last:border-0 last:pb-0">
            <p className="flex justify-between gap-4">
              <span className="font-medium">
                {t.knows(state) ? t(state) : refund.state}
                {refund.to === 'balance' && ` · ${t('order.toBalance')}`}
              </span>
              <span className="figures">{sayMoney(t, refund.amount, refund.currency)}</span>
            </p>
            {refund.problem && <p className="text-bad">{refund.problem}</p>}
            <p className="break-words text-muted">
              <bdi>{`${refund.who}: ${refund.why}`}</bdi>
            </p>
            <p className="text-muted">
              <time dateTime={refund.at}>{sayMoment(t, refund.at)}</time>
            </p>
            {refund.byHand !== null && may('orders.refund') && <ByHand number={refund.byHand} />}
          </li>
        )
      })}
    </ul>
  )
}

function ByHand({ number }: { number: number }) {
  const t = useOfficeWords()
  const params = { number }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <span className="text-warn">{t('order.byHand')}</span>
      <Act
        size="sm"
        label={t('order.acts.made')}
        explain={t('order.acts.madeWhat')}
        schema={async () => (await import('./act-forms.ts')).MadeForm}
        fields={(field) => (
          <TextField {...field('reference')} label={t('order.reference')} maxLength={200} autoComplete="off" required />
        )}
        send={(body) => actCall('POST /office/refunds/{number}/made', { params, body })}
        done={t('order.acts.madeDone')}
      />
      <Act
        size="sm"
        label={t('order.acts.giveUp')}
        explain={t('order.acts.giveUpWhat')}
        schema={async () => (await import('#rooms/staff/forms.ts')).ReasonForm}
        send={(body) => actCall('POST /office/refunds/{number}/give-up', { params, body })}
        done={t('order.acts.giveUpDone')}
      />
    </div>
  )
}
