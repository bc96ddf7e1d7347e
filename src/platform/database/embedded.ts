// The embedded PostgreSQL: a real server from the npm package, its data under DATA_DIR/postgres. It outlives its starter
// (pg_ctl makes it a daemon), so a `kill -9` of the shop leaves an orphan, which the next start simply takes over.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readOrCreateSecret } from '../crypto.ts'
import { CONNECTION, endClient } from './connection.ts'
import { prepareDatabase } from './embedded-role.ts'
import { socketDirectory, socketUrlOf } from './embedded-socket.ts'
import { executor, findBinaries, initialise, lastLine, StartError, serverUser } from './server-programs.ts'

/**
 * Every process that uses the server holds this lock in share mode, on a connection of its own; who wants to stop the
 * server must get it alone. So no server is stopped under a shop that is just starting: asking the server who else is
 * connected, and then stopping it, lost that race in one of eight overlapping starts.
 */
const USE_LOCK = 1_281_455_210

export interface EmbeddedPostgres {
  /** Over TCP on loopback, as the shop's role: for tools. */
  url: string
  /** The same as superuser, to the maintenance database. */
  adminUrl: string
  /** Over the server's Unix socket, a fifth cheaper per statement; `url` again where the path is too long for one. */
  socketUrl: string
  /** Starts the server again if it died (idempotent). */
  ensureRunning(): Promise<void>
  /** Stops the server unless another Latchkey process (an import, say) still uses it. */
  stop(): Promise<void>
}

