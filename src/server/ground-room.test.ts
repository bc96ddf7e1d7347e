// The operator hears of a journal that cannot be written, each time, and of nothing else under that name.
import fs, { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { noteInJournal } from '#platform/journal.ts'
import { JournalUnwritable } from '#platform/journal-file.ts'
import { readJournal } from '#platform/journal-reading.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { raiseAlert, takeUntold, untoldKinds } from '#rooms/alerts/store.ts'
import { groundRoom } from './ground-room.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 4, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(inject('dataDir'), 'ground-'))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await db.run(sql`delete from alerts`)
  await rm(dataDir, { recursive: true, force: true })
})

async function openGroundRoom(databaseUrl?: string) {
  const house = { db, config: { worker: true, dataDir, databaseUrl }, events: { subscribers: () => [] } }
  const parts = await groundRoom.open(house as unknown as Parameters<typeof groundRoom.open>[0], undefined as never)
  const tick = parts.ticks!.find(({ name }) => name === 'journal.write')!
  const look = parts.ticks!.find(({ name }) => name === 'events.tellStuck')!
  return { write: () => tick.run(), look: () => look.run(), notes: () => parts.notes!(), close: () => parts.close!() }
}

const note = (value: string) => db.transaction((tx) => noteInJournal(tx, 'key', value))
/** Every file of the machine from here on, until it is mended. */
async function fillDisk() {
  const handle = await open(join(dataDir, 'any'), 'w')
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile')
  await handle.close()
  spy.mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  return { mend: () => spy.mockRestore() }
}
const raised = () => db.query(sql`select kind, details, resolved_at is null as open from alerts order by id`)
/** What a mail would say now. */
const told = () =>
  db.transaction(async (tx) => {
    const all = []
    for (const { kind } of await untoldKinds(tx))
      for (const { details } of (await takeUntold(tx, kind)).alerts) all.push({ kind, details })
    return all
  })
const FULL = { kind: 'journal.notWritten', details: { code: 'ENOSPC' } }

test('readyz says of the disk of an embedded database that it is nearly full, and names no folder', async () => {
  const room = await openGroundRoom()
  const statfs = vi.spyOn(fs, 'statfs')
  const leaves = (mb: number) => statfs.mockResolvedValue({ blocks: 9_999_999, bavail: mb, bsize: 2 ** 20 } as never)
  leaves(63)
  expect(await room.notes()).toEqual(['disk: it is full, or nearly so: the database has room for 63 MB'])
  leaves(64)
  expect(await room.notes()).toEqual([])
  await room.close()
  leaves(0)
  const elsewhere = await openGroundRoom('postgres://elsewhere')
  expect(await elsewhere.notes()).toEqual([])
  await elsewhere.close()
})

test('a disk that is full, is mended and is full again is told twice', async () => {
  const room = await openGroundRoom()
  for (const value of ['1', '2']) {
    await note(value)
    const disk = await fillDisk()
    await expect(room.write()).rejects.toThrow()
    await expect(room.write()).rejects.toThrow()
    expect(await told()).toEqual([FULL])
    disk.mend()
    await room.write()
    expect(await told()).toEqual([])
  }
  expect(await raised()).toEqual([
    { ...FULL, open: false },
    { ...FULL, open: false },
  ])
  await room.close()
})

test('a disk that does not answer is told within seconds, nothing else is begun on it, and it ends when it answers', async () => {
  const room = await openGroundRoom()
  await note('1')
  const handle = await open(join(dataDir, 'any'), 'w')
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync')
  await handle.close()
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  spy.mockImplementation(() => {
    asked.resolve()
    return answer.promise
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const writing = room.write().catch((error: Error) => error)
  await asked.promise
  await vi.advanceTimersByTimeAsync(16_000)
  expect(await writing).toBeInstanceOf(JournalUnwritable)
  const again = room.write().catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(await again).toBeInstanceOf(JournalUnwritable)
  expect(spy).toHaveBeenCalledTimes(1)
  const hung = { kind: 'journal.notWritten', details: { code: 'ETIMEDOUT' } }
  expect(await raised()).toEqual([{ ...hung, open: true }])
  vi.useRealTimers()
  spy.mockRestore()
  answer.resolve()
  await room.write()
  expect(await raised()).toEqual([{ ...hung, open: false }])
  await room.close()
})

test('what is told of a full disk is over when the next process can write, and not when another instance could', async () => {
  const [room, other] = [await openGroundRoom(), await openGroundRoom()]
  await other.write()
  await note('1')
  const disk = await fillDisk()
  await expect(room.write()).rejects.toThrow()
  disk.mend()
  // The entry is gone, and nothing waits for a disk that is full again.
  await other.write()
  const again = await fillDisk()
  await expect(room.write()).rejects.toThrow()
  expect(await raised()).toEqual([{ ...FULL, open: true }])
  again.mend()
  const next = await openGroundRoom()
  await next.write()
  expect(await raised()).toEqual([{ ...FULL, open: false }])
  for (const one of [room, other, next]) await one.close()
})

test('a database that fails is no full disk', async () => {
  const room = await openGroundRoom()
  vi.spyOn(db, 'query').mockRejectedValueOnce(Object.assign(new Error('it is away'), { code: '57P01' }))
  await expect(room.write()).rejects.toThrow('it is away')
  expect(await raised()).toEqual([])
  await room.close()
})

test('a file that is deleted while it is written is written again with all that it held, and the operator is told', async () => {
  const since = await db.one<{ shop: string; batch: number }>(sql`select shop, batch from journal`)
  const room = await openGroundRoom()
  await note('before')
  await room.write()
  const folder = join(dataDir, 'journal')
  const [deleted] = await readdir(folder)
  await rm(join(folder, deleted!))
  await note('after')
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  await room.write()
  later.mockRestore()
  const [name, ...more] = await readdir(folder)
  expect([name === deleted, more]).toEqual([false, []])
  expect(await readFile(join(folder, name!), 'utf8')).toContain('"after"')
  const { entries, gap } = await readJournal([folder], since, new Date())
  expect({ values: entries.map(({ value }) => value), gap }).toEqual({ values: ['before', 'after'], gap: undefined })
  // It stays until a person has seen it.
  await room.write()
  expect(await told()).toEqual([{ kind: 'journal.fileGone', details: { whole: true } }])
  await room.close()
})

test('what a process before this one told of events is over with what it was about', async () => {
  await raiseAlert(db, { kind: 'events.stuck', subject: 'a room of then', details: {} })
  await raiseAlert(db, { kind: 'events.held', subject: 'transaction', details: {} })
  const room = await openGroundRoom()
  await room.look()
  expect((await raised()).map(({ kind, open }) => [kind, open])).toEqual([
    ['events.stuck', false],
    ['events.held', false],
  ])
  await room.close()
})
