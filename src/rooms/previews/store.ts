// Every SQL statement about previews.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { FieldValue } from '#platform/field-changes.ts'

export interface PreviewRow {
  kind: 'product' | 'page'
  subject: string
  path: string
  locale: string
  said: Record<string, FieldValue>
  isDraft: boolean
  officeLocale: string
}

/** So long it can be seen. */
const OPEN = fragment`made_at > now() - interval '1 hour'`

export function addPreview(tx: Transaction, hash: Buffer, staffId: string, row: PreviewRow): Promise<number> {
  return tx.run(sql`
    insert into previews (token_hash, staff_id, kind, subject, path, locale, said, is_draft, office_locale)
    values (${hash}, ${staffId}, ${row.kind}, ${row.subject}, ${row.path}, ${row.locale}, ${JSON.stringify(row.said)}::jsonb,
      ${row.isDraft}, ${row.officeLocale})`)
}

/** All of a person but his newest. */
export function dropOlder(tx: Transaction, staffId: string, most: number): Promise<number> {
  return tx.run(sql`
    delete from previews where token_hash = any(array(
      select token_hash from previews where staff_id = ${staffId} order by made_at desc, token_hash offset ${most}))`)
}

/** Of whoever is let go none is open any more. */
export function previewBy(db: Queryable, hash: Buffer): Promise<PreviewRow | undefined> {
  return db.maybe<PreviewRow & Record<string, unknown>>(sql`
    select kind, subject, path, locale, said, is_draft as "isDraft", office_locale as "officeLocale"
    from previews where token_hash = ${hash} and ${OPEN}
      and exists (select from staff where staff.id = previews.staff_id and blocked_at is null)`)
}

export function forgetPreviews(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    delete from previews where token_hash = any(array(
      select token_hash from previews where not (${OPEN}) order by made_at, token_hash limit ${limit}))`)
}
