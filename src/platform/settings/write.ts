// Changing a setting from a program; who did it is said by `latchkey.actor` of the transaction.
import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Setting } from './define.ts'

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
