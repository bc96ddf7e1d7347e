// Payments by what the shop itself keeps: the money moves and the order is settled in one transaction, so there is no
// moment in which only one of both has happened.
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { refused } from '#platform/http/errors.ts'
import { type Asking, isOpen, take } from './asking.ts'
import { heardOf } from './credited.ts'
import type { PaymentState } from './providers/provider.ts'
import type { Locked, Payable, Settlement } from './settlement.ts'
import * as store from './store.ts'

/** All is undone, and done again: its row has changed since it was read. */
class Overtaken extends Error {}
/** All is undone: it is not as nearly all are, or somebody else must be asked first. */
class NotPlain extends Error {}
const MOST_TRIES = 5

export interface LocalOptions {
  db: Database
  settlement: Settlement
  askOpen: Asking['askOpen']
}

interface LocalPayment<Order extends Payable & Locked> {
  orderId: string
  provider: string
  /** Locks the order, or throws why it is not paid. */
  lock(tx: Transaction): Promise<Order>
  /** Moves the money, or throws why it can't. */
  move(tx: Transaction, order: Order, payment: store.PaymentRow): Promise<unknown>
}

export function createLocal({ db, settlement, askOpen }: LocalOptions) {
  /**
   * Throws what bars a payment; also what another provider has told nobody yet does. Nearly all are as they should be: of
   * those nothing is asked that the statement that settles them finds out by itself.
   */
  async function payLocally<Order extends Payable & Locked>(payment: LocalPayment<Order>): Promise<Order> {
    const once = (work: typeof payPlainly) => db.transaction((tx) => work(tx, payment))
    const paid = await once(payPlainly).catch((error) => {
      if (!(error instanceof NotPlain)) throw error
      return undefined
    })
    if (paid) return done(paid)
    await askOpen(payment.orderId, payment.provider)
    for (let tries = 1; ; tries++) {
      try {
        return done(await once(pay))
      } catch (error) {
        if (!(error instanceof Overtaken) || tries === MOST_TRIES) throw error
      }
    }
  }

  /** Throws NotPlain where anything may bar it, and all that was done is undone. */
  async function payPlainly<Order extends Payable & Locked>(
    tx: Transaction,
    { orderId, provider, lock, move }: LocalPayment<Order>,
  ): Promise<Order> {
    const order = await lock(tx)
    const [attempt, other] = await store.paymentsOf(tx, orderId)
    if (!attempt || other || !isPayable(attempt, order, provider)) throw new NotPlain()
    await move(tx, order, attempt).catch((error) => {
      // Something else may bar it before that does.
      throw new NotPlain('', { cause: error })
    })
    failpoint('balance spent')
    if (!(await settlement.plainly(tx, order, attempt, heardOf(attempt, paidWith(attempt)), []))) throw new NotPlain()
    failpoint('local payment settled')
    return order
  }

  /** In the transaction that has the order, also for somebody who is not its buyer; what bars it undoes all of that. */
  async function pay<Order extends Payable & Locked>(
    tx: Transaction,
    { orderId, provider, lock, move }: LocalPayment<Order>,
  ): Promise<Order> {
    const order = await lock(tx)
    await settlement.mayPay(tx, order)
    const latest = (await store.paymentsOf(tx, orderId)).find(({ methodId }) => methodId === order.paymentMethod)
    // Another way was chosen meanwhile, or another total is to be paid.
    if (!latest || !isPayable(latest, order, provider)) throw refused('pay.notUnpaid')
    await move(tx, order, latest)
    failpoint('balance spent')
    if (!(await take(tx, settlement, order, latest, paidWith(latest), []))) throw new Overtaken()
    failpoint('local payment settled')
    return order
  }

  return { payLocally, payWithin: pay }
}

function done<Order>(order: Order): Order {
  failpoint('local payment committed')
  return order
}

const isPayable = (attempt: store.PaymentRow, order: Payable & Locked, provider: string) =>
  attempt.methodId === order.paymentMethod &&
  attempt.provider === provider &&
  attempt.amount === order.total &&
  isOpen(attempt)

const paidWith = ({ id, amount, currency }: store.PaymentRow): PaymentState => ({
  state: 'completed',
  rawState: 'completed',
  providerRef: id,
  attemptId: id,
  amountMinor: amount,
  refundedMinor: 0,
  currency,
})
