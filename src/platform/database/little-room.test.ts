// What an operator reads when the embedded database has no room on its disk.
import fs, { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { explainRoom } from '../command.ts'
import { parseConfig } from '../config.ts'
import { HalfDone } from '../half-done.ts'
import { openJournal } from '../journal.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { createTestDatabase } from '../testing.ts'
import { openDatabase } from './database.ts'
import { makeDatabase } from './embedded-first.ts'
import { notStarted } from './embedded-server.ts'
import { isFull } from './little-room.ts'
import { findBinaries, serverUser } from './server-programs.ts'

const MB = 2 ** 20
const statfs = vi.spyOn(fs, 'statfs')
const measures = (blocks: number, mb: number) =>
  statfs.mockResolvedValue({ blocks, bavail: (mb * MB) / 4096, bsize: 4096 } as Awaited<ReturnType<typeof fs.statfs>>)
const leaves = (mb: number) => measures(100 * MB, mb)

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('dataDir'), 'room-'))
})
afterAll(async () => {
  statfs.mockRestore()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => void leaves(13))

const FULL = (folder: string) => `the disk of ${folder} is full, or nearly so: it has room for 13 MB`
const lost = () => new Error('Connection terminated unexpectedly')

test('a first start on a disk without room for a database says so', async () => {
  const home = join(dataDir, 'postgres')
  const initdb = join(dataDir, 'initdb')
  await writeFile(initdb, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const make = async () => makeDatabase(home, { ...(await findBinaries()), initdb }, 'a password', await serverUser())
  // As root by way of `setpriv`, which ends as it did.
  await expect(make()).rejects.toThrow(` ended with 1; ${FULL(home)}`)
  leaves(1_000)
  await expect(make()).rejects.toThrow(/ ended with 1$/)
})

test('a first start that fails for whatever else says what the program said of it', async () => {
  const home = join(dataDir, 'postgres')
  const initdb = join(dataDir, 'initdb')
  const make = async () => makeDatabase(home, { ...(await findBinaries()), initdb }, 'a password', await serverUser())
  const says = (lines: string[]) =>
    writeFile(initdb, ['#!/bin/sh', ...lines.map((line) => `echo '${line}' >&2`), 'exit 1'].join('\n'), { mode: 0o755 })
  leaves(1_000)
  // A disk without a name for one more file has room by its own account.
  await says([
    '2026-11-30 15:21:16.160 UTC [19004] FATAL:  could not create file "base/1/6110": No space left on device',
    '2026-11-30 15:21:16.160 UTC [19004] PANIC:  cannot abort transaction 1, it was already committed',
    'child process exited with exit code 134',
    'initdb: removing data directory',
  ])
  await expect(make()).rejects.toThrow(
    / ended with 1 \(could not create file "base\/1\/6110": No space left on device\)$/,
  )
  await says(['initdb: error: could not change permissions of directory "data": Operation not permitted'])
  await expect(make()).rejects.toThrow(
    / \(could not change permissions of directory "data": Operation not permitted\)$/,
  )
})

test('a server that does not start for want of room says so beside the names of its logs', async () => {
  const ended = new Error('pg_ctl ended with 1')
  const { message } = await notStarted(dataDir, ended)
  expect(message).toMatch(/^the embedded database does not start: see .*server\.log and .* \(pg_ctl ended with 1\); /)
  expect(message.endsWith(`; ${FULL(dataDir)}`)).toBe(true)
  // A file system without a size, which has room for nothing by its own account.
  measures(0, 0)
  expect((await notStarted(dataDir, ended)).message).toMatch(/ended with 1\)$/)
})

test('where the embedded database went away on a full disk a line says so', async () => {
  const config = parseConfig({ DATA_DIR: dataDir })
  const line = [FULL(join(dataDir, 'postgres'))]
  expect(await explainRoom(lost(), config)).toEqual(line)
  expect(await explainRoom(new HalfDone(lost(), 'run it again'), config)).toEqual(line)
  expect(await explainRoom(new StartError('the database is not empty'), config)).toEqual([])
  expect(await explainRoom(lost(), { ...config, databaseUrl: 'postgres://elsewhere' })).toEqual([])
})

test('a start whose journal finds no room says so', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  const folder = join(dataDir, 'journal')
  await writeFile(folder, '')
  const refused = `the journal cannot be written in ${folder} (EEXIST)`
  await expect(openJournal(db, [folder])).rejects.toThrow(new StartError(`${refused}; ${FULL(folder)}`))
  leaves(1_000)
  await expect(openJournal(db, [folder])).rejects.toThrow(new StartError(refused))
  await db.close()
  await database.drop()
})

test('a disk is full where the database cannot have what it asks for at a time, and not where nobody knows', async () => {
  const says: boolean[] = []
  for (const mb of [0, 15, 16, 1_000]) {
    leaves(mb)
    says.push(await isFull(dataDir))
  }
  measures(0, 0)
  says.push(await isFull(dataDir))
  statfs.mockRejectedValueOnce(new Error('it is gone'))
  says.push(await isFull(dataDir))
  expect(says).toEqual([true, true, false, false, false, false])
})
