// What a top-up brings to its member's balance, in the transaction of whatever changes it (decisions C9, F5).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { bring, broughtBy, unspentNow, unspentOf } from '#rooms/ledger/hands.ts'
import { mayGoBack, topUpWorth } from '../top-up-rules.ts'
import { topUpOf } from './top-up-store.ts'

/** The balance gets, or loses, what the payment of this top-up now comes to. The order is locked; of other orders it does nothing. */
export async function settleTopUp(tx: Transaction, orderId: string): Promise<void> {
  const topUp = await topUpOf(tx, orderId)
  if (!topUp) return
  const { memberId, orderNo: reference, paymentId } = topUp
  const before = (await broughtBy(tx, paymentId, 'topUp'))?.cents ?? null
  await bring(tx, { as: 'topUp', memberId, paymentId, reference, cents: topUpWorth(topUp, before) })
}

/**
 * What may go back of a top-up's payment, in hundredths: only what of it is unspent, which nobody spends until the
 * transaction ends. Undefined: the order is no top-up that was credited, or another payment is meant.
 */
export async function topUpLeft(tx: Transaction, orderId: string, paymentId: string): Promise<number | undefined> {
  const topUp = await topUpOf(tx, orderId)
  if (topUp?.paymentId !== paymentId) return undefined
  return mayGoBack(topUp, await unspentOf(tx, paymentId))
}

/** What `topUpLeft` answers, unlocked: true of this moment only, to be shown. */
export async function topUpLeftNow(db: Queryable, orderId: string, paymentId: string): Promise<number | undefined> {
  const topUp = await topUpOf(db, orderId)
  return topUp?.paymentId === paymentId ? mayGoBack(topUp, await unspentNow(db, paymentId)) : undefined
}
