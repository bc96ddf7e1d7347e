// The embedded server as a daemon: where it listens, how it is started and stopped.
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { CONNECTION, endClient } from './connection.ts'
import { disown, isTaken, type PidFile, readPidFile, runsOn } from './embedded-pid.ts'
import { socketDirectory } from './embedded-socket.ts'
import { littleRoom } from './little-room.ts'
import { type Exec, lastLine } from './server-programs.ts'

// Modest memory, no JIT (every query is short), no replication: this is the server of one small machine.
const SETTINGS = {
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  jit: 'off',
  // Every statement finds its rows by an index whatever its values are; planning it anew each time costs more than it does.
  plan_cache_mode: 'force_generic_plan',
  // A plan that was made when its table was empty reads all of it; new statistics make it anew. The default looks once a minute.
  autovacuum_naptime: '5s',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // A failed statement's text and parameters could hold what no log may.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // A client that is gone (its process was killed, its query given up) is noticed while its statement still runs.
  client_connection_check_interval: '5s',
  // Its log begins anew every day and every 10 MB; `dropOldLogs` keeps the newest ten.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'server-%Y%m%d-%H%M%S.log',
  log_rotation_age: '1d',
  log_rotation_size: '10MB',
}

export type EmbeddedServer = ReturnType<typeof createEmbeddedServer>

/** How many it takes at once unless more are asked for. */
export const CONNECTIONS = 100

/** `connections`: how many it takes at once. */
export function createEmbeddedServer(exec: Exec, pgCtl: string, home: string, password: string, connections: number) {
  let lastPort: number | undefined
  let isOurs = false
  const url = async () => {
    const file = await readPidFile(home)
    return file && urlOf(file, password)
  }

  /** Unless it runs already. */
  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (await isServed(home, password)) return
      const port = lastPort ?? (await freePort())
      const unix_socket_directories = socketDirectory(home)
      const own = { max_connections: String(connections), unix_socket_directories, port: String(port) }
      const settings = Object.entries({ ...SETTINGS, ...own }).map(([name, value]) => `-c ${name}='${value}'`)
      try {
        // pg_ctl hands both paths to a shell in double quotes, in which a dollar sign still means something.
        const paths = ['-D', '.', '-l', 'server.log']
        await exec(pgCtl, ['start', ...paths, '-w', '-t', '60', '-s', '-o', settings.join(' ')], { folder: home })
        isOurs = true
        return
      } catch (error) {
        // A rival starter may have won, or the children of a killed server may still be leaving the shared memory.
        if (attempt >= 40) throw await notStarted(home, error)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
  }

  return {
    /** Whether the server that runs was started by us; then it must not be left behind by a start that fails. */
    get isOurs() {
      return isOurs
    },
    /** As superuser, to the maintenance database; undefined: there is no postmaster.pid, so no server runs on the folder. */
    url,
    start,

    /** Once its address was given out it stays: pools and listeners come back to where they were. */
    keepPort(port: number): void {
      lastPort = port
    },

    stop: () =>
      exec(pgCtl, ['stop', '-D', home, '-m', 'fast', '-w', '-t', '20', '-s']).catch((error) => {
        throw new StartError(`the embedded database did not stop: ${lastLine(error)}`)
      }),

    /** Without waiting for its end. */
    async interrupt(): Promise<void> {
      const file = await readPidFile(home)
      // PostgreSQL's word for: end all sessions and stop.
      if (file) process.kill(file.pid, 'SIGINT')
    },
  }
}

/** What to say of a start that came to nothing. */
export async function notStarted(home: string, error: unknown): Promise<StartError> {
  const file = await readPidFile(home)
  const named = file ? `; if process ${file.pid} is no PostgreSQL, remove ${file.path}` : ''
  const logs = `see ${join(home, 'server.log')} and ${join(home, 'log')}`
  const room = await littleRoom(home)
  return new StartError(
    `the embedded database does not start: ${logs} (${lastLine(error)})${named}${room ? `; ${room}` : ''}`,
  )
}

const urlOf = ({ port }: PidFile, password: string) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

/** Whether a server that runs on this folder answers. What names another one there is put out of PostgreSQL's way. */
async function isServed(home: string, password: string): Promise<boolean> {
  const file = await readPidFile(home)
  if (!file) return false
  const answer = await ask(urlOf(file, password), home)
  if (answer === 'ours') return true
  const runs = await runsOn(home, file)
  if (answer === 'silent' && runs !== false) return true
  // It is there, and its password is not the one in our data directory.
  if (answer === 'locked' && runs !== false)
    throw new StartError(
      'DATA_DIR: secrets/postgres.password does not open the database that lies in postgres/: bring back the two that belong together',
    )
  // Where nobody answers it may run in another container, which this one neither reaches nor sees: it is gone for sure only if
  // the machine was started since.
  const isForeign = answer === 'other' ? runs !== true : runs === false && (answer === 'locked' || file.isOfBefore)
  if (isForeign && isTaken(file)) await disown(home, file)
  return false
}

/**
 * `other`: a server of another folder, of which this one may be a copy, password and all. `silent`: it lets us in and does not say
 * which it is, as where the disk is full.
 */
async function ask(url: string, home: string): Promise<'ours' | 'other' | 'silent' | 'locked' | 'nobody'> {
  const client = new pg.Client({
    ...CONNECTION,
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const isSeen = await sees(client, home).catch(() => undefined)
    return isSeen === undefined ? 'silent' : isSeen ? 'ours' : 'other'
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28P01') return 'locked'
    // 57P03: it is starting up or replaying its log after a crash: it is there, and will answer in a moment.
    if (code === '57P03') {
      await new Promise((resolve) => setTimeout(resolve, 250))
      return ask(url, home)
    }
    return 'nobody'
  } finally {
    await endClient(client)
  }
}

/** What it calls its folder (`data_directory`) is a name, which the folder may have lost to a copy of it. */
async function sees(client: pg.Client, home: string): Promise<boolean> {
  const name = `latchkey-${randomBytes(9).toString('hex')}`
  await writeFile(join(home, name), '')
  try {
    const { rows } = await client.query('select (pg_stat_file($1, true)).size is not null as seen', [name])
    return rows[0].seen
  } finally {
    await rm(join(home, name), { force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
