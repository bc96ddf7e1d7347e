// The SQL statements by which keys are found.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

const MOST = 100

export async function ordersByTail(db: Queryable, tail: Buffer): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct on (o.placed_at, o.id) o.id from vault_keys k
      left join key_replacements r on r.old_key_id = k.id
      join order_lines l on l.id = coalesce(k.order_line_id, r.order_line_id) join orders o on o.id = l.order_id
    where k.tail = ${tail} order by o.placed_at desc, o.id desc limit ${MOST}`)
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
  return db.query<{ id: number; sealed: Buffer; fingerprint: Buffer }>(
    sql`select id, sealed, fingerprint from vault_keys where tail is null order by id limit ${limit}`,
  )
}

/** Locks in id order, as everybody does. */
export function setTails(db: Queryable, rows: { id: number; tail: Buffer }[]): Promise<number> {
  const ids = rows.map(({ id }) => id)
  return db.run(sql`
    with locked as (select id from vault_keys where id = any(${ids}::bigint[]) order by id for update)
    update vault_keys k set tail = g.tail
    from locked l join unnest(${ids}::bigint[], ${rows.map(({ tail }) => tail)}::bytea[]) as g(id, tail) on g.id = l.id
    where k.id = l.id and k.tail is null`)
}
