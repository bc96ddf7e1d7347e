// Every SQL statement about passkeys and their challenges, whoever's they are.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { type Fragment, fragment, sql } from '#platform/database/sql.ts'
import { CHALLENGE_MINUTES, MOST_PASSKEYS } from './limits.ts'
import type { PasskeyRow } from './shown.ts'

/** What one kind of people has its own of, by name; another kind's passkeys are not in them. */
export interface PasskeyTables {
  passkeys: Fragment
  handles: Fragment
  challenges: Fragment
  /** The column that says whose a passkey or a handle is. */
  owner: Fragment
}

/** What a challenge was made for, and in whose session; undefined: anybody's, for he is about to sign in. */
export interface Occasion {
  purpose: 'add' | 'login' | 'prove'
  sessionId: string | undefined
}

export interface KnownPasskey {
  id: string
  ownerId: string
  /** Under which its owner's devices know him. */
  handle: Buffer
  publicKey: Buffer
}

interface NewPasskey {
  id: string
  ownerId: string
  credentialId: Buffer
  publicKey: Buffer
  rpId: string
  transports: string[]
  name: string
  signCount: number
  synced: boolean
}

const COLUMNS = fragment`id, credential_id as "credentialId", rp_id as "rpId", transports, name, synced,
  created_at as "createdAt", used_at as "usedAt", doubted_at as "doubtedAt"`

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

export function createPasskeyStore({ passkeys, handles, challenges, owner }: PasskeyTables) {
  return {
    /** `sessionId`: whose answer counts; undefined: anybody's. */
    addChallenge: (db: Queryable, { hash, purpose, sessionId }: Occasion & { hash: Buffer }): Promise<number> =>
      db.run(sql`
        insert into ${challenges} (hash, purpose, session_id) values (${hash}, ${purpose}, ${sessionId ?? null}::uuid)`),

    /** Uses a challenge up, whatever it was made for; true: it waited for this answer. */
    async takeChallenge(db: Queryable, { hash, purpose, sessionId }: Occasion & { hash: Buffer }): Promise<boolean> {
      const taken = await db.maybe<{ fits: boolean }>(sql`
        delete from ${challenges} where hash = ${hash}
        returning purpose = ${purpose} and session_id is not distinct from ${sessionId ?? null}::uuid
          and created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as fits`)
      return taken?.fits ?? false
    },

    /** Those that nobody answered in time. */
    forgetChallenges: (db: Queryable): Promise<number> =>
      db.run(sql`delete from ${challenges} where created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES})`),

    /** Under which handle the owner's devices know him; it is made when it is first asked for, and held by a transaction. */
    async handleOf(db: Queryable, ownerId: string, fresh: Buffer): Promise<Buffer> {
      const { handle } = await db.one<{ handle: Buffer }>(sql`
        insert into ${handles} as h (${owner}, handle) values (${ownerId}, ${fresh})
        on conflict (${owner}) do update set handle = h.handle returning handle`)
      return handle
    },

    /** An owner's, the oldest first; he has no more than `MOST_PASSKEYS`. */
    passkeysOf: (
      db: Queryable,
      ownerId: string,
      { offset, limit } = { offset: 0, limit: MOST_PASSKEYS },
    ): Promise<PasskeyRow[]> =>
      db.query<PasskeyRow & Record<string, unknown>>(sql`
        select ${COLUMNS} from ${passkeys}
        where ${owner} = ${ownerId} order by created_at, id limit ${limit} offset ${offset}`),

    async countPasskeys(db: Queryable, ownerId: string): Promise<number> {
      const { count } = await db.one<{ count: number }>(sql`
        select count(*)::int as count from ${passkeys} where ${owner} = ${ownerId}`)
      return count
    },

    /** Undefined: a passkey of this id is there already, whoever's it is. */
    addPasskey: (tx: Transaction, p: NewPasskey): Promise<PasskeyRow | undefined> =>
      tx.maybe<PasskeyRow & Record<string, unknown>>(sql`
        insert into ${passkeys} (id, ${owner}, credential_id, public_key, rp_id, transports, name, sign_count, synced)
        values (${p.id}, ${p.ownerId}, ${p.credentialId}, ${p.publicKey}, ${p.rpId}, ${p.transports}::text[], ${p.name},
          ${p.signCount}, ${p.synced})
        on conflict (credential_id) do nothing returning ${COLUMNS}`),

    /** Whose passkey has this credential id, while it is believed. */
    passkeyByCredential: (
      db: Queryable,
      { credentialId, rpId }: { credentialId: Buffer; rpId: string },
    ): Promise<KnownPasskey | undefined> =>
      db.maybe<KnownPasskey & Record<string, unknown>>(sql`
        select p.id, p.${owner} as "ownerId", h.handle, p.public_key as "publicKey"
        from ${passkeys} p join ${handles} h using (${owner})
        where p.credential_id = ${credentialId} and p.rp_id = ${rpId} and p.doubted_at is null`),

    /** Notes a use, and holds it until the transaction ends; 0: it was removed, or its counter is not ahead of the last. */
    noteUse: (tx: Transaction, id: string, at: { signCount: number; synced: boolean }): Promise<number> =>
      tx.run(sql`
        update ${passkeys} set used_at = now(), sign_count = ${at.signCount}, synced = ${at.synced}
        where id = ${id} and doubted_at is null
          and (sign_count < ${at.signCount}::bigint or (sign_count = 0 and ${at.signCount}::bigint = 0))`),

    /** Its counter stands still or goes backwards: it is believed no more; undefined: that was so already, or it is gone. */
    doubt: (tx: Transaction, id: string): Promise<{ name: string } | undefined> =>
      tx.maybe<{ name: string }>(sql`
        update ${passkeys} set doubted_at = now() where id = ${id} and doubted_at is null returning name`),

    /** What it was called until now; undefined: he has none of this id. */
    renamePasskey: (
      db: Queryable,
      of: { id: string; ownerId: string; name: string },
    ): Promise<{ name: string } | undefined> =>
      db.maybe<{ name: string }>(sql`
        update ${passkeys} p set name = ${of.name} from ${passkeys} was
        where p.id = ${of.id} and p.${owner} = ${of.ownerId} and was.id = p.id returning was.name`),

    /** One of his; undefined: he has none of this id. */
    removePasskey: (tx: Transaction, of: { id: string; ownerId: string }): Promise<{ name: string } | undefined> =>
      tx.maybe<{ name: string }>(sql`
        delete from ${passkeys} where id = ${of.id} and ${owner} = ${of.ownerId} returning name`),

    /** All of his; answers what they were called, the oldest first. */
    async removeAll(tx: Transaction, ownerId: string): Promise<string[]> {
      const rows = await tx.query<{ name: string }>(sql`
        with gone as (delete from ${passkeys} where ${owner} = ${ownerId} returning name, created_at, id)
        select name from gone order by created_at, id`)
      return rows.map(({ name }) => name)
    },
  }
}
