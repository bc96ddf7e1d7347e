// Every SQL statement of withdrawals.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'

export interface WithdrawalRow {
  id: string
  orderNo: string
  orderId: string | null
  fillName: string
  email: string
  scope: string
  locale: string
  receivedAt: Date
}

/**
 * Keeps the declaration, with the order where the number is one's, and the address that of its delivery or the one that its
 * member has confirmed since. Order numbers are in capitals without blanks, addresses are told apart without regard to case.
 * False: the very same was declared before.
 */
export async function insertWithdrawal(
  tx: Transaction,
  declared: Omit<WithdrawalRow, 'orderId' | 'receivedAt'>,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into withdrawals (id, order_no, order_id, fill_name, email, scope, locale)
    values (${declared.id}, ${declared.orderNo},
      (select o.id from orders o left join members m on m.id = o.member_id
        where o.order_no = upper(regexp_replace(${declared.orderNo}, '\\s', '', 'g'))
          and lower(${declared.email}) in (lower(o.delivery_email), lower(m.email))),
      ${declared.fillName}, ${declared.email}, ${declared.scope}, ${declared.locale})
    on conflict (id) do nothing`)
  return added === 1
}

export function withdrawalById(db: Queryable, id: string): Promise<WithdrawalRow> {
  return db.one<WithdrawalRow & Record<string, unknown>>(sql`
    select id, order_no as "orderNo", order_id as "orderId", fill_name as "fillName", email, scope, locale, received_at as "receivedAt"
    from withdrawals where id = ${id}`)
}

const DECLARED = fragment`w.order_no as "orderNo", w.fill_name as "fillName", w.email, w.scope, w.locale, w.received_at as "receivedAt",
  w.handled_at as "handledAt", w.decision, w.decision_text as "decisionText", w.order_id is not null as "isAboutAnOrder"`

/** It is the order's member's while its address is that of his order or his own: what a former buyer declared stays his. */
const IS_ITS_MEMBERS = fragment`lower(w.email) in (lower(o.delivery_email), lower(m.email))`

/** What was declared about a member's orders, from their addresses or his. */
export function withdrawalsAbout(db: Queryable, memberId: string): Promise<object[]> {
  return db.query(sql`
    select ${DECLARED} from members m join orders o on o.member_id = m.id join withdrawals w on w.order_id = o.id
    where m.id = ${memberId} and ${IS_ITS_MEMBERS}
    order by w.received_at, w.id limit 10000`)
}

/** What was declared from this address while it was his, but for what is about the order of a member and his: see above. */
export function withdrawalsFrom(db: Queryable, { email, since, until }: HeldAddress): Promise<object[]> {
  return db.query(sql`
    select ${DECLARED} from withdrawals w left join orders o on o.id = w.order_id left join members m on m.id = o.member_id
    where lower(w.email) = lower(${email}) and w.received_at <@ tstzrange(${since}, ${until}, '(]') and (m.id is null or not ${IS_ITS_MEMBERS})
    order by w.received_at, w.id limit 10000`)
}

/**
 * Those about no order of ours that came while the address was his, once they were handled. One about a contract, and one that
 * waits, is kept unaltered until its time is over: it is what a claim is proved by (Regulation (EU) 2016/679 Art. 17 (3) (b) and (e)).
 */
export function eraseWithdrawals(tx: Transaction, { email, since, until }: HeldAddress): Promise<number> {
  return tx.run(sql`
    delete from withdrawals where lower(email) = lower(${email}) and order_id is null and handled_at is not null
      and received_at <@ tstzrange(${since}, ${until}, '(]')`)
}

/** From which such were declared, in lower case, each once and in order. */
export function addresses(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select distinct lower(email) as text from withdrawals
    where order_id is null and handled_at is not null and lower(email) > ${after} order by text limit ${limit}`)
}

/** Withdrawals that were handled longer ago than this. One that was not waits for the operator, however old it is. */
export function forgetWithdrawals(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from withdrawals where id = any(array(
      select id from withdrawals where handled_at < now() - make_interval(days => ${days})
      order by received_at, id limit ${limit} for update skip locked))`)
}

/** How many declarations about the order came within a day, this one included, and whether money for it has come or is under way. */
export function declaredAbout(tx: Transaction, orderId: string): Promise<{ isPaid: boolean; today: number }> {
  return tx.one<{ isPaid: boolean; today: number }>(sql`
    select (
      select paid_at is not null
        or exists (select from payments where order_id = o.id and (paid_amount > 0 or state in ('processing', 'unknown')))
      from orders o where id = ${orderId}
    ) as "isPaid", count(*)::int as today
    from withdrawals where order_id = ${orderId} and received_at > now() - interval '1 day'`)
}
