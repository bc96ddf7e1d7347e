// Everything that is sealed, sealed again with the newest key, beside a running shop: afterwards the older keys may be
// dropped. Small batches, each a transaction of its own; whoever was sealed meanwhile or before is left alone, so it may
// end at any moment and be run again.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { resealFingerprintKeys, type SealedRows, sealedRows } from '#platform/keyring-check.ts'
import * as store from './store.ts'

const BATCH = 200

export interface Resealing {
  keys: number
  mails: number
  authenticators: number
  /** What is still sealed with an older key: by a process that does not know the newest, or since this one ended early. */
  left: SealedRows[]
}

export async function reseal(db: Database, keyring: Keyring, stopping?: AbortSignal): Promise<Resealing> {
  const newest = keyring.ids[0]!
  await resealFingerprintKeys(db, keyring)
  const keys = await inBatches(
    stopping,
    (after) => store.keysSealedOtherwise(db, newest, after, BATCH),
    (rows) =>
      store.resealKeys(
        db,
        rows.map((row) => ({ ...row, again: sealAgain(keyring, 'vault', row.sealed, row.bind) })),
      ),
  )
  const mails = await inBatches(
    stopping,
    (after) => store.mailsSealedOtherwise(db, newest, after, BATCH),
    (rows) =>
      store.resealMails(
        db,
        rows.map((row) => ({ ...row, again: sealAgain(keyring, 'mail', row.sealed, row.bind) })),
      ),
  )
  const authenticators = await inBatches(
    stopping,
    (after) => store.authenticatorsSealedOtherwise(db, newest, after, BATCH),
    (rows) =>
      store.resealAuthenticators(
        db,
        rows.map((row) => ({ ...row, again: sealAgain(keyring, 'totp', row.sealed, row.bind) })),
      ),
  )
  const left = (await sealedRows(db)).filter(({ id }) => id !== newest)
  return { keys, mails, authenticators, left }
}

const sealAgain = (keyring: Keyring, purpose: 'vault' | 'mail' | 'totp', sealed: Buffer, bind: string) =>
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
