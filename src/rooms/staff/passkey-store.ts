// Every SQL statement about the passkeys of people who work here, and their challenges.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { KnownPasskey, Occasion, PasskeyRow } from '#rooms/webauthn/hands.ts'
import { CHALLENGE_MINUTES, MOST_PASSKEYS } from '#rooms/webauthn/limits.ts'

export function addChallenge(
  db: Queryable,
  { hash, purpose, sessionId }: Occasion & { hash: Buffer },
): Promise<number> {
  return db.run(sql`
    insert into staff_passkey_challenges (hash, purpose, session_id)
    values (${hash}, ${purpose}, ${sessionId ?? null}::uuid)`)
}

/** Uses a challenge up, whatever it was made for; true: it waited for this answer. */
export async function takeChallenge(
  db: Queryable,
  { hash, purpose, sessionId }: Occasion & { hash: Buffer },
): Promise<boolean> {
  const taken = await db.maybe<{ fits: boolean }>(sql`
    delete from staff_passkey_challenges where hash = ${hash}
    returning purpose = ${purpose} and session_id is not distinct from ${sessionId ?? null}::uuid
      and created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as fits`)
  return taken?.fits ?? false
}

/** Those that nobody answered in time. */
export function forgetChallenges(db: Queryable): Promise<number> {
  return db.run(sql`
    delete from staff_passkey_challenges where created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES})`)
}

/** Under which handle his devices know him; it is made when it is first asked for. */
export async function handleOf(db: Queryable, staffId: string, fresh: Buffer): Promise<Buffer> {
  const { handle } = await db.one<{ handle: Buffer }>(sql`
    insert into staff_passkey_handles as h (staff_id, handle) values (${staffId}, ${fresh})
    on conflict (staff_id) do update set handle = h.handle returning handle`)
  return handle
}

const COLUMNS = fragment`id, credential_id as "credentialId", rp_id as "rpId", transports, name, synced,
  created_at as "createdAt", used_at as "usedAt", doubted_at as "doubtedAt"`

/** All of his, the oldest first. */
export function passkeysOf(db: Queryable, staffId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow & Record<string, unknown>>(sql`
    select ${COLUMNS} from staff_passkeys where staff_id = ${staffId} order by created_at, id limit ${MOST_PASSKEYS}`)
}

export interface NewPasskey {
  id: string
  staffId: string
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
  return tx.maybe<PasskeyRow & Record<string, unknown>>(sql`
    insert into staff_passkeys
      (id, staff_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    values (${p.id}, ${p.staffId}, ${p.credentialId}, ${p.publicKey}, ${p.rpId}, ${p.transports}::text[], ${p.name},
      ${p.signCount}, ${p.synced})
    on conflict (credential_id) do nothing returning ${COLUMNS}`)
}

/** Whose passkey has this credential id, while it is believed. A member's is none of these. */
export function passkeyByCredential(
  db: Queryable,
  { credentialId, rpId }: { credentialId: Buffer; rpId: string },
): Promise<KnownPasskey | undefined> {
  return db.maybe<KnownPasskey & Record<string, unknown>>(sql`
    select p.id, p.staff_id as "ownerId", h.handle, p.public_key as "publicKey"
    from staff_passkeys p join staff_passkey_handles h using (staff_id)
    where p.credential_id = ${credentialId} and p.rp_id = ${rpId} and p.doubted_at is null`)
}

/** Notes a use, and holds it until the transaction ends; 0: it was removed, or its counter is not ahead of the last. */
export function noteUse(tx: Transaction, id: string, at: { signCount: number; synced: boolean }): Promise<number> {
  return tx.run(sql`
    update staff_passkeys set used_at = now(), sign_count = ${at.signCount}, synced = ${at.synced}
    where id = ${id} and doubted_at is null
      and (sign_count < ${at.signCount}::bigint or (sign_count = 0 and ${at.signCount}::bigint = 0))`)
}

/** Its counter stands still or goes backwards: it is believed no more; undefined: that was so already, or it is gone. */
export function doubt(tx: Transaction, id: string): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`
    update staff_passkeys set doubted_at = now() where id = ${id} and doubted_at is null returning name`)
}

/** What it was called until now; undefined: he has none of this id. */
export function renamePasskey(
  tx: Transaction,
  of: { id: string; staffId: string; name: string },
): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`
    update staff_passkeys p set name = ${of.name} from staff_passkeys was
    where p.id = ${of.id} and p.staff_id = ${of.staffId} and was.id = p.id returning was.name`)
}

/** One of his; undefined: he has none of this id. */
export function removePasskey(
  tx: Transaction,
  of: { id: string; staffId: string },
): Promise<{ name: string } | undefined> {
  return tx.maybe<{ name: string }>(sql`
    delete from staff_passkeys where id = ${of.id} and staff_id = ${of.staffId} returning name`)
}

/** All of his; answers what they were called, the oldest first. */
export async function removeAll(tx: Transaction, staffId: string): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    with gone as (delete from staff_passkeys where staff_id = ${staffId} returning name, created_at, id)
    select name from gone order by created_at, id`)
  return rows.map(({ name }) => name)
}
