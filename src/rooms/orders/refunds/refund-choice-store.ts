// Every SQL statement of where an order's refunds go (decision F7).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { GIVEN } from '../acts/giving-store.ts'

/**
 * Of the payment `p` of the order `o`: what came from outside, in the order's currency, and nobody contests. An order or
 * payment that is held may have its money back in another way already; who warns of a fraud, or contested a payment
 * before, would have the same money twice.
 */
const CAN_GO = fragment`p.provider <> 'balance' and p.state = 'completed' and p.currency = o.currency
      and o.member_id is not null and o.top_up_cents is null
      and not exists (select from order_holds h where h.order_id = o.id and h.lifted_at is null and (h.payment_id is null or h.payment_id = p.id))
      and not exists (select from payment_events e where e.payment_id = p.id and e.claim ->> 'says' in ('warning', 'disputed'))`

/** Where a person gave the order to its member, somebody else may have paid it: then that is not his to choose for. */
const MAY_GO = fragment`${CAN_GO} and not ${GIVEN}`

/** Its member has chosen his balance, and nothing speaks against this payment. The order is locked. */
export async function goesToBalance(tx: Transaction, orderId: string, paymentId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from orders o join payments p on p.order_id = o.id
    where o.id = ${orderId} and p.id = ${paymentId} and o.refund_to_balance_at is not null and ${MAY_GO}`)
  return rows.length > 0
}

export interface MayGo {
  chosenAt: Date | null
  rateE8: number
  /** Hundredths of the order's currency that may go to the balance yet; 0: nothing. */
  left: number
  /** What of the same payments is on it already. */
  before: number
  /** He has no choice: a person gave him the order. */
  isGiven: boolean
}

/** What a member may choose for an order of his; undefined: it is not his. */
export function mayGo(db: Queryable, orderId: string, memberId: string): Promise<MayGo | undefined> {
  return db.maybe<MayGo & Record<string, unknown>>(sql`
    select o.refund_to_balance_at as "chosenAt", o.rate_e8 as "rateE8", coalesce(sum(p.left), 0)::bigint as left,
      coalesce(sum(p.to_balance), 0)::bigint as before, ${GIVEN} as "isGiven"
    from orders o left join lateral (
      select p.to_balance, p.paid_amount - p.refunded_amount - coalesce((
          select sum(amount) from refunds where payment_id = p.id and state in ('asked', 'pending')), 0) as left
      from payments p where p.order_id = o.id and ${CAN_GO}
    ) p on p.left > 0
    where o.id = ${orderId} and o.member_id = ${memberId}
    group by o.id`)
}

/** False: it is so already. The order is locked. */
export async function choose(tx: Transaction, orderId: string, toBalance: boolean): Promise<boolean> {
  const changed = await tx.run(sql`
    update orders set refund_to_balance_at = case when ${toBalance} then now() end
    where id = ${orderId} and (refund_to_balance_at is not null) <> ${toBalance}`)
  return changed === 1
}
