// What a pooler takes away is found at the start, before anything is locked or changed, and not by a shopper: a session
// (LISTEN, locks) where the shop needs one, and prepared statements. So is a server that has fewer connections than are taken.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { CONNECTION, endClient } from './connection.ts'

export interface Sessions {
  /** Perhaps through a pooler. */
  url: string
  /** For what needs a session of its own. */
  directUrl: string
  /** Whether statements over `url` are prepared once per connection. */
  prepared: boolean
  /** Connections that this process may take at once; a tool that takes a few says nothing. */
  takes?: Taken
}

export interface Taken {
  /** Over `url`. */
  pooled: number
  /** Over `directUrl`. */
  direct: number
}

const QUERY_MS = 5_000

/** Throws StartError that says which variable to set. */
export async function proveSessions({ url, directUrl, prepared, takes }: Sessions): Promise<void> {
  const [direct, first, second] = [directUrl, url, url].map(startClient) as [pg.Client, pg.Client, pg.Client]
  try {
    await direct.connect()
    await first.connect()
    await proveListen(direct, first)
    const pooled = await isPooled(first)
    // How many a pooler opens is its own affair.
    if (takes) await proveRoom(direct, takes.direct + (pooled ? 0 : takes.pooled))
    if (prepared && pooled) {
      await second.connect()
      await provePrepared(first, second)
    }
  } finally {
    await Promise.all([direct, first, second].map(endClient))
  }
}

/** It tells its session nothing, which may be a pooler's. */
export function startClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    ...CONNECTION,
    connectionString,
    application_name: 'latchkey start',
    query_timeout: QUERY_MS,
  })
  client.on('error', () => {})
  return client
}

/** A pooler in transaction mode takes `listen` and never delivers: prices would be stale and locks held by nobody. */
async function proveListen(direct: pg.Client, telling: pg.Client): Promise<void> {
  // A channel of its own: behind a pooler the server's session goes on listening, for whoever gets it next.
  const channel = `latchkey_${randomUUID().replaceAll('-', '')}`
  const heard = Promise.withResolvers<boolean>()
  direct.on('notification', (message) => {
    if (message.channel === channel) heard.resolve(true)
  })
  await direct.query(`listen ${channel}`)
  await telling.query('select pg_notify($1, $2)', [channel, ''])
  const timer = setTimeout(() => heard.resolve(false), QUERY_MS)
  const isHeard = await heard.promise
  clearTimeout(timer)
  if (!isHeard)
    throw new StartError(
      'DATABASE_DIRECT_URL: what DATABASE_URL tells (NOTIFY) is not heard on this connection: behind a pooler in transaction mode it must be the address of the server itself',
    )
}

/** Else the shop would run until it is busy, and then answer some visitors that it cannot be reached. */
async function proveRoom(client: pg.Client, taken: number): Promise<void> {
  // `reserved_connections` exists from PostgreSQL 16 on; -1: no limit of the role, of the database.
  const { rows } = await client.query<{ room: number }>(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as room`)
  const { room } = rows[0]!
  if (taken > room)
    throw new StartError(
      `DATABASE_POOL: this process takes up to ${taken} connections, and the database has room for ${room}: lower DATABASE_POOL or WORKER_CONCURRENCY, or raise the limit there`,
    )
}

/** A pooler answers with a process number of its own invention, for it cannot know which server process it will use. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID
}

const PREPARED_IN_VAIN = new Set(['26000', '42P05'])
/** Others may use the pooler meanwhile, so that both are given different server sessions: then the next round shows it. */
const ROUNDS = 10

/** Two clients share server sessions: one finds the other's statement there, or misses its own. */
async function provePrepared(first: pg.Client, second: pg.Client): Promise<void> {
  const name = `latchkey_${randomUUID()}`
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const client of [first, second]) await client.query({ name, text: 'select 1' })
  } catch (error) {
    if (!PREPARED_IN_VAIN.has((error as { code?: string }).code ?? '')) throw error
    throw new StartError(
      'DATABASE_URL: this pooler forgets prepared statements (pgbouncer before 1.21, or with max_prepared_statements = 0): set DATABASE_PREPARED=off',
    )
  }
}
