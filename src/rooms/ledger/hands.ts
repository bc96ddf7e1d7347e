// How other rooms move members' money, in their own transaction. The member's total is locked after the order that it is
// about and before his points.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { apply, emptyPurse } from './rules.ts'
import * as store from './store.ts'
import { entriesAfter, insertMovement, lockBalance, type Movement, movedBy, purchaseBy } from './store.ts'

export { balanceOf, movedBy } from './store.ts'

/** False: this cause has moved its money before, and nothing was done. */
export async function credit(tx: Transaction, movement: Movement): Promise<boolean> {
  if (movement.cents <= 0) throw new Error('what is credited is more than nothing')
  return (await insertMovement(tx, movement)) !== undefined
}

export interface Spending {
  memberId: string
  /** US cents. */
  cents: number
  /** The attempt that it pays. */
  paymentId: string
  /** The number of its order. */
  reference: string
}

/** Throws `balance.tooLow`, and the caller's transaction with it, where there is not that much (decision C9). */
export async function spend(tx: Transaction, { memberId, cents, paymentId, reference }: Spending): Promise<void> {
  if (cents <= 0) throw new Error('what is spent is more than nothing')
  const cause = `payment ${paymentId}`
  const left = await insertMovement(tx, {
    cause,
    kind: 'purchase',
    memberId,
    cents: -cents,
    against: 'sales',
    paymentId,
    reference,
  })
  if (left !== undefined && left < 0) throw refused('balance.tooLow')
}

/** Puts money that an attempt took from a balance back on it: at most what it took. */
export async function giveBack(
  tx: Transaction,
  { paymentId, cents, cause }: { paymentId: string; cents: number; cause: string },
): Promise<void> {
  const purchase = await purchaseBy(tx, paymentId)
  if (!purchase) throw new Error('nothing was spent by this payment')
  const { memberId, reference } = purchase
  await credit(tx, { cause, kind: 'refund', memberId, cents, against: 'refunds', paymentId, reference })
  const { spent, back } = await movedBy(tx, paymentId)
  if (back > spent) throw new Error('more would go back than was spent')
}

/** Why money from outside is on a balance: it was topped up; or an order's payment was refunded to it, as its member chose. */
const WAYS = {
  topUp: { called: 'top-up', more: 'topUp', less: 'topUpBack', against: 'clearing' },
  // The sale is taken back. What its provider has of it stays there, and is in no account here.
  refund: { called: 'refunded', more: 'refund', less: 'refundBack', against: 'refunds' },
} as const

export interface Brought {
  as: keyof typeof WAYS
  /** Whose balance gets it; who has gone since keeps what moved his. */
  memberId: string | null
  paymentId: string
  /** The number of its order. */
  reference: string
  /** What the payment should have brought, as it is now, in US cents. */
  cents: number
}

/** What a payment has brought a member's balance so far, and whose it is; undefined: it never did. */
export function broughtBy(tx: Queryable, paymentId: string, as: keyof typeof WAYS) {
  return store.broughtBy(tx, paymentId, [WAYS[as].more, WAYS[as].less])
}

/**
 * Gives a balance what money from outside should have brought it, or takes back what it should not any more: the
 * difference to what it has brought so far, so that telling it twice, late or out of order changes nothing. What a bank has
 * taken back is booked in full, also below zero (decision C9). The payment's order is locked. Answers the difference.
 */
export async function bring(tx: Transaction, { as, paymentId, reference, ...brought }: Brought): Promise<number> {
  const { called, more, less, against } = WAYS[as]
  const so = await broughtBy(tx, paymentId, as)
  const memberId = so?.memberId ?? brought.memberId
  const cents = brought.cents - (so?.cents ?? 0)
  if (cents === 0) return 0
  if (memberId === null) throw new Error('money for the balance of nobody')
  const kind = cents > 0 ? more : less
  const cause = `${called} ${paymentId} ${so?.times ?? 0}`
  const written = await insertMovement(tx, { cause, kind, memberId, cents, against, paymentId, reference })
  if (written === undefined) throw new Error('the order of a payment was not locked')
  return cents
}

const ENTRIES_AT_ONCE = 2_000

/**
 * Of what a top-up's payment has brought, what nobody has spent, in US cents (decision F5); nobody spends it until the
 * transaction ends.
 */
export async function unspentOf(tx: Transaction, paymentId: string): Promise<number> {
  const so = await broughtBy(tx, paymentId, 'topUp')
  if (!so) return 0
  await lockBalance(tx, so.memberId)
  return unspentBy(tx, so.memberId, paymentId)
}

/** What `unspentOf` answers, unlocked: true of this moment only, for somebody may spend it meanwhile. */
export async function unspentNow(db: Queryable, paymentId: string): Promise<number> {
  const so = await broughtBy(db, paymentId, 'topUp')
  return so ? unspentBy(db, so.memberId, paymentId) : 0
}

async function unspentBy(db: Queryable, memberId: string, paymentId: string): Promise<number> {
  const purse = emptyPurse()
  for (let after = 0; ; ) {
    const entries = await entriesAfter(db, memberId, { after, limit: ENTRIES_AT_ONCE })
    for (const entry of entries) apply(purse, entry)
    if (entries.length < ENTRIES_AT_ONCE) return purse.topUps.get(paymentId) ?? 0
    after = entries.at(-1)!.id
  }
}

export interface Adjustment {
  memberId: string
  /** More (or less) in US cents. */
  cents: number
  by: { actor: string; reason: string }
  /** What whoever makes it calls it: one of this name corrects the balance of this member once. */
  reference: string
  /** It may leave a debt (decision C9). */
  mayOwe: boolean
}

/**
 * A person corrects a balance. Answers what there is then; undefined: this was done before (`correctionOf`), and nothing was
 * now. Throws `balance.tooLow`, and the transaction with it.
 */
export async function adjust(
  tx: Transaction,
  { memberId, cents, by, reference, mayOwe }: Adjustment,
): Promise<number | undefined> {
  const cause = causeOf(memberId, reference)
  const move = { cause, kind: 'adjustment', memberId, cents, against: 'adjustments', reference, by } as const
  const left = await insertMovement(tx, move)
  if (left !== undefined && cents < 0 && left < 0 && !mayOwe) throw refused('balance.tooLow')
  return left
}

/** How much a correction of this name moved, and when. */
export const correctionOf = (db: Queryable, memberId: string, reference: string) =>
  store.movedFor(db, causeOf(memberId, reference))

const causeOf = (memberId: string, reference: string) => `adjustment ${memberId} ${reference.toLowerCase()}`
