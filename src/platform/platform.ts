// What every room stands on, opened in order and closed in reverse.
import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { type Keyring, loadKeyring, type Purpose } from './crypto.ts'
import { LONG_QUERY_MS, QUERY_MS } from './database/connection.ts'
import { type Database, openDatabase } from './database/database.ts'
import { type EmbeddedPostgres, hasEmbedded, startEmbedded } from './database/embedded.ts'
import { aloneIn } from './database/embedded-hold.ts'
import { CONNECTIONS } from './database/embedded-server.ts'
import { findSchema, isUnused, makeSchema, migrate } from './database/migrate.ts'
import { proveSessions, type Taken } from './database/sessions.ts'
import { endInTurn } from './ends.ts'
import { checkKeyring } from './keyring-check.ts'
import type { Log } from './log.ts'
import { makeFolder } from './make-folder.ts'
import { StartError } from './start-error.ts'

export interface Ground {
  config: Config
  log: Log
  db: Database
  keyring: Keyring
  /** Perhaps through a pooler. */
  url: string
  /** For what needs a session of its own: LISTEN, migrations. */
  directUrl: string
  embedded: EmbeddedPostgres | undefined
  close(): Promise<void>
}

/** For what works on a shop that is there: whoever forgot DATA_DIR, or mistyped it, would else get an empty shop of its own. */
export const noShop = ({ databaseUrl, dataDir }: Config) =>
  new StartError(
    `there is no shop in ${databaseUrl ? 'the database of DATABASE_URL' : `DATA_DIR ${dataDir}`}: is it the right one? \`npm start\` makes one`,
  )

/**
 * Whether a start makes a shop that is not there yet. Of another database it alone can tell: a container without a volume has a new
 * DATA_DIR each time. Throws StartError for the operator.
 */
export async function isFirst({ databaseUrl, databaseDirectUrl, dataDir }: Config): Promise<boolean> {
  if (!databaseUrl) return !(await hasEmbedded(dataDir))
  return isUnused(databaseDirectUrl ?? databaseUrl).catch((error) => {
    throw explainConnection(error)
  })
}

/**
 * Data directory and database server as they are, without looking into the database. `begins`: makes both where they are not there;
 * without it throws noShop.
 */
export async function openDatabaseServer(config: Config, { begins }: { begins: boolean }) {
  if (!begins && !config.databaseUrl && !(await hasEmbedded(config.dataDir))) throw noShop(config)
  await openDataDir(config.dataDir)
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, roomFor(config))
  const url = config.databaseUrl ?? embedded!.socketUrl
  return { embedded, url, directUrl: config.databaseDirectUrl ?? url }
}

/**
 * Data directory, database (embedded unless DATABASE_URL names another), schema, keys. Only a `name` of `shop` changes a schema
 * that is there. `kept`: of which purposes fingerprints are kept (keyring-check.ts). `begins`: makes all of it where no shop is.
 * Throws StartError for the operator.
 */
export async function openGround(
  config: Config,
  log: Log,
  name: string,
  { kept = [], begins = name === 'shop' }: { kept?: readonly Purpose[]; begins?: boolean } = {},
): Promise<Ground> {
  const { embedded, url, directUrl } = await openDatabaseServer(config, { begins })
  try {
    const takes = name === 'shop' ? connectionsOf(config) : undefined
    await proveSessions({ url, directUrl, prepared: config.databasePrepared, takes })
    const prepare = async () => {
      if (name === 'shop') await migrate(directUrl, log)
      else if (begins) await makeSchema(directUrl, log)
      else if (!(await findSchema(directUrl))) throw noShop(config)
    }
    await (embedded && name === 'shop' ? aloneIn(config.dataDir, directUrl, prepare) : prepare())
    const keyring = await loadKeyring(config.dataDir, config.vaultKeys)
    if (config.mode === 'live' && keyring.isGuessable)
      throw new StartError(
        `${keysPlace(config)}: anybody could guess this key; make one with \`openssl rand -base64 32\``,
      )
    const db = openDatabase(url, {
      log,
      size: config.databasePool,
      name: `latchkey ${name}`,
      queryMs: name === 'shop' ? QUERY_MS : LONG_QUERY_MS,
      prepared: config.databasePrepared,
      pulse: name === 'shop',
    })
    await checkKeyring(db, keyring, { where: keysPlace(config), kept }).catch(async (error) => {
      await db.close()
      throw error
    })
    return {
      config,
      log,
      db,
      keyring,
      url,
      directUrl,
      embedded,
      close: () => endInTurn([() => db.close(), async () => embedded?.stop()]),
    }
  } catch (error) {
    await embedded?.stop().catch(() => {})
    throw embedded ? error : explainConnection(error)
  }
}

/** What the shop listens with, asks whether the database is there, and measures its health by. */
const WATCHING = 3

/** Connections of one process of the shop at most. */
const connectionsOf = ({ databasePool, worker, workerConcurrency }: Config): Taken => ({
  pooled: databasePool,
  direct: WATCHING + (worker ? workerConcurrency + 1 : 0),
})

/** Connections that the embedded server accepts: those of two processes of the shop (one takes the place of the other), and 20 for tools; CONNECTIONS at least. */
function roomFor(config: Config): number {
  const { pooled, direct } = connectionsOf(config)
  return Math.max(CONNECTIONS, 2 * (pooled + direct) + 20)
}

/** Where this shop's keys are, for who must put one back. */
export const keysPlace = (config: Pick<Config, 'vaultKeys' | 'dataDir'>) =>
  config.vaultKeys ? 'VAULT_KEYS' : join(config.dataDir, 'secrets', 'vault.keys')

async function openDataDir(dataDir: string) {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A connection that cannot be made is the operator's to mend; its address, which holds a password, stays out of the text. */
function explainConnection(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens at its address',
    ENOTFOUND: 'its host is not known',
    EAI_AGAIN: 'its host is not known',
    ETIMEDOUT: 'it does not answer',
    '28P01': 'user or password is wrong',
    '28000': 'this user may not connect',
    '3D000': 'the database does not exist',
  }
  if (code && reasons[code]) return new StartError(`DATABASE_URL: the database cannot be reached: ${reasons[code]}`)
  if (message && /timeout expired|terminated/.test(message))
    return new StartError('DATABASE_URL: the database does not answer')
  return error
}
