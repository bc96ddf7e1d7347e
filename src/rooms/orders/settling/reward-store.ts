// The SQL statements of what members' orders earn.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { KEYED } from '#platform/jobs/define.ts'
import { untilAdded } from '#platform/jobs/keyed.ts'
import { SURPLUS_BACK } from '#rooms/payments/hands.ts'
import { PAID_ELSEWHERE } from '../acts/giving-store.ts'
import { REWARD } from '../jobs.ts'
import { COMPLETED_AFTER, type LockedOrder } from '../store.ts'

/** Looks soon at what these orders earn, those that are members' and were paid. */
export async function rewardSoon(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  let left = orderIds
  await untilAdded(async () => {
    const asked = await tx.query<{ id: string; job: string | null }>(sql`
      select id, (graphile_worker.add_job(${REWARD.name}, json_build_object('orderId', id), job_key => 'reward ' || id, flags => array[${KEYED}::text])).id as job
      from orders where id = any(${left}::uuid[]) and member_id is not null and paid_at is not null`)
    left = asked.filter(({ job }) => job === null).map(({ id }) => id)
    return left.length === 0
  })
}

interface Kept {
  /** What came of what it cost; all amounts in hundredths of the currency that it was paid in. */
  paid: number
  /** What of it has gone back: not what was owed back beside it. */
  back: number
  usableInMs: number | null
  wasComplete: boolean
  /** It came to its member by a person, after somebody else had paid it. */
  isPaidElsewhere: boolean
}

/**
 * Of what was paid for an order, what has gone back so far, and whether its points can be used: it was completed, whatever
 * came afterwards, or would be by now.
 */
export function keptOf(tx: Transaction, { id }: Pick<LockedOrder, 'id'>): Promise<Kept> {
  return tx.one<Kept & Record<string, unknown>>(sql`
    select coalesce(least(p.amount, p.paid_amount), o.total) as paid, coalesce(p.refunded_amount - ${SURPLUS_BACK}, 0) as back,
      (extract(epoch from o.delivered_at + ${COMPLETED_AFTER} - now()) * 1000)::bigint as "usableInMs",
      exists (select from order_events where order_id = o.id and to_status = 'Completed') as "wasComplete", ${PAID_ELSEWHERE} as "isPaidElsewhere"
    from orders o left join payments p on p.id = o.paid_payment_id where o.id = ${id}`)
}
