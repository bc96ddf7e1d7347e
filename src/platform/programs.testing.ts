// For tests: real servers of others (pgbouncer, nginx, Varnish) on loopback, as a user without rights, with everything
// they write in a folder that goes with them.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { serverUser } from './database/server-programs.ts'

const PACKAGES = { pgbouncer: 'pgbouncer', nginx: 'nginx', varnishd: 'varnish' }

export interface Program {
  /** Its own folder, which it may write. */
  folder: string
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

export interface ProgramStart {
  name: keyof typeof PACKAGES
  /** Files in its folder by their names. */
  files(folder: string): Record<string, string>
  args(folder: string): string[]
  /** Asked until it is truthy: the program serves. */
  isUp(): Promise<unknown>
}

export async function startProgram({ name, files, args, isUp }: ProgramStart): Promise<Program> {
  const path = programPath(name)
  const user = await serverUser()
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`))
  await chmod(folder, 0o755)
  for (const [file, text] of Object.entries(files(folder))) await writeFile(join(folder, file), text)
  if (user) await chown(folder, user.uid, user.gid)
  const child = spawn(path, args(folder), { cwd: folder, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message
      resolve()
    })
    child.once('exit', () => resolve())
  })
  let over = false
  void ended.then(() => {
    over = true
  })
  const close = async () => {
    if (!over) child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const end = Date.now() + 30_000
  while (!(await isUp().catch(() => false))) {
    if (over || Date.now() > end) {
      await close()
      throw new Error(`${name} does not start: ${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { folder, close }
}

/** Where it lies. Throws where it is not there, and says what to install. */
export function programPath(name: keyof typeof PACKAGES): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`this test needs ${name}: install it (Debian: apt-get install ${PACKAGES[name]})`)
  return path
}
