// The data folder of the embedded server, made once: whole or not at all, for a start may be cut off at any moment.
import { chown, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { exists } from '../exists.ts'
import { StartError } from '../start-error.ts'
import { littleRoom } from './little-room.ts'
import { executor, lastLine } from './server-programs.ts'

type User = { uid: number; gid: number } | undefined
type Binaries = { postgres: string; initdb: string }

/**
 * Where several starts make it at once, the first that is done has made it; in a folder that cannot be renamed to, the first that
 * has begun, and the others are refused. Throws StartError.
 */
export async function makeDatabase(home: string, binaries: Binaries, password: string, as: User): Promise<void> {
  const part = await mkdtemp(`${home}.part-${process.pid}-`)
  try {
    if (as) await chown(part, as.uid, as.gid)
    await makeByWay(part, home, binaries, password, as)
  } catch (error) {
    const room = (await littleRoom(home)) ?? (await littleRoom(dirname(home)))
    const why = [lastLine(error), room].filter(Boolean).join('; ')
    throw new StartError(`the embedded database could not be made in ${home}: ${why}`)
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  await removeParts(home)
}

async function makeByWay(part: string, home: string, binaries: Binaries, password: string, as: User): Promise<void> {
  if (await isCutOff(home)) {
    // An initdb that is under way looks the same.
    const rival = await rivalOf(home)
    if (rival !== undefined) throw new Error(`process ${rival} is just making it: try again when it has ended`)
    for (const name of await readdir(home)) await rm(join(home, name), { recursive: true })
  }
  if (!(await takesFolder(home))) {
    if (as) await chown(home, as.uid, as.gid)
    return initialise(part, home, binaries, password, as)
  }
  try {
    const whole = join(part, 'data')
    await initialise(part, whole, binaries, password, as)
    await rename(whole, home)
  } catch (error) {
    if (!(await isMade(home))) throw error
  }
}

/** Whether a folder can be renamed to it: not where another disk is mounted, nor to a link. What lies there is not replaced. */
async function takesFolder(home: string): Promise<boolean> {
  try {
    await rmdir(home)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EBUSY' || code === 'ENOTDIR') return false
    if (code === 'ENOENT' || (await isMade(home))) return true
    if (code !== 'ENOTEMPTY') throw error
    throw new Error('it holds something that is no database: move that elsewhere, or set DATA_DIR to another folder')
  }
}

async function initialise(part: string, data: string, binaries: Binaries, password: string, as: User): Promise<void> {
  const passwordFile = join(part, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (as) await chown(passwordFile, as.uid, as.gid)
  const exec = await executor(as, part, binaries.postgres)
  const options = [
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  await exec(binaries.initdb, ['-D', data, '-U', 'postgres', ...options], { isHeard: true })
}

/**
 * What was cut off has left its password, too. A rival that still makes its own fails by this, and finds that the database
 * is made.
 */
async function removeParts(home: string): Promise<void> {
  const folder = dirname(home)
  const left = (await partsOf(home)).map((name) => join(folder, name))
  for (const path of [...left, join(folder, 'secrets', 'initdb.tmp')])
    await rm(path, { recursive: true, force: true }).catch(() => {})
}

const partsOf = async (home: string) =>
  (await readdir(dirname(home))).filter((name) => name.startsWith(`${basename(home)}.part-`))

/** Number of another process that is making the database, by the name of its part. */
async function rivalOf(home: string): Promise<number | undefined> {
  const makers = (await partsOf(home)).map((name) => Number(/\.part-(\d+)-/.exec(name)?.[1]))
  return makers.find((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** All that initdb makes in the folder. */
const MADE = new Set([
  ...['PG_VERSION', 'pg_hba.conf', 'pg_ident.conf', 'postgresql.conf', 'postgresql.auto.conf', 'postmaster.pid', 'base', 'global'],
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_multixact', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_wal', 'pg_xact'],
]) // biome-ignore format: a list of words
/** The databases that it makes, in this order. Others have numbers from 16,384 on. */
const [TEMPLATES, LAST] = [['1', '4'], '5']

/**
 * Whether an initdb that was cut off has left it, which earlier versions ran in the folder itself: there is nothing but what it makes, and
 * its last database is missing. A server that ran there even once has left files of its own.
 */
async function isCutOff(home: string): Promise<boolean> {
  const names = await namesIn(home)
  const databases = await namesIn(join(home, 'base'))
  return (
    names.length > 0 &&
    names.every((name) => MADE.has(name)) &&
    databases.every((name) => TEMPLATES.includes(name)) &&
    !databases.includes(LAST)
  )
}

/** What cannot be read for another reason than that it is not there counts for nothing: by it a folder is emptied. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** Whether a server's data are there, whole. */
export async function isMade(home: string): Promise<boolean> {
  return (await exists(join(home, 'PG_VERSION'))) && !(await isCutOff(home))
}
