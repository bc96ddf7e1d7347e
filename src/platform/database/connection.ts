// What all connections have in common: a host that vanishes without a word (a cut cable, a machine without power) is
// noticed, and giving up a connection never waits for it.
import type pg from 'pg'

/** A connection that stands idle is tried every ten seconds; one that answers no more is closed ten seconds later. */
export const CONNECTION = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 }

/**
 * For a session that holds locks for long: a machine that lost its power says no goodbye, and the server lets go of what it
 * held after a minute, not after two hours. Not through a pooler.
 */
export const NOTICE_LOSS =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/** No statement of the shop takes as long; one that does has no database any more. */
export const QUERY_MS = 20_000
/** The limit of a statement of a command, which may go over a whole catalogue. */
export const LONG_QUERY_MS = 900_000

/**
 * What nobody waits for any more is ended by the server, too: its session, with whatever it locks and reads, lasts only a little
 * longer than its caller's patience.
 */
const serverLimit = (queryMs: number) => Math.ceil(queryMs * 1.5)

/**
 * What the operator allows a role or a database counts where it is less. Not for commands, whose statements take as long as a
 * catalogue is large.
 */
function limitOf(queryMs: number): string {
  const ours = serverLimit(queryMs)
  const theirs = `nullif(extract(epoch from current_setting('statement_timeout')::interval) * 1000, 0)::int`
  return queryMs > QUERY_MS ? `'${ours}'` : `least(${theirs}, ${ours})::text`
}

const limited = new WeakSet<pg.ClientBase>()

/**
 * For a pool's `onConnect`. A session behind a pooler is told nothing, for it is others' too, with limits of their own: a pooler
 * answers with a process number of its own invention.
 */
export const limitStatements = (queryMs: number) => async (client: pg.ClientBase) => {
  const { processID } = client as unknown as { processID: number | null }
  const { rowCount } = await client.query(
    `select set_config('statement_timeout', ${limitOf(queryMs)}, false) where pg_backend_pid() = $1`,
    [processID],
  )
  if (rowCount === 1) limited.add(client)
}

/** What a transaction begins with, for its own time: behind a pooler it has a session for itself. Nothing where the session is limited. */
export const limitWithin = (client: pg.ClientBase, queryMs: number): string =>
  limited.has(client) ? '' : `; select set_config('statement_timeout', ${limitOf(queryMs)}, true)`

/** A session that was opened while the database was read-only stays so, whatever the database is now. */
const READ_ONLY = '25006'
/** Its disk has no room: what is there can be read, and what is written is taken again once somebody has made room. */
const DISK_FULL = '53100'

const AWAY_CODES = new Set([
  READ_ONLY, DISK_FULL, '57P01', '57P02', '57P03', '53300', '55000', '08000', '08001', '08003', '08004', '08006', '08P01',
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT',
]) // biome-ignore format: a list of words
const AWAY_WORDS =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|server conn crashed|query_wait_timeout)/

/** It was not even asked: it is known to answer nobody now. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  constructor() {
    super('the database is away')
  }
}

/** Whether a statement failed because the database cannot be reached or written now: later it may succeed as it is. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAway) return true
  const { code, message, syscall } = error as NodeJS.ErrnoException
  // A missing file is no missing database; its socket is.
  if (code === 'ENOENT') return syscall === 'connect'
  return AWAY_CODES.has(code ?? '') || AWAY_WORDS.test(message)
}

/** Who asked for it may ask again then: it is looked for all the while. */
export const AWAY_RETRY_SECONDS = 5

const END_MS = 2_000

/** Says goodbye, and hangs up when nobody hears it. */
export async function endClient(client: pg.Client | pg.PoolClient): Promise<void> {
  const hangUp = setTimeout(() => hangUpOn(client), END_MS)
  try {
    await (client as pg.Client).end()
  } catch {
  } finally {
    clearTimeout(hangUp)
  }
}

/** Closes the connection without a word. */
export function hangUpOn(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Ends a pool within seconds, also when its host is gone. */
export async function endPool(pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>): Promise<void> {
  if (pool.ended || pool.ending) return
  const hangUp = setTimeout(() => {
    for (const client of clients) hangUpOn(client)
  }, END_MS)
  try {
    await pool.end()
  } finally {
    clearTimeout(hangUp)
  }
}

/** The connections that a pool has now. */
export function clientsOf(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection that breaks while it is used fails its query by itself; the event only must not go unheard.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => void clients.delete(client))
  return clients
}
