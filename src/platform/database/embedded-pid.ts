// `postmaster.pid`, by which a server says that it runs on a folder. Where it names another one (in a copy of the folder), or
// a number that some other program has by now (after a crash), PostgreSQL would refuse the folder for ever.
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'

/** How far the clock may have been set since. */
const CLOCK_MS = 5_000

export interface PidFile {
  path: string
  text: string
  pid: number
  port: number
  /** The server was started before this machine was. */
  isOfBefore: boolean
}

/** Undefined: no server runs on the folder, nor did one end there without a word. */
export async function readPidFile(home: string): Promise<PidFile | undefined> {
  const path = join(home, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const [pid, port] = [Math.abs(Number(lines[0])), Number(lines[3])]
  const isOfBefore = Number(lines[2]) * 1_000 < Date.now() - uptime() * 1_000 - CLOCK_MS
  return pid && port ? { path, text, pid, port, isOfBefore } : undefined
}

/** Whether this process is a server on this folder; undefined: it cannot be told, as where there is no /proc. */
export async function runsOn(home: string, { pid }: PidFile): Promise<boolean | undefined> {
  if (!(await stat('/proc/self').catch(() => undefined))) return undefined
  try {
    // A server works in its folder, also after that was given another name.
    const [there, own] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(home)])
    return there.ino === own.ino && there.dev === own.dev
  } catch {
    // It is gone, or of another user, who shows its command alone.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0')[0]!.includes('postgres') ? undefined : false
  }
}

/** Also as another program. PostgreSQL itself sees that a number is nobody's. */
export function isTaken({ pid }: PidFile): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** More than any process has on Linux (4,194,304 at most), and elsewhere. */
const NOBODY = 4_194_305

/**
 * The file names a process that there cannot be: PostgreSQL then looks, by its other lines, whether something of a server is
 * left on the folder, and takes it away where nothing is. Nothing happens where a server has written another one meanwhile.
 */
export async function disown(home: string, { path, text }: PidFile): Promise<void> {
  const taken = `${path}.${process.pid}`
  try {
    await rename(path, taken)
    if ((await readFile(taken, 'utf8')) === text) {
      const { uid, gid } = await stat(home)
      await writeFile(taken, text.replace(/^-?\d+/, String(NOBODY)))
      await chown(taken, uid, gid)
    }
    await link(taken, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await rm(taken, { force: true })
  }
}
