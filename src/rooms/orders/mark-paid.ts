// A person says that an order was paid past every provider: a bank transfer, cash, an account that the shop does not know.
import type { Database } from '#platform/database/database.ts'
import { decimal } from '#platform/money.ts'
import { receiveByHand } from '#rooms/payments/hands.ts'
import { ActRefused } from './act-refused.ts'
import { type By, createActing } from './acting.ts'
import { isHeld } from './hold-store.ts'
import type { OrderStatus } from './rules.ts'
import type { Settling } from './settle.ts'
import type { KeptOrder } from './store.ts'

/** One that its buyer has cancelled is no sale any more: money for it would only go back. */
const PAYABLE: readonly OrderStatus[] = ['Unpaid', 'Expired']
export const isPayableByHand = ({ status, topUpCents }: Pick<KeptOrder, 'status' | 'topUpCents'>) =>
  PAYABLE.includes(status) && topUpCents === null

export const createMarkPaid = ({ db, settling }: { db: Database; settling: Pick<Settling, 'settlement'> }) => {
  const act = createActing(db)
  /** `amount` in hundredths of the order's currency: too little is held as any payment is, too much delivered and told. */
  return (orderId: string, by: By, { amount, reference }: { amount: number; reference: string }) =>
    act(orderId, 'mark-paid', by, async (tx, order) => {
      if (order.topUpCents !== null) throw new ActRefused('topUpByHand')
      if (!isPayableByHand(order)) throw new ActRefused('notPayable', { status: order.status })
      if (await isHeld(tx, orderId)) throw new ActRefused('isHeld')
      const { actor, reason } = by
      if (!(await receiveByHand(tx, settling.settlement, orderId, { amount, reference, actor, reason })))
        throw new ActRefused('referenceUsed', { reference })
      return [['came', { amount: `${decimal(amount)} ${order.currency}`, reference }]]
    })
}
