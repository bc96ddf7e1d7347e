// Every SQL statement about the keys to which passwords are encrypted.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface PasswordKeyRow {
  kid: string
  publicKey: Record<string, unknown>
  sealed: Buffer
  /** Seconds since the epoch, by the database's clock. */
  now: number
}

/** The key to which browsers encrypt now. */
export function currentKey(db: Queryable): Promise<PasswordKeyRow | undefined> {
  return db.maybe<PasswordKeyRow>(sql`
    select kid, public_key as "publicKey", sealed, extract(epoch from now())::float8 as now
    from password_keys where retired_at is null`)
}

/** The key of this name, while what was encrypted to it is still taken. */
export function openingKey(db: Queryable, kid: string): Promise<PasswordKeyRow | undefined> {
  return db.maybe<PasswordKeyRow>(sql`
    select kid, public_key as "publicKey", sealed, extract(epoch from now())::float8 as now
    from password_keys where kid = ${kid} and (retired_at is null or retired_at > now() - interval '10 minutes')`)
}

/** Several processes may want to: one after the other. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('password keys', 0))`)
}

/** Retires the current key when it is older than this. */
export function retireKey(tx: Transaction, hours: number): Promise<number> {
  return tx.run(sql`
    update password_keys set retired_at = now() where retired_at is null and created_at <= now() - make_interval(hours => ${hours})`)
}

export function addKey(tx: Transaction, key: Omit<PasswordKeyRow, 'now'>): Promise<number> {
  return tx.run(sql`
    insert into password_keys (kid, public_key, sealed) values (${key.kid}, ${JSON.stringify(key.publicKey)}::jsonb, ${key.sealed})`)
}

export function forgetKeys(db: Queryable): Promise<number> {
  return db.run(sql`delete from password_keys where retired_at < now() - interval '1 day'`)
}
