// Where a backup is written, and what is left of one that fails.
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { Stopped } from '../stop-signals.ts'
import { createTestDatabase, until } from '../testing.ts'
import { dump } from './dump.ts'
import { readManifest } from './manifest.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let parent: string
beforeAll(async () => {
  database = await createTestDatabase()
  await startedOn(database.url)
  parent = await mkdtemp(join(inject('dataDir'), 'dump-'))
})
afterAll(async () => {
  await database.drop()
  await rm(parent, { recursive: true, force: true })
})

/** As the first start of a shop leaves it, as far as a backup looks. */
async function startedOn(url: string) {
  const db = openDatabase(url, { log: createLog('silent'), size: 1, name: 'test' })
  await db.run(sql`insert into fingerprint_keys (purpose, sealed) values ('test', '')`)
  await db.close()
}

test('a database on which no shop has ever started is not backed up', async () => {
  const unused = await createTestDatabase()
  const before = await readdir(parent)
  const folder = join(parent, 'unused')
  await expect(dump(unused.url, folder)).rejects.toThrow('no shop has ever started on this database')
  expect(await readdir(parent)).toEqual(before)
  await startedOn(unused.url)
  expect((await dump(unused.url, folder)).tables.length).toBeGreaterThan(100)
  await unused.drop()
})

test('an empty folder that is there, which may be a disk of its own, is written to and not replaced', async () => {
  const folder = join(parent, 'mounted')
  // As `mkfs` leaves it.
  await mkdir(join(folder, 'lost+found'), { recursive: true })
  const { ino } = await stat(folder)
  const manifest = await dump(database.url, folder)
  expect((await stat(folder)).ino).toBe(ino)
  expect(await readManifest(folder)).toEqual(manifest)
  await expect(dump(database.url, folder)).rejects.toThrow(/is not empty: a backup needs a folder of its own$/)
})

test('of two backups at once under one new name one is whole, and the other says that the name is taken', async () => {
  const folder = join(parent, 'both')
  const before = await readdir(parent)
  const ends = await Promise.allSettled([dump(database.url, folder), dump(database.url, folder)])
  const refused = new StartError(`${folder} is not empty: a backup needs a folder of its own`)
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([refused])
  expect((await readManifest(folder)).tables.length).toBeGreaterThan(100)
  expect((await readdir(parent)).sort()).toEqual([...before, 'both'].sort())
})

test('a manifest that was cut off is said in plain words', async () => {
  const folder = join(parent, 'half-said')
  await dump(database.url, folder)
  await truncate(join(folder, 'manifest.json'), 100)
  const words = `${folder}: manifest.json was changed or is not whole`
  await expect(readManifest(folder)).rejects.toThrow(new StartError(words))
})

test('of two backups at once into one folder one is whole and the other refused', async () => {
  const folder = join(parent, 'rivals')
  await mkdir(folder)
  const ends = await Promise.allSettled([dump(database.url, folder), dump(database.url, folder)])
  const refused = new StartError(`another backup is being written into ${folder}`)
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))).toEqual([refused])
  await expect(readManifest(folder)).resolves.toBeDefined()
})

test('a backup that fails leaves nothing behind: the folder that was there is empty, a new one is not there', async () => {
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  // No file can have this name, and it is the last of all.
  await db.run(sql`create table "zzz/table" (id int)`)
  const there = join(parent, 'there')
  await mkdir(there)
  const before = await readdir(parent)
  await expect(dump(database.url, there)).rejects.toThrow('zzz/table')
  await expect(dump(database.url, join(parent, 'new'))).rejects.toThrow('zzz/table')
  expect(await readdir(there)).toEqual([])
  expect(await readdir(parent)).toEqual(before)
  await db.run(sql`drop table "zzz/table"`)
  await db.close()
})

test('a backup that is asked to end within a large table breaks it off, and leaves nothing', async () => {
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  // The first of all.
  await db.run(sql`create table aaa as select repeat(md5(n::text), 20) as text from generate_series(1, 100000) n`)
  const there = join(parent, 'broken-off')
  await mkdir(there)
  const stopping = new AbortController()
  const ended = dump(database.url, there, stopping.signal).catch((error) => error)
  const size = async () => (await stat(join(there, 'aaa.copy.gz')).catch(() => undefined))?.size
  await until(size, 'the table is being written')
  stopping.abort()
  expect(await ended).toBeInstanceOf(Stopped)
  expect(await readdir(there)).toEqual([])
  await db.run(sql`drop table aaa`)
  await db.close()
})

test('a folder that cannot be made, however deep it lies, is said in plain words', async () => {
  for (const folder of ['/proc/latchkey', '/proc/latchkey/backups/monday'])
    await expect(dump(database.url, folder)).rejects.toThrow(new StartError(`${folder} cannot be made (ENOENT)`))
})

test('what is no empty folder is left as it is: a file, and a backup that has no manifest yet', async () => {
  const file = join(parent, 'file')
  await writeFile(file, 'mine')
  await expect(dump(database.url, file)).rejects.toThrow('is no folder for a backup (ENOTDIR)')
  expect((await stat(file)).size).toBe(4)
  const cut = join(parent, 'cut')
  await mkdir(cut)
  await writeFile(join(cut, 'alerts.copy.gz'), '')
  await expect(dump(database.url, cut)).rejects.toThrow('what is in it is a backup that is under way or was cut off')
})

test('a database into which a restore is under way or was cut off is not backed up', async () => {
  const db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  await db.run(sql`create schema latchkey_restore`)
  const there = join(parent, 'marked')
  await mkdir(there)
  const before = await readdir(parent)
  const words = 'a restore into this database is under way or did not end'
  await expect(dump(database.url, there)).rejects.toThrow(words)
  await expect(dump(database.url, join(parent, 'unmarked'))).rejects.toThrow(words)
  expect(await readdir(there)).toEqual([])
  expect(await readdir(parent)).toEqual(before)
  await db.run(sql`drop schema latchkey_restore`)
  await db.close()
})
