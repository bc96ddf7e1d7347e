// A person says that an order was paid past every provider: a bank transfer, cash, an account that the shop does not know.
import type { Database, Transaction } from '#platform/database/database.ts'
import { decimal, sellingUnit } from '#platform/money.ts'
import { HAND, type Payments, paymentById, paymentsOf, receiveByHand, refundsOf } from '#rooms/payments/hands.ts'
import { type ActRefusal, ActRefused } from '../acts/act-refused.ts'
import { type By, createActing } from '../acts/acting.ts'
import { isHeld } from '../acts/hold-store.ts'
import { orderNoPaidBy } from '../office-calls/office-store.ts'
import { WHY } from '../reason-rules.ts'
import { isErased, type OrderStatus } from '../rules.ts'
import { type KeptOrder, orderById } from '../store.ts'
import type { LateRefusal } from './late.ts'
import type { Settling } from './settle.ts'

/** One that was cancelled is no sale any more: money for it would only go back. */
const PAYABLE: readonly OrderStatus[] = ['Unpaid', 'Expired']
export const isPayableByHand = (order: Pick<KeptOrder, 'status' | 'topUpCents' | 'deliveryEmail'>) =>
  PAYABLE.includes(order.status) && order.topUpCents === null && !isErased(order)

interface Options {
  db: Database
  settling: Pick<Settling, 'settlement'>
  payments: Pick<Payments, 'askAnew'>
}

interface Came {
  /** In hundredths of the order's currency: too little is held as any payment is, too much delivered and told. */
  amount: number
  reference: string
  /** Although a provider of the order gives no answer. */
  unanswered: boolean
}

export const createMarkPaid = ({ db, settling, payments }: Options) => {
  const act = createActing(db)

  /** Its buyer may have paid a moment ago: that settles it, for after this money that one would go back. */
  async function askFirst(orderId: string, unanswered: boolean): Promise<void> {
    const known = await orderById(db, orderId)
    if (!known || !isPayableByHand(known)) return
    const silent = await payments.askAnew(orderId)
    const { status, paidPaymentId } = (await orderById(db, orderId)) ?? known
    const paid = paidPaymentId === null ? undefined : await paymentById(db, paidPaymentId)
    // Another person who said so is no buyer: who asks has seen an older order then.
    if (paid && paid.provider !== HAND) throw new ActRefused('paidMeanwhile', { status })
    if (silent.length > 0 && !unanswered) throw new ActRefused('noAnswer', { providers: silent.join(', ') })
  }

  return async (orderId: string, by: By, { amount, reference, unanswered }: Came) => {
    await askFirst(orderId, unanswered)
    return act(orderId, 'mark-paid', by, async (tx, order) => {
      if (order.topUpCents !== null) throw new ActRefused('topUpByHand')
      if (isErased(order)) throw new ActRefused('erased')
      if (!isPayableByHand(order)) throw new ActRefused('notPayable', { status: order.status })
      if (await isHeld(tx, orderId)) throw new ActRefused('isHeld')
      const { currency } = order
      // A part like that is paid by nobody, and could not be sent back.
      if (amount % sellingUnit(currency) !== 0) throw new ActRefused('wholeUnits', { currency })
      const { actor, reason } = by
      if (!(await receiveByHand(tx, settling.settlement, orderId, { amount, reference, actor, reason })))
        throw new ActRefused('referenceUsed', { reference, orderNo: (await orderNoPaidBy(tx, reference)) ?? '' })
      await refuseSentBack(tx, orderId, reference)
      return [['came', { amount: `${decimal(amount)} ${currency}`, reference }]]
    })
  }
}

const NOT_HONOURED: Record<LateRefusal, ActRefusal> = {
  [WHY.buyerGone]: 'erased',
  [WHY.tooLate]: 'paidTooLate',
  [WHY.notOnSale]: 'notOnSale',
  [WHY.dearerToday]: 'dearerToday',
  [WHY.noKeys]: 'noKeysLeft',
  [WHY.couponOver]: 'couponOver',
  [WHY.topUpLimit]: 'topUpByHand',
}

/** Late money that is not honoured goes back by itself (decision C4), which is not what was said: nothing of it is written. */
async function refuseSentBack(tx: Transaction, orderId: string, reference: string): Promise<void> {
  const payment = (await paymentsOf(tx, orderId)).find(
    ({ provider, providerRef }) => provider === HAND && providerRef === reference,
  )
  const back = (await refundsOf(tx, orderId)).find(({ paymentId }) => paymentId === payment?.id)
  if (back) throw new ActRefused(NOT_HONOURED[back.reason as LateRefusal])
}
