// Every SQL statement by which people of the office change the shop's pages and how it is reached.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'

export interface InfoRow {
  type: number
  content: Localized
  /** The text as it stands: two who saw the same saw this. */
  seen: string
  updatedAt: Date
  /** Null: nobody of the office. */
  changedBy: string | null
}

export function infoRows(db: Queryable, types: readonly number[]): Promise<InfoRow[]> {
  return db.query<InfoRow & Record<string, unknown>>(sql`
    select type, content, content::text as seen, updated_at as "updatedAt", changed_by as "changedBy"
    from website_infos where type = any(${[...types]}::int[]) order by type`)
}

export function lockInfo(tx: Transaction, type: number): Promise<InfoRow | undefined> {
  return tx.maybe<InfoRow & Record<string, unknown>>(sql`
    select type, content, content::text as seen, updated_at as "updatedAt", changed_by as "changedBy"
    from website_infos where type = ${type} for update`)
}

export function changeInfo(tx: Transaction, type: number, content: Localized, by: string): Promise<number> {
  return tx.run(sql`
    update website_infos set content = ${JSON.stringify(content)}::jsonb, updated_at = now(), changed_by = ${by}
    where type = ${type}`)
}

/** 0: there is one already. */
export function addInfo(tx: Transaction, type: number, content: Localized, by: string): Promise<number> {
  return tx.run(sql`
    insert into website_infos (type, content, changed_by) values (${type}, ${JSON.stringify(content)}::jsonb, ${by})
    on conflict (type) do nothing`)
}
