// What is sealed, wherever it lies, exchanged for the same sealed with another key: statements of `npm run keys -- reseal` alone.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface SealedRow {
  id: string
  sealed: Buffer
  /** What its seal is bound to. */
  bind: string
}

/** Keys that another key of the ring than `newest` (its short name) sealed, in id order after `after`. */
export function keysSealedOtherwise(db: Queryable, newest: string, after: string | null, limit: number) {
  return db.query<SealedRow>(sql`
    select id::text, sealed, encode(fingerprint, 'hex') as bind from vault_keys
    where id > coalesce(${after}::bigint, 0) and substr(sealed, 2, 4) <> decode(${newest}, 'hex')
    order by vault_keys.id limit ${limit}`)
}

/** Exchanges the seals that are still the ones that were read. Locks in id order, as everybody does. */
export function resealKeys(db: Queryable, rows: (SealedRow & { again: Buffer })[]): Promise<number> {
  return db.run(sql`
    with given as (
      select * from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.sealed)}::bytea[],
        ${rows.map((row) => row.again)}::bytea[]) as g(id, sealed, again)
    ), locked as (
      select k.id from vault_keys k where k.id = any(${rows.map((row) => row.id)}::bigint[]) order by k.id for update
    )
    update vault_keys k set sealed = g.again from given g, locked l where k.id = g.id and l.id = g.id and k.sealed = g.sealed`)
}

export function mailsSealedOtherwise(db: Queryable, newest: string, after: string | null, limit: number) {
  return db.query<SealedRow>(sql`
    select id::text, sealed, id::text as bind from mails
    where (${after}::uuid is null or id > ${after}::uuid) and substr(sealed, 2, 4) <> decode(${newest}, 'hex')
    order by mails.id limit ${limit}`)
}

export function resealMails(db: Queryable, rows: (SealedRow & { again: Buffer })[]): Promise<number> {
  return db.run(sql`
    update mails m set sealed = g.again
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.sealed)}::bytea[],
      ${rows.map((row) => row.again)}::bytea[]) as g(id, sealed, again)
    where m.id = g.id and m.sealed = g.sealed`)
}

export function authenticatorsSealedOtherwise(db: Queryable, newest: string, after: string | null, limit: number) {
  return db.query<SealedRow>(sql`
    select member_id::text as id, sealed, member_id::text as bind from totp_secrets
    where (${after}::uuid is null or member_id > ${after}::uuid) and substr(sealed, 2, 4) <> decode(${newest}, 'hex')
    order by totp_secrets.member_id limit ${limit}`)
}

export function resealAuthenticators(db: Queryable, rows: (SealedRow & { again: Buffer })[]): Promise<number> {
  return db.run(sql`
    update totp_secrets t set sealed = g.again
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.sealed)}::bytea[],
      ${rows.map((row) => row.again)}::bytea[]) as g(id, sealed, again)
    where t.member_id = g.id and t.sealed = g.sealed`)
}

/** Authenticator secrets of people who work in the shop that are sealed under an older key. */
export function staffAuthenticatorsSealedOtherwise(db: Queryable, newest: string, after: string | null, limit: number) {
  return db.query<SealedRow>(sql`
    select staff_id::text as id, sealed, staff_id::text as bind from staff_authenticators
    where (${after}::uuid is null or staff_id > ${after}::uuid) and substr(sealed, 2, 4) <> decode(${newest}, 'hex')
    order by staff_authenticators.staff_id limit ${limit}`)
}

export function resealStaffAuthenticators(db: Queryable, rows: (SealedRow & { again: Buffer })[]): Promise<number> {
  return db.run(sql`
    update staff_authenticators t set sealed = g.again
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.sealed)}::bytea[],
      ${rows.map((row) => row.again)}::bytea[]) as g(id, sealed, again)
    where t.staff_id = g.id and t.sealed = g.sealed`)
}
