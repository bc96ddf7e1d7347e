// The first start of the embedded server: cut off, made twice at once, to a folder that is another disk's or another user's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { hasEmbedded, startEmbedded } from './embedded.ts'
import { makeDatabase } from './embedded-first.ts'
import { findBinaries, refuseUnquoted, serverUser } from './server-programs.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(inject('dataDir'), 'first-'))
  await chmod(root, 0o755)
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function folder(...path: string[]): Promise<string> {
  await mkdir(join(root, ...path), { recursive: true })
  return join(root, ...path)
}

test('what a first start that was cut off has left goes with the next, which makes the database', async () => {
  const dataDir = await folder('cut')
  await folder('cut', 'postgres')
  await writeFile(join(await folder('cut', 'secrets'), 'initdb.tmp'), 'a password')
  await writeFile(join(await folder('cut', 'postgres.part-abcdef', 'data'), 'PG_VERSION'), '18\n')
  await writeFile(join(dataDir, 'postgres.part-abcdef', 'password'), 'a password')

  await (await startEmbedded(dataDir)).stop()
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'secrets'])
  expect((await readdir(join(dataDir, 'secrets'))).sort()).toEqual(['latchkey.password', 'postgres.password'])
  const { uid, mode } = await stat(join(dataDir, 'postgres'))
  expect([uid, mode & 0o777]).toEqual([(await serverUser())?.uid ?? process.getuid?.(), 0o700])
})

test('an initdb that is cut off leaves nothing that would be taken for a database', async () => {
  const dataDir = await folder('killed')
  const initdb = join(dataDir, 'initdb')
  await writeFile(initdb, '#!/bin/sh\nmkdir "$2" && echo 18 > "$2/PG_VERSION" && kill -9 $$\n', { mode: 0o755 })
  const binaries = { ...(await findBinaries()), initdb }
  const made = makeDatabase(join(dataDir, 'postgres'), binaries, 'a password', await serverUser())
  await expect(made).rejects.toThrow(StartError)
  expect(await readdir(dataDir)).toEqual(['initdb'])
})

/** As a version that ran initdb in the folder itself left it, at the earliest and at the latest. */
const CUT_OFF = [
  ['before it had written what it is', { 'pg_wal/.keep': '' }],
  ['among its databases', { PG_VERSION: '18\n', 'global/1262': '', 'base/1/PG_VERSION': '18\n', 'base/4/112': '' }],
] as const

async function lay(home: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), text)
  }
}

test.each(CUT_OFF)(
  'an initdb of an earlier version that was cut off %s is made good: no server ever ran on it',
  async (when, files) => {
    const dataDir = await folder('earlier', when)
    await lay(join(dataDir, 'postgres'), files)
    expect(await hasEmbedded(dataDir)).toBe(false)
    await (await startEmbedded(dataDir)).stop()
    expect(await hasEmbedded(dataDir)).toBe(true)
    expect(await readdir(dataDir)).toEqual(['postgres', 'secrets'])
  },
)

test.each([
  ['a server has run on', { 'postmaster.opts': '' }],
  ['has a database of somebody', { 'base/16384/PG_VERSION': '18\n' }],
])('what %s is no initdb that was cut off', async (what, more) => {
  const dataDir = await folder('used', what)
  await lay(join(dataDir, 'postgres'), { ...CUT_OFF[1][1], ...more })
  expect(await hasEmbedded(dataDir)).toBe(true)
})

test('two first starts at once end with one database', async () => {
  const dataDir = await folder('two')
  const [binaries, user] = [await findBinaries(), await serverUser()]
  const make = () => makeDatabase(join(dataDir, 'postgres'), binaries, 'a password', user)
  await Promise.all([make(), make()])
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(expect.arrayContaining(['PG_VERSION', 'postgresql.conf']))
})

test('a folder that is a link to another disk stays one', async () => {
  const dataDir = await folder('linked')
  const home = join(dataDir, 'postgres')
  await symlink(await folder('disk'), home)
  await makeDatabase(home, await findBinaries(), 'a password', await serverUser())
  expect((await lstat(home)).isSymbolicLink()).toBe(true)
  expect(await readdir(join(root, 'disk'))).toEqual(expect.arrayContaining(['PG_VERSION', 'postgresql.conf']))
})

test('an initdb that another process runs in a linked folder is left alone; of a process that has ended it is made anew', async () => {
  const dataDir = await folder('rivals')
  const home = join(dataDir, 'postgres')
  const disk = await folder('rivals-disk')
  await symlink(disk, home)
  await lay(disk, CUT_OFF[1][1])
  const before = await readdir(disk)
  const make = async () => makeDatabase(home, await findBinaries(), 'a password', await serverUser())
  const rival = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  await mkdir(`${home}.part-${rival.pid}-abcdef`)
  await expect(make()).rejects.toThrow(`process ${rival.pid} is just making it: try again when it has ended`)
  expect(await readdir(disk)).toEqual(before)
  rival.kill()
  await once(rival, 'exit')
  await make()
  expect(await readdir(join(disk, 'base'))).toContain('5')
  expect(await readdir(dataDir)).toEqual(['postgres'])
})

test('a data directory with a comma in its name has a database', async () => {
  const server = await startEmbedded(await folder('one, two'))
  expect(new URL(server.socketUrl).searchParams.has('host')).toBe(false)
  await server.stop()
})

test('a data directory with what a shell would read otherwise in its name has a database', async () => {
  const name = `it's a "$HOME" \\\\ of \`id\` $(touch x)`
  const server = await startEmbedded(await folder(name))
  await server.stop()
  expect(await readdir(join(root, name, 'postgres'))).toContain('server.log')
})

test('programs in a folder whose name a shell would read otherwise are refused in a sentence', () => {
  expect(() => refuseUnquoted('/srv/two words & it’s/bin/postgres')).not.toThrow()
  for (const name of ['$HOME', '`id`', '"', 'a\\b'])
    expect(() => refuseUnquoted(`/srv/${name}/bin/postgres`)).toThrow(
      `the embedded database does not start from /srv/${name}/bin, whose name holds one of`,
    )
})

test('what lies in the folder and is no database is not touched', async () => {
  const dataDir = await folder('full')
  const home = await folder('full', 'postgres')
  await writeFile(join(home, 'notes.txt'), '')
  const made = makeDatabase(home, await findBinaries(), 'a password', await serverUser())
  await expect(made).rejects.toThrow(
    `could not be made in ${home}: it holds something that is no database: move that elsewhere, or set DATA_DIR to another folder`,
  )
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect(await readdir(home)).toEqual(['notes.txt'])
})

test.runIf(process.getuid?.() === 0)("root does not take an ordinary user's database from him", async () => {
  const dataDir = await folder('foreign')
  const home = await folder('foreign', 'postgres')
  await chown(home, 65534, 65534)
  await expect(startEmbedded(dataDir)).rejects.toThrow(
    new StartError(`${home} belongs to user 65534: run this as that user`),
  )
  expect((await stat(home)).uid).toBe(65534)
  expect(await readdir(dataDir)).toEqual(['postgres'])
})
