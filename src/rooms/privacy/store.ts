// Every SQL statement about erasures that a restore has undone.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface Erasure {
  memberId: string
  addressHash: Buffer
}

export function noteErasures(tx: Transaction, erasures: readonly Erasure[]): Promise<number> {
  return tx.run(sql`
    insert into replayed_erasures (member_id, address_hash)
    select e.member_id, e.address_hash
    from unnest(${erasures.map(({ memberId }) => memberId)}::uuid[], ${erasures.map(({ addressHash }) => addressHash)}::bytea[])
      as e(member_id, address_hash)
    order by e.member_id`)
}

export function erasuresToReplay(db: Queryable, limit: number): Promise<(Erasure & { id: number })[]> {
  return db.query<Erasure & { id: number }>(sql`
    select id, member_id as "memberId", address_hash as "addressHash" from replayed_erasures order by id limit ${limit}`)
}

/** Takes one upon itself; false: another process has done it. */
export async function takeErasure(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from replayed_erasures where id = ${id}`)) === 1
}
