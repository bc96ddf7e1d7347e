// What its buyer is told of money that came for an order and did not pay it: after its end, or a second time.
import type { Queryable } from '#platform/database/database.ts'
import { toMajor } from '#platform/money.ts'
import type { Currencies } from '#rooms/money/hands.ts'
import { leftOnBalance } from '../refunds/refund-choice.ts'
import type { SentBack } from '../schemas.ts'
import type { KeptOrder } from '../store.ts'
import { MOST_TOLD, type NotTaken, notTaken } from './sent-back-store.ts'

type Order = Pick<KeptOrder, 'id' | 'status' | 'rateE8'>

interface Told {
  sentBack: SentBack[]
  sentBackMore: boolean
}

export async function sentBack(db: Queryable, currencies: Currencies, order: Order): Promise<Told> {
  const told: SentBack[] = []
  const payments = await notTaken(db, order.id)
  for (const payment of payments.slice(0, MOST_TOLD))
    told.push({
      came: cameAs(order, payment),
      amount: toMajor(payment.paid),
      currencyName: currencies.symbolOf(payment.currency),
      now: await whereIs(db, payment, order.rateE8),
    })
  return { sentBack: told, sentBackMore: payments.length > MOST_TOLD }
}

function cameAs({ status }: Order, { cause }: NotTaken): SentBack['came'] {
  if (!['Unpaid', 'Expired', 'Cancelled'].includes(status)) return 'again'
  return cause === 'late' && status !== 'Unpaid' ? 'late' : 'unused'
}

async function whereIs(db: Queryable, payment: NotTaken, rateE8: number): Promise<SentBack['now']> {
  const { refund, refunded, paid } = payment
  if (refund === 'wanted' || refund === 'asked' || refund === 'pending') return 'going'
  if (refunded < paid) return 'checked'
  return (await leftOnBalance(db, payment, rateE8)) >= refunded ? 'balance' : 'gone'
}
