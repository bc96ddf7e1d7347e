// Money that went back or should, and what a person has to make at the provider himself.

import { sayMoment, sayMoney } from '#rooms/staff/office/said.ts'
import { sayProvider } from '#rooms/staff/office/say-provider.ts'
import { useOfficeWords } from '#rooms/staff/office/words.ts'
import { ByHand } from './by-hand.tsx'
import type { Order } from './order.ts'
import { sayProblem } from './refund-problem.ts'
import { sayActor, sayReason } from './say-reason.ts'

/** What has a problem and is not over. */
const TRIED_AGAIN = ['wanted', 'asked']

export function Refunds({ refunds }: { refunds: Order['refunds'] }) {
  const t = useOfficeWords()
  return (
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 break-words">
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
            {refund.problem && (
              <p className="text-bad">
                <bdi>{sayProblem(t, refund.problem, refund.currency)}</bdi>
              </p>
            )}
            {refund.problem && TRIED_AGAIN.includes(refund.state) && <p>{t('order.triedAgain')}</p>}
            <p className="break-words text-muted">
              <bdi>{`${sayActor(t, refund.who)}: ${sayReason(t, refund.why)}`}</bdi>
            </p>
            <p className="text-muted">
              <time dateTime={refund.at}>{sayMoment(t, refund.at)}</time>
            </p>
            {refund.byHand && (
              <>
                <p className="break-all text-muted">
                  {sayProvider(t, refund.byHand.provider)}
                  {refund.byHand.reference && <span className="font-mono text-xs"> {refund.byHand.reference}</span>}
                </p>
                <ByHand number={refund.byHand.number} />
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
