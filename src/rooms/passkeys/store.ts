// Every SQL statement about passkeys and their challenges.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { KnownPasskey, Occasion, PasskeyRow } from '#rooms/webauthn/hands.ts'
import { CHALLENGE_MINUTES } from '#rooms/webauthn/limits.ts'

/** `sessionId`: whose answer counts; undefined: anybody's. */
export function addChallenge(
  db: Queryable,
  { hash, purpose, sessionId }: Occasion & { hash: Buffer },
): Promise<number> {
  return db.run(sql`
    insert into passkey_challenges (hash, purpose, session_id) values (${hash}, ${purpose}, ${sessionId ?? null}::uuid)`)
}

/** Uses a challenge up, whatever it was made for; true: it waited for this answer. */
export async function takeChallenge(
  db: Queryable,
  { hash, purpose, sessionId }: Occasion & { hash: Buffer },
): Promise<boolean> {
  const taken = await db.maybe<{ fits: boolean }>(sql`
    delete from passkey_challenges where hash = ${hash}
    returning purpose = ${purpose} and session_id is not distinct from ${sessionId ?? null}::uuid
      and created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as fits`)
  return taken?.fits ?? false
}

/** Those that nobody answered in time. */
export function forgetChallenges(db: Queryable): Promise<number> {
  return db.run(sql`
    delete from passkey_challenges where created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES})`)
}

/** Under which handle the member's devices know him; it is made when it is first asked for, and held by a transaction. */
export async function handleOf(db: Queryable, memberId: string, fresh: Buffer): Promise<Buffer> {
  const { handle } = await db.one<{ handle: Buffer }>(sql`
    insert into passkey_handles as h (member_id, handle) values (${memberId}, ${fresh})
    on conflict (member_id) do update set handle = h.handle returning handle`)
  return handle
}

const COLUMNS = fragment`id, credential_id as "credentialId", rp_id as "rpId", transports, name, synced,
  created_at as "createdAt", used_at as "usedAt", doubted_at as "doubtedAt"`

/** A member's, the oldest first. */
export function passkeysOf(
  db: Queryable,
  memberId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(sql`
    select ${COLUMNS} from passkeys
    where member_id = ${memberId} order by created_at, id limit ${limit} offset ${offset}`)
}

export async function countPasskeys(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from passkeys where member_id = ${memberId}`)
  return count
}

export interface NewPasskey {
  id: string
  memberId: string
  credentialId: Buffer
  publicKey: Buffer
  rpId: string
  transports: string[]
  name: string
  signCount: number
  synced: boolean
}

/** Undefined: a passkey of this id is there already, whoever's it is. */
export function addPasskey(tx: Transaction, p: NewPasskey): Promise<PasskeyRow | undefined> {
  return tx.maybe<PasskeyRow>(sql`
    insert into passkeys (id, member_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    values (${p.id}, ${p.memberId}, ${p.credentialId}, ${p.publicKey}, ${p.rpId}, ${p.transports}::text[], ${p.name},
      ${p.signCount}, ${p.synced})
    on conflict (credential_id) do nothing returning ${COLUMNS}`)
}

/** Whose passkey has this credential id, while it is believed. */
export function passkeyByCredential(
  db: Queryable,
  { credentialId, rpId }: { credentialId: Buffer; rpId: string },
): Promise<KnownPasskey | undefined> {
  return db.maybe<KnownPasskey>(sql`
    select p.id, p.member_id as "ownerId", h.handle, p.public_key as "publicKey"
    from passkeys p join passkey_handles h using (member_id)
    where p.credential_id = ${credentialId} and p.rp_id = ${rpId} and p.doubted_at is null`)
}

/** Notes a use, and holds it until the transaction ends; 0: it was removed, or its counter is not ahead of the last. */
export function noteUse(tx: Transaction, id: string, at: { signCount: number; synced: boolean }): Promise<number> {
  return tx.run(sql`
    update passkeys set used_at = now(), sign_count = ${at.signCount}, synced = ${at.synced}
    where id = ${id} and doubted_at is null and (sign_count < ${at.signCount}::bigint or (sign_count = 0 and ${at.signCount}::bigint = 0))`)
}

/** Its counter stands still or goes backwards: it is believed no more; undefined: that was so already, or it is gone. */
export function doubt(tx: Transaction, id: string): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`
    update passkeys set doubted_at = now() where id = ${id} and doubted_at is null returning name`)
}

/** One of this member's; 0: he has none of this id. */
export function renamePasskey(db: Queryable, of: { id: string; memberId: string; name: string }): Promise<number> {
  return db.run(sql`update passkeys set name = ${of.name} where id = ${of.id} and member_id = ${of.memberId}`)
}

/** One of this member's; undefined: he has none of this id. */
export function removePasskey(
  tx: Transaction,
  of: { id: string; memberId: string },
): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`
    delete from passkeys where id = ${of.id} and member_id = ${of.memberId} returning name`)
}

/** All of a member's; answers what they were called, the oldest first. */
export async function removeAll(tx: Transaction, memberId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    with gone as (delete from passkeys where member_id = ${memberId} returning name, created_at, id)
    select name from gone order by created_at, id`)
  return rows.map(({ name }) => name)
}

/** His account closes. Challenges go with his sessions. */
export async function forgetMember(tx: Transaction, memberId: string): Promise<void> {
  await removeAll(tx, memberId)
  await tx.run(sql`delete from passkey_handles where member_id = ${memberId}`)
}
