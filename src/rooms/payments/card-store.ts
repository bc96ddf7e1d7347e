// Every SQL statement about charged cards. No number and no code of a card comes near one.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface ChargeRow {
  state: 'asked' | 'answered' | 'refused'
  /** Since the provider was asked, by the database's clock. */
  seconds: number
}

export function chargeOf(db: Queryable, paymentId: string): Promise<ChargeRow | undefined> {
  return db.maybe(sql`
    select state, extract(epoch from clock_timestamp() - asked_at)::float8 as seconds from card_charges where payment_id = ${paymentId}`)
}

/** How many cards were charged for an order so far; exact while the order is locked. */
export async function chargesOf(tx: Transaction, orderId: string): Promise<number> {
  const { charges } = await tx.one<{ charges: number }>(sql`
    select count(*)::int as charges from card_charges c join payments p on p.id = c.payment_id where p.order_id = ${orderId}`)
  return charges
}

/**
 * The card is about to be charged: until the provider says what became of it, its money is under way (decision C2), so the
 * order neither ends nor can be paid by anything else. What the provider calls it is not known yet. Asked about soon, also when this process dies now.
 */
export async function beginCharge(
  tx: Transaction,
  charge: { paymentId: string; brand: string; lastFour: string },
): Promise<void> {
  await tx.run(sql`
    insert into card_charges (payment_id, brand, last_four, asked_at)
    values (${charge.paymentId}, ${charge.brand}, ${charge.lastFour}, clock_timestamp())`)
  await tx.run(sql`
    update payments set state = 'processing', raw_state = 'charging', provider_ref = null, polls = 0, poll_at = now() + interval '1 minute',
      updated_at = clock_timestamp() where id = ${charge.paymentId}`)
}

/** The provider has answered the charge itself. What that means for the money is for `query` to say. */
export async function endCharge(
  tx: Transaction,
  paymentId: string,
  state: 'answered' | 'refused',
  providerRef: string | null,
): Promise<void> {
  await tx.run(sql`update card_charges set state = ${state} where payment_id = ${paymentId} and state = 'asked'`)
  await tx.run(sql`
    update payments set provider_ref = coalesce(provider_ref, ${providerRef}), updated_at = clock_timestamp() where id = ${paymentId}`)
}
