// The keyring and the database belong together: a shop that cannot open the keys that it has would sell what it cannot
// deliver. So the database remembers which keys ever sealed something in it, and a shop without one that is still needed
// does not start (decision E6).
import type { Keyring, Purpose } from './crypto.ts'
import type { Database, Queryable } from './database/database.ts'
import { sql } from './database/sql.ts'
import { StartError } from './start-error.ts'

/**
 * `where` says in the refusal where the operator has his keys. `kept`: the purposes of which fingerprints or links are kept
 * for longer than a day; those that were fixed before are used in any case.
 */
export async function checkKeyring(
  db: Database,
  keyring: Keyring,
  { where, kept }: { where: string; kept: readonly Purpose[] },
): Promise<void> {
  await db.run(sql`insert into keyring_keys (id) values (${keyring.ids[0]!}) on conflict do nothing`)
  // A key is remembered for good: a process that was not told of its successor may seal with it after everything else was
  // sealed anew, so one that was dropped is looked for on every start. Counting takes far longer: only a refusal does it.
  const lost = await db.query(sql`select id from keyring_keys where not id = any(${keyring.ids}::text[]) limit 1`)
  if (lost.length > 0 && (await isSealedBeside(db, keyring.ids))) refuseLost(await sealedRows(db), keyring, where)
  await fixFingerprints(db, keyring, { where, kept })
}

export interface SealedRows {
  /** The key's short name. */
  id: string
  what: string
  rows: number
}

/** Whether anything is sealed by another key than these (short names). */
async function isSealedBeside(db: Database, ids: readonly string[]): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(
    sql`select is_sealed_beside(${ids.map((id) => Buffer.from(id, 'hex'))}::bytea[]) as found`,
  )
  return found
}

/** What is sealed now, by key. A key that stands nowhere here may be dropped. */
export function sealedRows(db: Queryable): Promise<SealedRows[]> {
  return db.query<SealedRows>(sql`select id, what, rows from sealed_rows() order by id, what limit 1000`)
}

/** Throws StartError when something is sealed by a key that is not in the ring. */
export function refuseLost(sealed: SealedRows[], keyring: Keyring, where: string): void {
  const lost = sealed.filter(({ id }) => !keyring.ids.includes(id))
  if (lost.length === 0) return
  const missing = lost.map(({ id, what, rows }) => `only key ${id} opens ${what} (${rows})`).join(', ')
  throw new StartError(
    `${where}: a key is missing: ${missing}; put it back behind the newest, nothing is sold without it`,
  )
}

/** Fingerprints are made with keys that the database keeps, first made from the ring's oldest, sealed by its newest. */
async function fixFingerprints(
  db: Database,
  keyring: Keyring,
  { where, kept }: { where: string; kept: readonly Purpose[] },
): Promise<void> {
  for (const purpose of kept) {
    const sealed = keyring.seal('fingerprint-key', keyring.fingerprintKey(purpose).toString('base64'), purpose)
    await db.run(
      sql`insert into fingerprint_keys (purpose, sealed) values (${purpose}, ${sealed}) on conflict do nothing`,
    )
  }
  for (const { purpose, sealed } of await fingerprintKeys(db)) {
    if (!keyring.knows(sealed)) {
      if (await isSealedBeside(db, []))
        throw new StartError(`${where}: a key is missing that finds duplicates; put it back behind the newest`)
      // Nothing is here that could be a duplicate: a shop that begins anew with another keyring.
      await db.run(sql`delete from fingerprint_keys where purpose = ${purpose} and sealed = ${sealed}`)
      return fixFingerprints(db, keyring, { where, kept })
    }
    keyring.fixFingerprints(purpose, Buffer.from(keyring.open('fingerprint-key', sealed, purpose), 'base64'))
  }
}

const fingerprintKeys = (db: Queryable) =>
  db.query<{ purpose: Purpose; sealed: Buffer }>(
    sql`select purpose, sealed from fingerprint_keys order by purpose limit 100`,
  )

/** Seals the keys of fingerprints with the newest key of the ring. */
export async function resealFingerprintKeys(db: Database, keyring: Keyring): Promise<void> {
  for (const { purpose, sealed } of await fingerprintKeys(db)) {
    const again = keyring.seal('fingerprint-key', keyring.open('fingerprint-key', sealed, purpose), purpose)
    await db.run(sql`update fingerprint_keys set sealed = ${again} where purpose = ${purpose} and sealed = ${sealed}`)
  }
}
