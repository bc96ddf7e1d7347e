// Every SQL statement about secrets of authenticator apps and recovery codes.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface SecretRow {
  sealed: Buffer
  enabledAt: Date | null
  /** Seconds since the epoch, by the database's clock. */
  now: number
}

export function secretOf(db: Queryable, memberId: string): Promise<SecretRow | undefined> {
  return db.maybe<SecretRow>(sql`
    select sealed, enabled_at as "enabledAt", extract(epoch from now())::float8 as now
    from totp_secrets where member_id = ${memberId}`)
}

/** Keeps a secret that is not in use yet, in place of one before; 0: the member uses one. */
export function keepSecret(db: Queryable, memberId: string, sealed: Buffer): Promise<number> {
  return db.run(sql`
    insert into totp_secrets as t (member_id, sealed) values (${memberId}, ${sealed})
    on conflict (member_id) do update set sealed = excluded.sealed, created_at = now() where t.enabled_at is null`)
}

/** This secret is in use from now on; 0: it was replaced, or is in use already. */
export function enable(tx: Transaction, memberId: string, of: { sealed: Buffer; step: number }): Promise<number> {
  return tx.run(sql`
    update totp_secrets set enabled_at = now(), last_step = ${of.step}
    where member_id = ${memberId} and sealed = ${of.sealed} and enabled_at is null`)
}

/** Uses up all codes to this step; 0: that was done already. */
export function takeStep(tx: Transaction, memberId: string, step: number): Promise<number> {
  return tx.run(sql`
    update totp_secrets set last_step = ${step}
    where member_id = ${memberId} and enabled_at is not null and last_step < ${step}`)
}

/** Locks the member's secret while it is in use; false: it is not. */
export async function lockSecret(tx: Transaction, memberId: string): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 from totp_secrets where member_id = ${memberId} and enabled_at is not null for update`)
  return row !== undefined
}

export async function replaceRecoveryCodes(tx: Transaction, memberId: string, hashes: Buffer[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where member_id = ${memberId}`)
  await tx.run(sql`
    insert into recovery_codes (member_id, hash) select ${memberId}, h from unnest(${hashes}::bytea[]) as h`)
}

/** Uses up this code; 0: it was used, or is none of his. */
export function takeRecoveryCode(tx: Transaction, memberId: string, hash: Buffer): Promise<number> {
  return tx.run(sql`
    update recovery_codes set used_at = now() where member_id = ${memberId} and hash = ${hash} and used_at is null`)
}

export async function countRecoveryCodes(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from recovery_codes where member_id = ${memberId} and used_at is null`)
  return count
}

/** Both go: off, or the account closes. */
export async function forgetMember(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`delete from totp_secrets where member_id = ${memberId}`)
  await tx.run(sql`delete from recovery_codes where member_id = ${memberId}`)
}

/**
 * What was set up since then goes; an older app stays its member's, and so do recovery codes that are older. `secret`,
 * `codes`: whether there was anything to go that was in use.
 */
export async function endYounger(
  tx: Transaction,
  memberId: string,
  since: string,
): Promise<{ secret: boolean; codes: boolean }> {
  const secrets = await tx.query<{ wasOn: boolean }>(sql`
    delete from totp_secrets where member_id = ${memberId} and (enabled_at is null or enabled_at > ${since}::timestamptz)
    returning enabled_at is not null as "wasOn"`)
  const codes = await tx.run(sql`
    delete from recovery_codes c where member_id = ${memberId} and (made_at > ${since}::timestamptz
      or not exists (select 1 from totp_secrets t where t.member_id = c.member_id))`)
  return { secret: secrets.some(({ wasOn }) => wasOn), codes: codes > 0 }
}

/** Secrets that nobody confirmed with a code. */
export function forgetUnconfirmed(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from totp_secrets where member_id = any(array(
      select member_id from totp_secrets where enabled_at is null and created_at < now() - make_interval(days => ${days})
      order by created_at, member_id limit ${limit} for update skip locked))`)
}
