// A person ends an order that nobody has paid.
import type { Database } from '#platform/database/database.ts'
import type { Payments } from '#rooms/payments/hands.ts'
import type { Settling } from '../settling/settle.ts'
import { orderById } from '../store.ts'
import { ActRefused } from './act-refused.ts'
import { type By, createActing } from './acting.ts'

interface Options {
  db: Database
  settling: Pick<Settling, 'giveUp'>
  payments: Pick<Payments, 'askAnew'>
}

export const createCancel = ({ db, settling, payments }: Options) => {
  const act = createActing(db)
  const isUnpaid = async (orderId: string) => (await orderById(db, orderId))?.status === 'Unpaid'

  /** Its buyer may have paid a moment ago: ask before giving up what is his. */
  async function askFirst(orderId: string, unanswered: boolean): Promise<void> {
    if (!(await isUnpaid(orderId))) return
    const silent = await payments.askAnew(orderId)
    if (silent.length > 0 && !unanswered && (await isUnpaid(orderId)))
      throw new ActRefused('noAnswer', { providers: silent.join(', ') })
  }

  /** What it has reserved is free again. `unanswered`: although a provider of the order gives no answer. */
  return async (orderId: string, by: By, { unanswered }: { unanswered: boolean }) => {
    await askFirst(orderId, unanswered)
    return act(orderId, 'cancel', by, async (tx, { status }) => {
      if (status !== 'Unpaid') throw new ActRefused('notUnpaid', { status })
      const { actor, reason } = by
      const { barred } = await settling.giveUp(tx, orderId, 'Cancelled', { actor, reason }, { overdue: true })
      if (barred) throw new ActRefused(barred === 'held' ? 'isHeld' : 'underWay')
      return [['cancelled']]
    })
  }
}
