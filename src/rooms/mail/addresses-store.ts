// To which addresses mails went: all of them, for whoever looks for one by what cannot be looked up, a keyed hash.
import type { Queryable } from '#platform/database/database.ts'
import { type Statement, sql } from '#platform/database/sql.ts'

const PAGE = 10_000

interface Place {
  /** With the database's microseconds. */
  at: string
  id: string
}

const BEGIN: Place = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** In lower case, a page of mails at a time, the oldest first; an address comes once a page. */
export async function* mailAddresses(db: Queryable): AsyncGenerator<string[]> {
  for (let after = BEGIN; ; ) {
    const rows = await db.query<Place & { address: string }>(mailedAfter(after, PAGE))
    const last = rows.at(-1)
    if (!last) return
    yield [...new Set(rows.map(({ address }) => address))]
    after = last
  }
}

/** Along `mails_newest`: each mail is read once, however many there are. */
export const mailedAfter = ({ at, id }: Place, limit: number): Statement => sql`
  select lower(recipient) as address, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id
  from mails where (created_at, id) > (${at}::timestamptz, ${id}::uuid) order by created_at, mails.id limit ${limit}`