// Modest memory, no JIT (every query is short), no replication: this is the server of one small machine.
const SETTINGS = {
  max_connections: '100',
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

const LOGS_KEPT = 10
const LOGS_LOOKED_AT_MS = 600_000

const stoppers = new Set<() => Promise<void>>()

/**
 * Stops every server that this process uses and nobody else does, without waiting for its end: for a process that must
 * go at once. Takes a second or two at most.
 */
export async function stopEmbeddedNow(): Promise<void> {
  await Promise.allSettled([...stoppers].map((stop) => stop()))
}

export async function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const as = await serverUser()
  const secret = () => randomBytes(24).toString('base64url')
  // A new password would not open what is there, and would hide that the old one is missing.
  if ((await exists(join(home, 'PG_VERSION'))) && !(await exists(join(dataDir, 'secrets', 'postgres.password'))))
    throw new StartError(
      `${join(dataDir, 'secrets', 'postgres.password')} is missing: the database in ${home} does not open without it; bring it back from the backup`,
    )
  const password = await readOrCreateSecret(dataDir, 'postgres.password', secret)
  const rolePassword = await readOrCreateSecret(dataDir, 'latchkey.password', secret)

  await mkdir(home, { recursive: true, mode: 0o700 })
  if (as) await chown(home, as.uid, as.gid)
  await chmod(home, 0o700)
  const exec = await executor(as, home, binaries.postgres)

  if (!(await exists(join(home, 'PG_VERSION')))) await initialise(exec, binaries.initdb, home, password, as)

  // Once its address was given out it stays: pools and listeners come back to where they were.
  let lastPort: number | undefined

  let hold: pg.Client | undefined
  /** Whether the server that runs was started by us; then it must not be left behind by a start that fails. */
  let isOurs = false
  let starting: Promise<void> = Promise.resolve()
  let isLeft = false

  async function ensureRunning() {
    for (let attempt = 1; ; attempt++) {
      starting = start()
      await starting
      hold ??= await holdServer(await urlOf(home, password), () => {
        hold = undefined
      })
      if (hold) return
      // It was stopped between our look and our hold.
      if (attempt >= 40) throw new StartError('the embedded database is stopped again and again by another process')
    }
  }

  async function start() {
    for (let attempt = 1; ; attempt++) {
      if (await isReachable(await urlOf(home, password))) return
      const port = lastPort ?? (await freePort())
      const unix_socket_directories = socketDirectory(home)
      const settings = Object.entries({ ...SETTINGS, unix_socket_directories, port: String(port) }).map(
        ([name, value]) => `-c ${name}='${value}'`,
      )
      try {
        await exec(binaries.pg_ctl, [
          'start',
          '-D',
          home,
          '-w',
          '-t',
          '60',
          '-s',
          '-l',
          join(home, 'server.log'),
          '-o',
          settings.join(' '),
        ])
        isOurs = true
        return
      } catch (error) {
        // A rival starter may have won, or the children of a killed server may still be leaving the shared memory.
        if (attempt >= 40)
          throw new StartError(
            `the embedded database does not start: see ${join(home, 'server.log')} and ${join(home, 'log')} (${lastLine(error)})`,
          )
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
  }

  const stopServer = () =>
    exec(binaries.pg_ctl, ['stop', '-D', home, '-m', 'fast', '-w', '-t', '20', '-s']).catch((error) => {
      throw new StartError(`the embedded database did not stop: ${lastLine(error)}`)
    })

  async function isUsedByOthers(own: pg.Client) {
    await own.query('select pg_advisory_unlock_shared($1)', [USE_LOCK])
    const { rows } = await own.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [USE_LOCK])
    return !rows[0]?.alone
  }

  async function stop() {
    clearInterval(logs)
    const own = hold
    if (!own) return
    try {
      isLeft = await isUsedByOthers(own)
      // Whoever starts now waits for the lock, loses its connection when the server stops, and starts it again.
      if (!isLeft) await stopServer()
      stoppers.delete(stopNow)
    } finally {
      await endClient(own)
    }
  }

  async function stopNow() {
    await Promise.race([starting.catch(() => {}), pause(2_000)])
    // No answer: nobody can use it, or it is stopping already.
    if (hold && !isLeft) isLeft = await Promise.race([isUsedByOthers(hold), pause(1_000, false)]).catch(() => false)
    if (isLeft || !(hold || isOurs)) return
    const pid = Number((await readFile(join(home, 'postmaster.pid'), 'utf8')).split('\n')[0])
    // PostgreSQL's word for: end all sessions and stop.
    if (pid > 0) process.kill(pid, 'SIGINT')
  }

  stoppers.add(stopNow)
  const logs = setInterval(() => void dropOldLogs(home), LOGS_LOOKED_AT_MS).unref()
  await dropOldLogs(home)
  let adminUrl: string | undefined
  try {
    await ensureRunning()
    adminUrl = await urlOf(home, password)
    if (!adminUrl) throw new StartError('the embedded database has no address')
    lastPort = Number(new URL(adminUrl).port)
    await prepareDatabase(adminUrl, rolePassword)
  } catch (error) {
    if (hold) await stop().catch(() => {})
    else if (isOurs) await stopServer().catch(() => {})
    clearInterval(logs)
    stoppers.delete(stopNow)
    throw error
  }
  const url = `postgres://latchkey:${rolePassword}@127.0.0.1:${lastPort}/latchkey`
  return {
    url,
    adminUrl,
    socketUrl: socketUrlOf(url, socketDirectory(home)),
    ensureRunning,
    stop,
  }
}

/** PostgreSQL begins new files and removes none. */
async function dropOldLogs(home: string): Promise<void> {
  const folder = join(home, 'log')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^server-\d{8}-\d{6}\.log$/.test(name))
  for (const name of names.sort().slice(0, -LOGS_KEPT)) await rm(join(folder, name), { force: true })
}

/** The running (or last) server's address, from the file that PostgreSQL keeps while it runs: line 4 is the port. */
async function urlOf(home: string, password: string): Promise<string | undefined> {
  try {
    const port = Number((await readFile(join(home, 'postmaster.pid'), 'utf8')).split('\n')[3])
    return port ? `postgres://postgres:${password}@127.0.0.1:${port}/postgres` : undefined
  } catch {
    return undefined
  }
}

async function isReachable(url: string | undefined): Promise<boolean> {
  if (!url) return false
  const client = new pg.Client({ ...CONNECTION, connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01: it is there, and its password is not the one in our data directory.
    if ((error as { code?: string }).code === '28P01')
      throw new StartError(
        'DATA_DIR: secrets/postgres.password does not open the database that lies in postgres/: bring back the two that belong together',
      )
    // 57P03: it is starting up or replaying its log after a crash: it is there, and will answer in a moment.
    if ((error as { code?: string }).code === '57P03') {
      await new Promise((resolve) => setTimeout(resolve, 250))
      return isReachable(url)
    }
    return false
  } finally {
    await endClient(client)
  }
}

/** A connection that holds the server; undefined when the server ends before it has it. */
async function holdServer(url: string | undefined, onLost: () => void): Promise<pg.Client | undefined> {
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

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
