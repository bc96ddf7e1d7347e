// Every SQL statement about uploaded files.
import type { Database, Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Cut } from './limits.ts'

export interface Upload {
  /** SHA-256 of the file as it came. */
  id: string
  mediaType: string
  width: number
  height: number
  content: Buffer
  uploadedBy: string | null
}

/** Whether it is there. If so, it stays for another day, although nothing may refer to it yet. */
export async function keepUpload(db: Queryable, id: string): Promise<boolean> {
  const kept = await db.run(sql`
    update uploads set unused_since = case when unused_since is not null then now() end where id = ${id}`)
  return kept > 0
}

export async function addUpload(db: Queryable, upload: Upload): Promise<void> {
  const { id, mediaType, width, height, content, uploadedBy } = upload
  await db.run(sql`
    insert into uploads (id, media_type, width, height, content, uploaded_by)
    values (${id}, ${mediaType}, ${width}, ${height}, ${content}, ${uploadedBy})
    on conflict (id) do update set unused_since = case when uploads.unused_since is not null then now() end`)
}

export interface CutUpload extends Omit<Upload, 'uploadedBy'> {
  originalId: string
  cut: Cut
}

export async function addCut(db: Queryable, { id, mediaType, width, height, content, originalId, cut }: CutUpload) {
  await db.run(sql`
    insert into uploads (id, media_type, width, height, content, original_id, cut)
    values (${id}, ${mediaType}, ${width}, ${height}, ${content}, ${originalId}, ${JSON.stringify(cut)}::jsonb)
    on conflict (id) do update set unused_since = case when uploads.unused_since is not null then now() end`)
}

/** What it is a part of, itself where it is whole, with the size of that. */
export function uploadFacts(db: Queryable, id: string) {
  return db.maybe<{ originalId: string; cut: Cut | null; width: number; height: number }>(sql`
    select o.id as "originalId", u.cut, o.width, o.height
    from uploads u join uploads o on o.id = coalesce(u.original_id, u.id) where u.id = ${id}`)
}

/** What is shown of it. */
export function uploadSource(db: Queryable, id: string): Promise<{ content: Buffer; focus: Cut['focus'] }> {
  return db.one<{ content: Buffer; focus: Cut['focus'] }>(sql`
    select content, nullif(cut -> 'focus', 'null') as focus from uploads where id = ${id}`)
}

export async function uploadContent(db: Queryable, id: string): Promise<Buffer> {
  return (await db.one<{ content: Buffer }>(sql`select content from uploads where id = ${id}`)).content
}

/**
 * Deletes what nothing has referred to for `days`. A reference that is being made meanwhile locks its upload: who has the lock
 * already is passed over, who comes later is seen, for the deletion looks once more when it has the locks.
 */
export function forgetUploads(db: Database, days: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(sql`
      update uploads set unused_since = case when unused_since is null then now() end
      where (unused_since is null) <> (id in (select used_uploads()))`)
    const old = await tx.query<{ id: string }>(sql`
      select id from uploads where unused_since < now() - make_interval(days => ${days})
      order by unused_since, id limit ${limit} for update skip locked`)
    return tx.run(sql`
      delete from uploads where id = any(${old.map(({ id }) => id)}::text[]) and id not in (select used_uploads())`)
  })
}
