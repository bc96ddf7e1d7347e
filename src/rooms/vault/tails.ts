// Finding a key by what somebody read out of it: whole, or its last five characters. Keyed hashes are compared, so that no
// statement and no table has a part of a key.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import * as store from './tail-store.ts'

const TAIL = 5
const BYTES = 8
const AT_ONCE = 500
/** In one run of the job; the next goes on. */
const BATCHES = 100
/** No key: nothing is said by its end. */
const NONE = Buffer.alloc(0)

const lettersOf = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()

/** What a key is found by when its end is typed; empty for a key that is too short to be told by its end. */
export function tailOf(keyring: Keyring, key: string): Buffer {
  const letters = lettersOf(key)
  return letters.length < 2 * TAIL ? NONE : hashOf(keyring, letters.slice(-TAIL))
}

const hashOf = (keyring: Keyring, tail: string) => keyring.fingerprint('vault-tail', tail).subarray(0, BYTES)

/** Orders whose buyers have, or had, such a key, the latest first. `typed`: whole, or its last five letters and digits. */
export async function ordersByKey(db: Queryable, keyring: Keyring, typed: string): Promise<string[]> {
  const key = typed.trim()
  if (/^[A-Za-z0-9]{5}$/.test(key)) return store.ordersByTail(db, hashOf(keyring, key.toUpperCase()))
  const spellings = [...new Set([key, key.toUpperCase()])]
  return store.ordersByFingerprint(
    db,
    spellings.map((spelling) => keyring.fingerprint('vault-fingerprint', spelling)),
  )
}

/** Job: keys that were there before they could be found by their end. Whoever dies in between goes on where he was. */
export async function writeTails(db: Database, keyring: Keyring): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const rows = await store.withoutTail(db, AT_ONCE)
    if (rows.length === 0) return
    await store.setTails(
      db,
      rows.map(({ id, sealed, fingerprint }) => ({
        id,
        tail: tailOf(keyring, keyring.open('vault', sealed, fingerprint.toString('hex'))),
      })),
    )
  }
}
