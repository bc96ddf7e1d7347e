// A backup comes back, and nothing is sold twice (decision E8): what the journal tells of the time since is done again,
// and where it cannot be relied on, every key that was free then waits for the operator.
import { load, whileMarked } from '#platform/backup/load.ts'
import type { Manifest } from '#platform/backup/manifest.ts'
import { readManifest } from '#platform/backup/manifest.ts'
import type { Config } from '#platform/config.ts'
import { findKeyring } from '#platform/crypto.ts'
import { LONG_QUERY_MS } from '#platform/database/connection.ts'
import { type Database, openDatabase, type Transaction } from '#platform/database/database.ts'
import { knownMigrations, migrateTo } from '#platform/database/migrate.ts'
import { sql } from '#platform/database/sql.ts'
import { settleIn } from '#platform/events/store.ts'
import { journalFolders } from '#platform/journal.ts'
import { type JournalFound, readJournal, refuseEmpty } from '#platform/journal-reading.ts'
import { refuseLost } from '#platform/keyring-check.ts'
import type { Log } from '#platform/log.ts'
import { machineUser } from '#platform/machine-user.ts'
import { keysPlace, openDatabaseServer } from '#platform/platform.ts'
import { StartError } from '#platform/start-error.ts'
import { raiseAlert, resolveOthers } from '#rooms/alerts/hands.ts'
import { audit } from '#rooms/audit/hands.ts'
import { leaveNewsletter } from '#rooms/enquiries/hands.ts'
import { readErasure, replayErasures } from '#rooms/privacy/hands.ts'
import { endAllSessions } from '#rooms/sessions/hands.ts'
import { endAllStaffSessions } from '#rooms/staff/hands.ts'
import { keepSold, ordersGone, rememberSold, retireSold, withholdFree } from '#rooms/vault/hands.ts'

export interface RestoreOptions {
  /** The backup's folder. */
  folder: string
  /** Replace what is in the database. */
  force: boolean
  /** Where further files of the journal lie. */
  journals: string[]
  /** The operator knows that the journal goes on until the shop stopped. */
  trustJournal: boolean
  /** Who does it; without it the user of this machine. */
  by?: string | undefined
  /** It ends at its next step then, unless all that is left is to tell what happened since. */
  stopping?: AbortSignal | undefined
}

export interface Restored {
  manifest: Manifest
  journal: JournalFound
  /** Sold after the backup, and never to be sold again. */
  retired: number
  /** Ids of orders that were sold keys after the backup and are not in it. */
  ordersGone: string[]
  /** Closed their accounts after the backup: they are gone again. */
  erased: number
  /** Held back until `npm run keys -- release`. */
  withheld: number
}

export async function restore(config: Config, log: Log, options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(options.folder, options.stopping)
  await refuseUnknown(manifest)
  await refuseEmpty(options.journals)
  const keyring = await findKeyring(config.dataDir, config.vaultKeys)
  const place = keysPlace(config)
  if (!keyring && manifest.keyring.length > 0)
    throw new StartError(`${place}: the keys of this shop are not there: put them back first`)
  if (keyring) refuseLost(manifest.keyring, keyring, place)
  const folders = [...journalFolders(config), ...options.journals]
  // Filling takes long: what ended just now has not ended long ago.
  const began = new Date()
  const server = await openDatabaseServer(config, { begins: true })
  try {
    const { folder, force, stopping } = options
    await load(server.directUrl, manifest, { folder, force, stopping })
    // Only now nobody writes it any more: the database is marked, and no shop runs on it.
    const journal = await whileMarked(() => readJournal(folders, manifest, began))
    // What is replayed is written in the words of now, and so is what becomes of it when the shop is opened.
    const now = new Set((await knownMigrations()).map(({ createdAt }) => createdAt))
    await whileMarked(() => migrateTo(server.directUrl, now))
    const db = openDatabase(server.directUrl, { log, size: 2, name: 'latchkey restore', queryMs: LONG_QUERY_MS })
    try {
      // Of another server's events every row changes, and a start has no such time. The replay ends the restore, so it comes last.
      await whileMarked(() => settleIn(db))
      const replayed = await whileMarked(() => replay(db, journal, manifest, options))
      return { manifest, journal, ...replayed }
    } finally {
      await db.close()
    }
  } finally {
    await server.embedded?.stop()
  }
}

