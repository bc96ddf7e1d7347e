// Every SQL statement of refunds that a person makes.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface RefundTask {
  number: number
  refundId: string
  orderId: string
  paymentId: string
  provider: string
  providerRef: string | null
  /** Hundredths. */
  amount: number
  currency: string
  /** What the provider says has gone back when this is in it. */
  target: number
  outcome: 'made' | 'seen' | 'givenUp' | null
  reference: string | null
  why: string
  since: Date
}

const TASK = fragment`t.number, t.refund_id as "refundId", r.order_id as "orderId", r.payment_id as "paymentId", p.provider, p.provider_ref as "providerRef",
      r.amount, r.currency, r.refunded_before + r.amount as target, t.outcome, t.reference, r.reason as why, t.since
    from refund_tasks t join refunds r on r.id = t.refund_id join payments p on p.id = r.payment_id`

/** Undefined: it is there already. */
export async function insertTask(tx: Transaction, refundId: string): Promise<number | undefined> {
  const row = await tx.maybe<{ number: number }>(sql`
    insert into refund_tasks (refund_id) values (${refundId}) on conflict (refund_id) do nothing returning number`)
  return row?.number
}

export function taskByNumber(db: Queryable, number: number): Promise<RefundTask | undefined> {
  return db.maybe<RefundTask & Record<string, unknown>>(sql`select ${TASK} where t.number = ${number}`)
}

/** Those that wait for a person, the oldest first. */
export function tasksToMake(db: Queryable, limit: number): Promise<RefundTask[]> {
  return db.query<RefundTask & Record<string, unknown>>(
    sql`select ${TASK} where t.outcome is null order by t.number limit ${limit}`,
  )
}

export function tasksOf(db: Queryable, orderId: string): Promise<RefundTask[]> {
  return db.query<RefundTask & Record<string, unknown>>(
    sql`select ${TASK} where r.order_id = ${orderId} order by t.number limit 200`,
  )
}

/** A person says how it ended. The order must be locked. False: it has ended. */
export async function endTask(
  tx: Transaction,
  number: number,
  end: { outcome: 'made' | 'givenUp'; reference: string | null; actor: string; reason: string },
): Promise<boolean> {
  const ended = await tx.run(sql`
    update refund_tasks set outcome = ${end.outcome}, ended_at = now(), reference = ${end.reference}, actor = ${end.actor}, reason = ${end.reason}
    where number = ${number} and outcome is null`)
  return ended === 1
}

/** Its provider was faster than whoever made it: what it calls the refund is kept all the same. False: that is known. */
export async function nameTask(
  tx: Transaction,
  number: number,
  by: { reference: string; actor: string; reason: string },
): Promise<boolean> {
  const named = await tx.run(sql`
    update refund_tasks set reference = ${by.reference}, actor = ${by.actor}, reason = ${by.reason}
    where number = ${number} and outcome = 'seen' and reference is null`)
  return named === 1
}

/** Those whose refund is done although nobody has said so. Answers their refunds. */
export function endSeen(tx: Transaction, paymentId: string): Promise<{ refundId: string }[]> {
  return tx.query(sql`
    update refund_tasks t set outcome = 'seen', ended_at = now(), seen_at = now()
    from refunds r where r.id = t.refund_id and r.payment_id = ${paymentId} and r.state = 'done' and t.outcome is null
    returning t.refund_id as "refundId"`)
}

/**
 * What has gone back of the payment as people say who made it, as far as its provider's figures never contained it; those
 * that they contain now are its own word from here on.
 */
export async function madeUnseen(db: Queryable, paymentId: string, refundedMinor: number): Promise<number> {
  const { target } = await db.one<{ target: number }>(sql`
    with seen as (
      update refund_tasks t set seen_at = now()
      from refunds r where r.id = t.refund_id and r.payment_id = ${paymentId} and t.outcome = 'made' and t.seen_at is null
        and r.refunded_before + r.amount <= ${refundedMinor}
    )
    select coalesce(max(r.refunded_before + r.amount), 0)::bigint as target
    from refund_tasks t join refunds r on r.id = t.refund_id
    where r.payment_id = ${paymentId} and t.outcome = 'made' and t.seen_at is null`)
  return target
}
