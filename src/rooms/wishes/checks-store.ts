// Every SQL statement about what is to be held against the wishes for it, found by triggers (docs/decisions/040).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface Check {
  id: number
  productId: number
  /** Wishes of members up to this one were looked at. */
  afterMember: string | null
  /** Whose wish alone; null: everybody's. */
  memberId: string | null
  isQuiet: boolean
}

/** Checks of products for which nobody wishes; `limit` at most. Answers how many. */
export function dropUnwished(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from wish_checks where id = any(array(
      select c.id from wish_checks c
      where c.due_at <= now() and not exists (select from wishes w where w.product_id = c.product_id)
      order by c.due_at, c.id limit ${limit} for update skip locked))`)
}

/** The next one that nobody is at. */
export function nextCheck(tx: Transaction): Promise<Check | undefined> {
  return tx.maybe<Check>(sql`
    select id, product_id as "productId", after_member as "afterMember", member_id as "memberId", is_quiet as "isQuiet" from wish_checks
    where due_at <= now() order by due_at, id limit 1 for update skip locked`)
}

/** What they ask for is answered with it: they came before it begins to read. */
export function dropOthersLike(tx: Transaction, check: Check): Promise<number> {
  return tx.run(sql`
    delete from wish_checks where id = any(array(
      select id from wish_checks
      where product_id = ${check.productId} and due_at <= now() and id <> ${check.id} and after_member is null
        and is_quiet = ${check.isQuiet} and (${check.memberId}::uuid is null or member_id = ${check.memberId}::uuid)
      order by id limit 1000 for update skip locked))`)
}

/** Later, where something of the product is to be told: that is found by what members knew before. Answers 0 where nothing is. */
export function letOthersFirst(tx: Transaction, check: Check): Promise<number> {
  return tx.run(sql`
    update wish_checks set due_at = now() + interval '15 seconds'
    where id = ${check.id} and exists (
      select from wish_checks where product_id = ${check.productId} and not is_quiet and member_id is null and due_at <= now())`)
}

export function dropCheck(tx: Transaction, id: number): Promise<number> {
  return tx.run(sql`delete from wish_checks where id = ${id}`)
}

export function moveCheck(tx: Transaction, id: number, afterMember: string): Promise<number> {
  return tx.run(sql`update wish_checks set after_member = ${afterMember} where id = ${id}`)
}

/** A quiet one that was put off tells nobody. */
const WAITS_FOR_TOMORROW = fragment`due_at > now() and not is_quiet and member_id is null`

/** Unless it is to be looked at then already. */
export function checkTomorrow(tx: Transaction, productId: number): Promise<number> {
  return tx.run(sql`
    insert into wish_checks (product_id, due_at)
    select ${productId}::int, date_trunc('day', now(), 'UTC') + interval '1 day'
    where not exists (select from wish_checks where product_id = ${productId} and ${WAITS_FOR_TOMORROW})`)
}

/** Whether something of the product is to be told tomorrow, to whoever was told of it today. */
export async function waitsForTomorrow(tx: Transaction, productId: number): Promise<boolean> {
  const { waits } = await tx.one<{ waits: boolean }>(sql`
    select exists (select from wish_checks where product_id = ${productId} and ${WAITS_FOR_TOMORROW}) as waits`)
  return waits
}
