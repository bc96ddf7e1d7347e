// Every SQL statement about uploaded files as a library: whole ones, with the parts that were made of them.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface LibraryRow {
  id: string
  width: number
  height: number
  bytes: number
  createdAt: Date
  uploadedBy: string | null
  /** Ids of what was cut out of it. */
  parts: string[]
  /** The database's microseconds, for `AfterUpload`. */
  key: string
}

export interface AfterUpload {
  at: string
  id: string
}

/** Those before all others. */
export const FROM_NEWEST: AfterUpload = { at: 'infinity', id: '' }

/** Newest first. Of parts a hundred are named at most: what nothing shows is gone after a day. */
export function libraryRows(db: Queryable, after: AfterUpload, limit: number): Promise<LibraryRow[]> {
  return db.query<LibraryRow & Record<string, unknown>>(sql`
    select id, width, height, octet_length(content) as bytes, created_at as "createdAt", uploaded_by as "uploadedBy",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key,
      array(select p.id from uploads p where p.original_id = uploads.id order by p.id limit 100) as parts
    from uploads
    where original_id is null and (created_at, id) < (${after.at}::timestamptz, ${after.id})
    order by created_at desc, id desc limit ${limit}`)
}

export type LockedUpload = Pick<LibraryRow, 'width' | 'height' | 'uploadedBy'>

/** A whole one. Whoever begins to show or to cut it waits, and whoever has begun is waited for. */
export function lockUpload(tx: Transaction, id: string): Promise<LockedUpload | undefined> {
  return tx.maybe<LockedUpload & Record<string, unknown>>(sql`
    select width, height, uploaded_by as "uploadedBy" from uploads where id = ${id} and original_id is null for update`)
}

/** A locked one with its parts. Foreign keys decide whether anything shows one of them, whatever table that is in: then it throws 23503. */
export async function removeUpload(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`delete from uploads where original_id = ${id}`)
  await tx.run(sql`delete from uploads where id = ${id}`)
}
