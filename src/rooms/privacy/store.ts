// Every SQL statement about erasures that a restore has undone.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface Erasure {
  memberId: string
  addressHash: Buffer
  /** When the member who had it before him left it; null: nobody had. */
  since: Date | null
  /** When he left this address for another; null: it was his when he went. */
  until: Date | null
}

export function noteErasures(tx: Transaction, erasures: readonly Erasure[]): Promise<number> {
  return tx.run(sql`
    insert into replayed_erasures (member_id, address_hash, since, until)
    select e.member_id, e.address_hash, e.since, e.until
    from unnest(${erasures.map(({ memberId }) => memberId)}::uuid[], ${erasures.map(({ addressHash }) => addressHash)}::bytea[],
      ${erasures.map(({ since }) => since)}::timestamptz[], ${erasures.map(({ until }) => until)}::timestamptz[])
      as e(member_id, address_hash, since, until)
    order by e.member_id, e.until nulls first`)
}

export function erasuresToReplay(db: Queryable, limit: number): Promise<(Erasure & { id: number })[]> {
  return db.query<Erasure & { id: number }>(sql`
    select id, member_id as "memberId", address_hash as "addressHash", since, until from replayed_erasures order by id limit ${limit}`)
}

/** Takes one upon itself; false: another process has done it. */
export async function takeErasure(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from replayed_erasures where id = ${id}`)) === 1
}
