// The SQL statements by which keys are found.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

const MOST = 100

export async function ordersByTail(db: Queryable, tail: Buffer): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct on (o.placed_at, o.id) o.id from key_tails t join vault_keys k on k.id = t.key_id
      left join key_replacements r on r.old_key_id = k.id
      join order_lines l on l.id = coalesce(k.order_line_id, r.order_line_id) join orders o on o.id = l.order_id
    where t.tail = ${tail} order by o.placed_at desc, o.id desc limit ${MOST}`)
  return rows.map(({ id }) => id)
}

export async function ordersByFingerprint(db: Queryable, fingerprints: Buffer[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct on (o.placed_at, o.id) o.id from vault_keys k
      left join key_replacements r on r.old_key_id = k.id
      join order_lines l on l.id = coalesce(k.order_line_id, r.order_line_id) join orders o on o.id = l.order_id
    where k.fingerprint = any(${fingerprints}::bytea[]) order by o.placed_at desc, o.id desc limit ${MOST}`)
  return rows.map(({ id }) => id)
}

export function withoutTail(db: Queryable, limit: number) {
  return db.query<{ id: number; sealed: Buffer; fingerprint: Buffer }>(sql`
    select k.id, k.sealed, k.fingerprint from key_tails t join vault_keys k on k.id = t.key_id
    where t.tail is null order by t.key_id limit ${limit}`)
}

export function setTails(db: Queryable, rows: readonly { id: number; tail: Buffer }[]): Promise<number> {
  return db.run(sql`
    update key_tails t set tail = g.tail
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ tail }) => tail)}::bytea[]) as g(id, tail)
    where t.key_id = g.id and t.tail is null`)
}

/** Notes the ends of keys that were just put in stock. */
export function setTailsOf(tx: Transaction, rows: readonly { fingerprint: Buffer; tail: Buffer }[]): Promise<number> {
  return tx.run(sql`
    update key_tails t set tail = g.tail
    from unnest(${rows.map(({ fingerprint }) => fingerprint)}::bytea[], ${rows.map(({ tail }) => tail)}::bytea[]) as g(fingerprint, tail)
      join vault_keys k on k.fingerprint = g.fingerprint
    where t.key_id = k.id and t.tail is null`)
}
