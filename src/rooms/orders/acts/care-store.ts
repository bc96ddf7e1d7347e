// The SQL statements of what is done for a buyer.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { nameKey } from '#rooms/members/rules.ts'

/** Changes the order's delivery address, which ends every link that opens it, and the cookies that such links left. */
export function readdress(tx: Transaction, orderId: string, email: string): Promise<number> {
  return tx.run(sql`update orders set delivery_email = ${email}, link_version = link_version + 1 where id = ${orderId}`)
}

/**
 * The order is his from now on whose confirmed address its own is, or nobody's; where its refunds go, and whether it is listed,
 * is not decided by the one before. Answers whose it is.
 */
export async function giveToAddressee(tx: Transaction, orderId: string, email: string): Promise<string | null> {
  const { memberId } = await tx.one<{ memberId: string | null }>(sql`
    update orders set refund_to_balance_at = null, hidden_at = null, member_id = (
      select id from members where email_key = ${nameKey(email)} and lower(email) = lower(${email}) and closed_at is null
    ) where id = ${orderId} returning member_id as "memberId"`)
  return memberId
}

/**
 * What becomes of the account that an order is in when its address changes. `bound`: money of it has come from the account's
 * balance or went there, so it stays. `follows`: it has the address of the account, by which alone it may have come there.
 */
export type Account = 'bound' | 'stays' | 'follows'

/** Null: it is in none. */
export async function accountOf(db: Queryable, orderId: string): Promise<Account | null> {
  const row = await db.maybe<{ account: Account }>(sql`
    select case
      when o.top_up_cents is not null or exists (
        select from payments where order_id = o.id and (to_balance > 0 or (provider = 'balance' and paid_amount > 0))) then 'bound'
      when lower(m.email) = lower(o.delivery_email) then 'follows'
      else 'stays'
    end as account
    from orders o join members m on m.id = o.member_id where o.id = ${orderId}`)
  return row?.account ?? null
}
