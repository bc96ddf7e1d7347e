// The embedded PostgreSQL: a real server from the npm package, its data under DATA_DIR/postgres. It outlives its starter
// (pg_ctl makes it a daemon), so a `kill -9` of the shop leaves an orphan, which the next start simply takes over.
import { randomBytes } from 'node:crypto'
import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readOrCreateSecret } from '../crypto.ts'
import { exists } from '../exists.ts'
import { StartError } from '../start-error.ts'
import { endClient } from './connection.ts'
import { isMade, makeDatabase } from './embedded-first.ts'
import { holdServer, isUsedByOthers } from './embedded-hold.ts'
import { dropOldLogs } from './embedded-logs.ts'
import { prepareDatabase } from './embedded-role.ts'
import { CONNECTIONS, createEmbeddedServer, type EmbeddedServer } from './embedded-server.ts'
import { socketDirectory, socketUrlOf } from './embedded-socket.ts'
import { executor, findBinaries, serverUser } from './server-programs.ts'

export interface EmbeddedPostgres {
  /** Over TCP on loopback, as the shop's role: for tools. */
  url: string
  /** Over TCP on loopback, as superuser, to the maintenance database. */
  adminUrl: string
  /** Over the server's Unix socket, a fifth cheaper per statement; `url` again where the path is too long for one. */
  socketUrl: string
  /** Starts the server again if it died (idempotent). */
  ensureRunning(): Promise<void>
  /** Stops the server unless another Latchkey process (an import, say) still uses it. */
  stop(): Promise<void>
}

const stoppers = new Set<() => Promise<void>>()

/**
 * Stops every server that this process uses and nobody else does, without waiting for its end: for a process that must
 * go at once. Takes a second or two at most.
 */
export async function stopEmbeddedNow(): Promise<void> {
  await Promise.allSettled([...stoppers].map((stop) => stop()))
}

/** `connections`: how many it takes at once, if it does not run already. */
export async function startEmbedded(dataDir: string, connections = CONNECTIONS): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres')
  const { server, rolePassword } = await prepareServer(dataDir, home, connections)
  let hold: pg.Client | undefined
  let starting: Promise<void> = Promise.resolve()
  let isLeft = false

  async function ensureRunning() {
    for (let attempt = 1; ; attempt++) {
      starting = server.start()
      await starting
      hold ??= await holdServer(await server.url(), () => {
        hold = undefined
      })
      if (hold) return
      // It was stopped between our look and our hold.
      if (attempt >= 40) throw new StartError('the embedded database is stopped again and again by another process')
    }
  }

  async function stop() {
    leaveLogs()
    const own = hold
    if (!own) return
    try {
      isLeft = await isUsedByOthers(own)
      // Whoever starts now waits for the lock, loses its connection when the server stops, and starts it again.
      if (!isLeft) await server.stop()
      stoppers.delete(stopNow)
    } finally {
      await endClient(own)
    }
  }

  async function stopNow() {
    await Promise.race([starting.catch(() => {}), pause(2_000)])
    // No answer: nobody can use it, or it is stopping already.
    if (hold && !isLeft) isLeft = await Promise.race([isUsedByOthers(hold), pause(1_000, false)]).catch(() => false)
    if (!isLeft && (hold || server.isOurs)) await server.interrupt()
  }

  stoppers.add(stopNow)
  const leaveLogs = await dropOldLogs(home)
  try {
    await ensureRunning()
    const adminUrl = await server.url()
    if (!adminUrl) throw new StartError('the embedded database has no address')
    const port = Number(new URL(adminUrl).port)
    server.keepPort(port)
    await prepareDatabase(adminUrl, rolePassword)
    const url = `postgres://latchkey:${rolePassword}@127.0.0.1:${port}/latchkey`
    return { url, adminUrl, socketUrl: socketUrlOf(url, socketDirectory(home)), ensureRunning, stop }
  } catch (error) {
    if (hold) await stop().catch(() => {})
    else if (server.isOurs) await server.stop().catch(() => {})
    leaveLogs()
    stoppers.delete(stopNow)
    throw error
  }
}

/** Whether the data directory holds the data of an embedded server, running or not. */
export const hasEmbedded = (dataDir: string) => isMade(join(dataDir, 'postgres'))

/** Programs, secrets and a data folder, which is made when there is none. */
async function prepareServer(
  dataDir: string,
  home: string,
  connections: number,
): Promise<{ server: EmbeddedServer; rolePassword: string }> {
  const binaries = await findBinaries()
  const as = await serverUser()
  if (as) await refuseForeign(home, as.uid)
  const secret = () => randomBytes(24).toString('base64url')
  // A new password would not open what is there, and would hide that the old one is missing.
  if ((await hasEmbedded(dataDir)) && !(await exists(join(dataDir, 'secrets', 'postgres.password'))))
    throw new StartError(
      `${join(dataDir, 'secrets', 'postgres.password')} is missing: the database in ${home} does not open without it; bring it back from the backup`,
    )
  const password = await readOrCreateSecret(dataDir, 'postgres.password', secret)
  const rolePassword = await readOrCreateSecret(dataDir, 'latchkey.password', secret)

  if (!(await hasEmbedded(dataDir))) await makeDatabase(home, binaries, password, as)
  if (as) await chown(home, as.uid, as.gid)
  await chmod(home, 0o700)
  const exec = await executor(as, home, binaries.postgres)
  return { server: createEmbeddedServer(exec, binaries.pg_ctl, home, password, connections), rolePassword }
}

/** A shop of an ordinary user has its server as himself: root would take the folder from under it. Root's own is handed over. */
async function refuseForeign(home: string, uid: number): Promise<void> {
  const owner = (await stat(home).catch(() => undefined))?.uid
  if (owner && owner !== uid) throw new StartError(`${home} belongs to user ${owner}: run this as that user`)
}
