// What a person says of a refund that he makes at the provider himself (docs/decisions/057): made, or given up. Each is one
// transaction with the order locked, recorded with who, why and what it did; the back office calls the same.
import type { Database, Transaction } from '#platform/database/database.ts'
import { decimal } from '#platform/money.ts'
import { giveUpTask, lockTask, nameTask, type RefundTask, recordMade } from '#rooms/payments/hands.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { type By, type Done, recordDone } from '../acts/acting.ts'
import type { DidPart } from '../acts/did.ts'
import * as holds from '../acts/hold-store.ts'
import type { Settling } from '../settling/settle.ts'
import { lockOrder } from '../store.ts'
import { settleTopUp } from '../top-ups/top-ups.ts'

export function createByHand({ db, settling }: { db: Database; settling: Pick<Settling, 'settlement' | 'deliver'> }) {
  const { settlement } = settling

  const act = (
    number: number,
    name: 'refunded' | 'not-refunded',
    by: By,
    work: (tx: Transaction, task: RefundTask) => Promise<readonly DidPart[]>,
  ): Promise<Done> =>
    db.transaction(async (tx) => {
      const task = await lockTask(tx, settlement, number)
      if (!task) throw new ActRefused('noTask')
      const order = (await lockOrder(tx, task.orderId))!
      return recordDone(tx, order, name, by, await work(tx, task))
    })

  return {
    /** It was made at the provider, which calls it `reference`. */
    made: (number: number, by: By, reference: string) =>
      act(number, 'refunded', by, async (tx, task) => {
        const amount = `${decimal(task.amount)} ${task.currency}`
        const what = { amount, provider: task.provider, payment: task.paymentId, reference }
        // Its provider was faster: the money is counted already.
        if (await nameTask(tx, number, { ...by, reference })) return [['refundNamed', what]]
        refuseEnded(task)
        await recordMade(tx, settlement, task, { ...by, reference })
        return [['refundRecorded', what]]
      }),

    /** It is not made: the order goes on without it. */
    giveUp: (number: number, by: By) =>
      act(number, 'not-refunded', by, async (tx, task) => {
        refuseEnded(task)
        await giveUpTask(tx, task, by)
        const order = (await lockOrder(tx, task.orderId))!
        // What was to go back is his again, and what waited for it goes on.
        if (order.topUpCents !== null) await settleTopUp(tx, order.id)
        if (order.status === 'Processing' && !(await holds.isHeld(tx, order.id))) await settling.deliver(tx, order)
        return [['gaveUp'], ['paymentStays', { provider: task.provider, payment: task.paymentId }]]
      }),
  }
}

const ENDED = { made: 'taskMade', seen: 'taskSeen', givenUp: 'taskGivenUp' } as const

function refuseEnded({ outcome, reference }: RefundTask): void {
  if (outcome) throw new ActRefused(ENDED[outcome], { reference: reference ? ` (${reference})` : '' })
}
