// Payments by what the shop itself keeps: the money moves and the order is settled in one transaction, so there is no
// moment in which only one of both has happened.
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { refused } from '#platform/http/errors.ts'
import { type Asking, isOpen, take } from './asking.ts'
import type { PaymentState } from './providers/provider.ts'
import type { Settlement } from './settlement.ts'
import * as store from './store.ts'

/** Its row has changed since it was read: all is undone, and done again. */
class Overtaken extends Error {}
const MOST_TRIES = 5

export interface LocalOptions {
  db: Database
  settlement: Settlement
  askOpen: Asking['askOpen']
}

export function createLocal({ db, settlement, askOpen }: LocalOptions) {
  /**
   * `move` moves the money, or throws why it can't. Throws what bars a payment; also what another provider has told nobody
   * yet does.
   */
  async function payLocally(
    orderId: string,
    provider: string,
    move: (tx: Transaction, payment: store.PaymentRow) => Promise<unknown>,
  ): Promise<void> {
    await askOpen(orderId, provider)
    for (let tries = 1; ; tries++) {
      try {
        await db.transaction((tx) => pay(tx, orderId, provider, move))
        return failpoint('local payment committed')
      } catch (error) {
        if (!(error instanceof Overtaken) || tries === MOST_TRIES) throw error
      }
    }
  }

  async function pay(
    tx: Transaction,
    orderId: string,
    provider: string,
    move: (tx: Transaction, payment: store.PaymentRow) => Promise<unknown>,
  ): Promise<void> {
    const order = await settlement.lock(tx, orderId)
    if (!order) throw refused('pay.notUnpaid')
    await settlement.mayPay(tx, order)
    const latest = (await store.paymentsOf(tx, orderId)).find(({ methodId }) => methodId === order.paymentMethod)
    // Another way was chosen meanwhile, or another total is to be paid.
    if (!latest || latest.provider !== provider || !isOpen(latest) || latest.amount !== order.total)
      throw refused('pay.notUnpaid')
    await move(tx, latest)
    failpoint('balance spent')
    const state: PaymentState = {
      state: 'completed',
      rawState: 'completed',
      providerRef: latest.id,
      attemptId: latest.id,
      amountMinor: latest.amount,
      refundedMinor: 0,
      currency: latest.currency,
    }
    if (!(await take(tx, settlement, order, latest, state, []))) throw new Overtaken()
    failpoint('local payment settled')
  }

  return { payLocally }
}
