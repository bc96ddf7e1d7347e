// Changing a setting from a program; who did it is said by `latchkey.actor` of the transaction.
import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { AnySetting, Setting } from './define.ts'

/** Throws where the setting does not take this text. */
export async function writeSetting<T>(tx: Transaction, { key, schema }: Setting<T>, text: string): Promise<void> {
  schema.parse(text)
  await tx.run(sql`
    insert into settings (key, value) values (${key}, ${text}) on conflict (key) do update set value = excluded.value`)
}

/** The text that stands there. */
export async function settingText<T>(db: Queryable, { key, initial }: Setting<T>): Promise<string> {
  const row = await db.maybe<{ value: string }>(sql`select value from settings where key = ${key}`)
  return row?.value ?? initial
}

/** The text that stands there, locked: nobody else changes it until the transaction ends. */
export const lockedText = async <T>(tx: Transaction, setting: Setting<T>): Promise<string> =>
  (await lockedTexts(tx, [setting]))(setting)

/** The same of several at once. */
export async function lockedTexts(
  tx: Transaction,
  settings: readonly AnySetting[],
): Promise<(setting: AnySetting) => string> {
  const rows = await tx.query<{ key: string; value: string }>(sql`
    select key, value from settings where key = any(${settings.map(({ key }) => key)}::text[]) order by key for update`)
  return (setting) => rows.find(({ key }) => key === setting.key)?.value ?? setting.initial
}

export interface StoredSetting {
  key: string
  value: string
  /** Null: as the shop began with it. */
  changedAt: Date | null
  changedBy: string | null
}

/** What stands there, and who changed it last. */
export function storedSettings(db: Queryable, keys: readonly string[]): Promise<StoredSetting[]> {
  return db.query<StoredSetting & Record<string, unknown>>(sql`
    select s.key, s.value, c.at as "changedAt", c.actor as "changedBy" from settings s
    left join lateral (
      select at, actor, before from setting_changes where key = s.key order by id desc limit 1
    ) c on c.before is not null
    where s.key = any(${[...keys]}::text[]) order by s.key`)
}

/** Said of what this transaction changes. */
export function nameActor(tx: Transaction, actor: string): Promise<number> {
  return tx.run(sql`select set_config('latchkey.actor', ${actor}, true)`)
}
