// What the back office reads of withdrawals, and what it decides.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

interface WithdrawalEntry {
  id: string
  title: string
  name: string
  email: string
  locale: string
  createdAt: Date
}

/** The withdrawals of these ids, in no order. */
export function withdrawalEntries(db: Queryable, ids: string[]): Promise<WithdrawalEntry[]> {
  return db.query<WithdrawalEntry & Record<string, unknown>>(sql`
    select id, order_no as title, fill_name as name, email, locale, received_at as "createdAt"
    from withdrawals where id = any(${ids}::uuid[])`)
}

/** Ids of what was declared from an address in lower case, the newest first. */
export async function withdrawalIdsOf(db: Queryable, email: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from withdrawals where lower(email) = ${email} order by received_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Ids of what was declared under an order's number, however that was typed and whether an order has it, the newest first. */
export async function withdrawalIdsOfOrder(db: Queryable, orderNo: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from withdrawals where upper(regexp_replace(order_no, '[^A-Za-z0-9]', '', 'g')) = ${orderNo}
    order by received_at desc, id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface DeclaredWithdrawal {
  scope: string
  /** The order that fits what was declared. */
  order: { id: string; orderNo: string; status: string } | null
  /** In this time what was paid must go back (Directive 2011/83/EU Art. 13 (1)). */
  dueAt: Date
  decision: 'accepted' | 'refused' | null
  decidedBy: string | null
  decisionText: string | null
  handledAt: Date | null
}

export function declaredWithdrawal(db: Queryable, id: string): Promise<DeclaredWithdrawal | undefined> {
  return db.maybe<DeclaredWithdrawal & Record<string, unknown>>(sql`
    select w.scope, w.decision, w.decided_by as "decidedBy", w.decision_text as "decisionText", w.handled_at as "handledAt",
      w.received_at + interval '14 days' as "dueAt",
      case when o.id is not null then jsonb_build_object('id', o.id, 'orderNo', o.order_no, 'status', o.status) end as "order"
    from withdrawals w left join orders o on o.id = w.order_id where w.id = ${id}`)
}

interface LockedWithdrawal {
  email: string
  locale: string
  handledAt: Date | null
}

/** Until the transaction's end nobody else decides it; undefined: there is no such withdrawal. */
export function lockWithdrawal(tx: Transaction, id: string): Promise<LockedWithdrawal | undefined> {
  return tx.maybe<LockedWithdrawal & Record<string, unknown>>(sql`
    select email, locale, handled_at as "handledAt" from withdrawals where id = ${id} for update`)
}

export function keepDecision(
  tx: Transaction,
  of: { id: string; decision: 'accepted' | 'refused'; by: string; text: string },
): Promise<number> {
  return tx.run(sql`
    update withdrawals set decision = ${of.decision}, decided_by = ${of.by}, decision_text = ${of.text || null}, handled_at = now()
    where id = ${of.id}`)
}

export async function decisionText(db: Queryable, id: string): Promise<string> {
  const row = await db.maybe<{ text: string | null }>(
    sql`select decision_text as text from withdrawals where id = ${id}`,
  )
  return row?.text ?? ''
}
