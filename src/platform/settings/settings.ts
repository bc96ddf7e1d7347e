// The settings as this process holds them: read again as soon as one was changed, by whomever.
import type { Database } from '../database/database.ts'
import { type Kept, keep } from '../database/kept.ts'
import type { Listener } from '../database/listen.ts'
import { sql } from '../database/sql.ts'
import type { Log } from '../log.ts'
import type { AnySetting, Setting } from './define.ts'

export interface Settings {
  /** What counts now. */
  read<T>(setting: Setting<T>): T
  /** The text of a public setting; undefined where there is none of this key. */
  publicText(key: string): string | undefined
  /** All that rooms declare. */
  readonly declared: readonly AnySetting[]
}

export interface OpenSettings extends Settings {
  /** Settings whose text is none that they take, a line each. */
  notes(): string[]
  close(): Promise<void>
}

export interface SettingsOptions {
  db: Database
  listener: Listener
  log: Log
  /** After a change was read. */
  onChange: () => void
}

/** NOTIFY of this channel says that the table has changed. */
export const SETTINGS_CHANNEL = 'settings'

/** Writes what a new shop starts with for those that the database does not hold, and changes nothing that is there. */
export async function fillSettings(db: Database, settings: readonly AnySetting[]): Promise<void> {
  const twice = settings.find(({ key }, at) => settings.findIndex((other) => other.key === key) < at)
  if (twice) throw new Error(`the setting ${twice.key} is declared twice`)
  const [keys, initial] = [settings.map(({ key }) => key), settings.map((setting) => setting.initial)]
  await db.run(sql`
    insert into settings (key, value) select * from unnest(${keys}::text[], ${initial}::text[])
    on conflict (key) do nothing`)
}

interface Read {
  texts: Map<string, string>
  values: Map<string, unknown>
  wrong: string[]
}

export async function openSettings(
  declared: readonly AnySetting[],
  { db, listener, log, onChange }: SettingsOptions,
): Promise<OpenSettings> {
  const told = new Set<string>()

  async function read(): Promise<Read> {
    const rows = await db.query<{ key: string; value: string }>(
      sql`select key, value from settings where key = any(${declared.map(({ key }) => key)}::text[]) order by key`,
    )
    const found = new Map(rows.map(({ key, value }) => [key, value]))
    const all: Read = { texts: new Map(), values: new Map(), wrong: [] }
    for (const { key, schema, initial } of declared) {
      const parsed = schema.safeParse(found.get(key) ?? initial)
      all.texts.set(key, parsed.success ? (found.get(key) ?? initial) : initial)
      all.values.set(key, parsed.success ? parsed.data : schema.parse(initial))
      if (!parsed.success) all.wrong.push(`setting ${key}: what stands there cannot be, so ${initial} counts`)
    }
    for (const line of all.wrong.filter((one) => !told.has(one))) log.warn(line)
    for (const line of all.wrong) told.add(line)
    return all
  }

  const kept: Kept<Read> = await keep({ name: 'settings', listener, channel: SETTINGS_CHANNEL, read, onChange, log })
  return {
    declared,
    read: <T>({ key }: Setting<T>) => {
      if (!kept.now.values.has(key)) throw new Error(`the setting ${key} is declared by no room`)
      return kept.now.values.get(key) as T
    },
    publicText: (key) =>
      declared.some((setting) => setting.key === key && setting.isPublic) ? kept.now.texts.get(key) : undefined,
    notes: () => [...kept.now.wrong, ...(kept.behindSince ? ['settings: what changed cannot be read'] : [])],
    close: kept.close,
  }
}
