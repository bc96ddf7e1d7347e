// What the user of the server's programs is given beside them.
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { executor, serverUser } from './server-programs.ts'

const isRoot = process.getuid?.() === 0

/** As /root is: nobody else may enter it. */
let closed: string
let home: string
beforeEach(async () => {
  closed = await mkdtemp(join(tmpdir(), 'latchkey-closed-'))
  home = join(closed, 'home')
  await mkdir(home, { mode: 0o700 })
  const user = await serverUser()
  if (user) await chown(home, user.uid, user.gid)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(closed, { recursive: true, force: true })
})

/** A shell there that says which capabilities it has when it was started by another program of the server's user. */
async function capabilities(mode: number): Promise<number> {
  const shell = join(closed, 'sh')
  await copyFile('/bin/sh', shell)
  await chmod(shell, mode)
  const exec = await executor(await serverUser(), home, shell)
  await exec('/bin/sh', ['-c', '"$0" -c "grep CapEff /proc/self/status" > "$1"', shell, join(home, 'said')])
  return Number.parseInt((await readFile(join(home, 'said'), 'utf8')).split(/\s+/)[1]!, 16)
}

const [READ_SEARCH, OVERRIDE] = [1 << 2, 1 << 1]

test.runIf(isRoot)(
  'under a folder of root alone the server may pass and read, and write only what is its own',
  async () => {
    expect(await capabilities(0o755)).toBe(READ_SEARCH)
  },
)

test.runIf(isRoot)('programs that root alone may run are run all the same', async () => {
  expect(await capabilities(0o700)).toBe(READ_SEARCH | OVERRIDE)
})

test.runIf(isRoot)("the server's user sees nothing of the shop's environment", async () => {
  // Every program that has these writes down how it was loaded.
  vi.stubEnv('LD_DEBUG', 'libs')
  vi.stubEnv('LD_DEBUG_OUTPUT', join(home, 'loaded'))
  await chmod(closed, 0o711)
  const exec = await executor(await serverUser(), home, '/bin/true')
  await exec('/bin/true', [])
  expect(await readdir(home)).toEqual([])
})