async function refuseUnknown(manifest: Manifest): Promise<void> {
  const known = new Map((await knownMigrations()).map(({ createdAt, hash }) => [createdAt, hash]))
  if (manifest.migrations.some(({ createdAt, hash }) => known.get(createdAt) !== hash))
    throw new StartError('the backup is of another or a newer version of the shop: restore it with that version')
}

const CHUNK = 5_000

/** One transaction, which also takes away the mark that keeps shops from starting. */
function replay(
  db: Database,
  journal: JournalFound,
  { takenAt }: Manifest,
  { trustJournal: trusted, by }: RestoreOptions,
): Promise<Pick<Restored, 'retired' | 'ordersGone' | 'erased' | 'withheld'>> {
  return db.transaction(async (tx) => {
    const { retired, gone } = await replaySales(tx, journal)
    await keepSold(tx)
    // Each place of the journal tells of the same ones.
    const told = new Set(journal.entries.filter(({ kind }) => kind === 'erasure').map(({ value }) => value))
    const erasures = [...told].map(readErasure)
    let erased = 0
    for (let at = 0; at < erasures.length; at += CHUNK)
      erased += await replayErasures(tx, erasures.slice(at, at + CHUNK))
    // Also who has come back to the newsletter since: he is missed there rather than mailed against his will.
    const left = journal.entries.filter(({ kind }) => kind === 'newsletter').map(({ value }) => value)
    for (let at = 0; at < left.length; at += CHUNK) await leaveNewsletter(tx, left.slice(at, at + CHUNK))
    const withheld = journal.gap === undefined || trusted ? 0 : await withholdFree(tx)
    if (withheld > 0)
      await raiseAlert(tx, { kind: 'restore.withheld', subject: 'keys', details: { keys: withheld, why: journal.gap } })
    if (journal.gap !== undefined && !trusted)
      await raiseAlert(tx, { kind: 'restore.erasures', subject: 'members', details: { why: journal.gap } })
    // They name jobs by numbers that these have no more: those that are dead are told anew.
    await resolveOthers(tx, 'job.dead', [])
    const subject = { kind: 'backup', id: takenAt } as const
    await audit(tx, { by: { machineUser: machineUser(by) }, act: 'backup.restore', subject })
    await endRestore(tx, journal)
    return { retired, ordersGone: gone, erased, withheld }
  })
}

/** Orders that an alert, which is mailed, names at most. The command names all. */
const NAMED = 50

/** What was sold since is not sold again, and of which orders nobody knows any more is told. */
async function replaySales(tx: Transaction, journal: JournalFound): Promise<{ retired: number; gone: string[] }> {
  let retired = 0
  const gone = new Set<string>()
  const sold = journal.entries.filter(({ kind }) => kind === 'key').map(({ value }) => value.split(' '))
  for (let at = 0; at < sold.length; at += CHUNK) {
    const chunk = sold.slice(at, at + CHUNK)
    const fingerprints = chunk.map(([fingerprint]) => fingerprint!)
    const orderIds = chunk.map(([, orderId]) => orderId!)
    retired += await retireSold(tx, fingerprints, orderIds)
    retired += await rememberSold(tx, fingerprints)
    for (const id of await ordersGone(tx, orderIds)) gone.add(id)
  }
  if (gone.size > 0)
    await raiseAlert(tx, {
      kind: 'restore.ordersGone',
      subject: 'orders',
      details: { count: gone.size, orders: [...gone].slice(0, NAMED) },
    })
  return { retired, gone: [...gone] }
}

async function endRestore(tx: Transaction, journal: JournalFound): Promise<void> {
  // Who was signed out since the backup would be signed in again, and so would whoever he was signed out for (decision A8).
  await endAllSessions(tx)
  await endAllStaffSessions(tx)
  await tx.run(sql`update journal set batch = greatest(batch, ${journal.batch})`)
  await tx.run(sql`drop schema latchkey_restore`)
}
