// Who uses the embedded server holds it, so that nobody else stops it.
import pg from 'pg'
import { CONNECTION, endClient } from './connection.ts'

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
