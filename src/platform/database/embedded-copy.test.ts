// A data directory that was copied, and one whose server ended without a word: what `postmaster.pid` names is no server of it.
import { spawn } from 'node:child_process'
import { chown, cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#test/free-port.testing.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { serverUser } from './server-programs.ts'

let root: string
let original: string
/** As the file was while a server ran on the original. */
let pidFile: string
const started: EmbeddedPostgres[] = []
const start = async (dataDir: string) => {
  const server = await startEmbedded(dataDir)
  started.push(server)
  return server
}
beforeAll(async () => {
  root = await mkdtemp(join(inject('dataDir'), 'copies-'))
  original = join(root, 'original')
  const server = await startEmbedded(original)
  pidFile = await readFile(join(original, 'postgres', 'postmaster.pid'), 'utf8')
  await server.stop()
}, 60_000)
afterAll(async () => {
  for (const server of started) await server.stop()
  await rm(root, { recursive: true, force: true })
})

async function folderOf({ adminUrl }: EmbeddedPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return (await client.query('show data_directory')).rows[0].data_directory
  } finally {
    await client.end()
  }
}

/** As `cp -a` leaves it. */
async function copyTo(name: string): Promise<string> {
  const copy = join(root, name)
  await cp(original, copy, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = await stat(join(original, 'postgres'))
  for (const entry of ['', ...(await readdir(join(copy, 'postgres'), { recursive: true }))])
    await chown(join(copy, 'postgres', entry), uid, gid)
  return copy
}

async function leavePidFile(dataDir: string, text: string) {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  await writeFile(path, text, { mode: 0o600 })
  await chown(path, uid, gid)
}

test('a number in the file of a crash that another program has since the machine was started keeps no server from starting', async () => {
  const crashed = await copyTo('crashed')
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { cwd: '/', ...(await serverUser()) })
  try {
    const lines = pidFile.split('\n')
    await leavePidFile(crashed, [other.pid, lines[1], '1', await freePort(), ...lines.slice(4)].join('\n'))
    expect(await folderOf(await start(crashed))).toBe(join(crashed, 'postgres'))
    expect(other.exitCode).toBe(null)
  } finally {
    other.kill()
  }
}, 60_000)

test('a data directory that was given another name keeps the server that runs on it', async () => {
  const before = await copyTo('before')
  const server = await start(before)
  const after = join(root, 'after')
  await rename(before, after)
  const again = await startEmbedded(after)
  expect(again.url).toBe(server.url)
  await again.stop()
  await rename(after, before)
}, 60_000)

test('a copy of a data directory has a server of its own beside that of the original', async () => {
  const copy = await copyTo('copy')
  const first = await start(original)
  await leavePidFile(copy, await readFile(join(original, 'postgres', 'postmaster.pid'), 'utf8'))
  const second = await start(copy)
  expect(await folderOf(second)).toBe(join(copy, 'postgres'))
  expect(second.url).not.toBe(first.url)
  expect(await folderOf(await start(original))).toBe(join(original, 'postgres'))
  expect((await readdir(join(copy, 'postgres'))).filter((name) => /^latchkey-|pid\./.test(name))).toEqual([])
}, 60_000)
