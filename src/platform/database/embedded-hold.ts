// Who uses the embedded server holds it, so that nobody else stops it; and one shop at a time has its data directory.
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { CONNECTION, endClient } from './connection.ts'
import type { Listener } from './listen.ts'
import { withClient } from './patience.ts'

/**
 * Every process that uses the server holds this lock in share mode, on a connection of its own; who wants to stop the
 * server must get it alone. So no server is stopped under a shop that is just starting: asking the server who else is
 * connected, and then stopping it, lost that race in one of eight overlapping starts.
 */
const USE_LOCK = 1_281_455_210

/** A connection that holds the server; undefined when the server ends before it has it. */
export async function holdServer(url: string | undefined, onLost: () => void): Promise<pg.Client | undefined> {
  if (!url) return undefined
  const client = new pg.Client({
    ...CONNECTION,
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    application_name: 'latchkey hold',
    query_timeout: 5_000,
  })
  client.on('error', onLost)
  client.on('end', onLost)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [USE_LOCK])
    return client
  } catch {
    await endClient(client)
    return undefined
  }
}

/** Gives up the own hold; whether another process has one. */
export async function isUsedByOthers(own: pg.Client) {
  await own.query('select pg_advisory_unlock_shared($1)', [USE_LOCK])
  const { rows } = await own.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [USE_LOCK])
  return !rows[0]?.alone
}

/** One running shop per data directory; the lock goes with the session, however that ends. */
const DATA_DIR_LOCK = 1_281_455_212

const anotherRuns = (dataDir: string) => new StartError(`DATA_DIR: another shop is running with ${dataDir}`)

/** For as long as the listener's session lasts. Throws where another shop has it. */
export async function takeDataDir(dataDir: string, listener: Listener): Promise<void> {
  if (!(await listener.tryLock(DATA_DIR_LOCK))) throw anotherRuns(dataDir)
}

/** `work`, which would harm another shop that runs with it. Of two that start at once one is refused, here or at `takeDataDir`. */
export function aloneIn(dataDir: string, url: string, work: () => Promise<void>): Promise<void> {
  return withClient(url, 'latchkey hold', async (client) => {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [DATA_DIR_LOCK])
    if (!rows[0]?.ok) throw anotherRuns(dataDir)
    await work()
    // Its end alone would give it back a moment after `takeDataDir` asks for it.
    await client.query('select pg_advisory_unlock($1)', [DATA_DIR_LOCK])
  })
}
