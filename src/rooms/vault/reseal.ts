// What is sealed and is to last, sealed again with the newest key, beside a running shop: afterwards the older keys may be
// dropped. Files of lists and links into the office, which last for a day, are left. Small batches, each a transaction of
// its own; whoever was sealed meanwhile or before is left alone, so it may end at any moment and be run again.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { resealFingerprintKeys, type SealedRows, sealedRows } from '#platform/keyring-check.ts'
import * as store from './reseal-store.ts'

const BATCH = 200

export interface Resealing {
  keys: number
  mails: number
  /** Secrets of authenticator apps, of members and of people who work here. */
  authenticators: number
  /** What is still sealed with an older key: by a process that does not know the newest, or since this one ended early. */
  left: SealedRows[]
}

export async function reseal(db: Database, keyring: Keyring, stopping?: AbortSignal): Promise<Resealing> {
  const newest = keyring.ids[0]!
  await resealFingerprintKeys(db, keyring)
  const sealAnew = <R extends store.SealedRow>(purpose: Sealed, next: Next<R>, write: Write<R>) =>
    inBatches(
      stopping,
      (after) => next(db, newest, after, BATCH),
      (rows) =>
        write(
          db,
          rows.map((row) => ({ ...row, again: sealAgain(keyring, purpose, row.sealed, row.bind) })),
        ),
    )
  const keys = await sealAnew('vault', store.keysSealedOtherwise, store.resealKeys)
  const mails = await sealAnew('mail', store.mailsSealedOtherwise, store.resealMails)
  const ofMembers = await sealAnew('totp', store.authenticatorsSealedOtherwise, store.resealAuthenticators)
  const ofStaff = await sealAnew(
    'staff-totp',
    store.staffAuthenticatorsSealedOtherwise,
    store.resealStaffAuthenticators,
  )
  const left = (await sealedRows(db)).filter(({ id }) => id !== newest)
  return { keys, mails, authenticators: ofMembers + ofStaff, left }
}

type Sealed = 'vault' | 'mail' | 'totp' | 'staff-totp'
type Next<R> = (db: Queryable, newest: string, after: string | null, limit: number) => Promise<R[]>
type Write<R> = (db: Queryable, rows: (R & { again: Buffer })[]) => Promise<number>

const sealAgain = (keyring: Keyring, purpose: Sealed, sealed: Buffer, bind: string) =>
  keyring.seal(purpose, keyring.open(purpose, sealed, bind), bind)

async function inBatches<R extends store.SealedRow>(
  stopping: AbortSignal | undefined,
  next: (after: string | null) => Promise<R[]>,
  write: (rows: R[]) => Promise<number>,
): Promise<number> {
  let done = 0
  for (let after: string | null = null; !stopping?.aborted; ) {
    const rows = await next(after)
    if (rows.length === 0) break
    done += await write(rows)
    after = rows.at(-1)!.id
  }
  return done
}
