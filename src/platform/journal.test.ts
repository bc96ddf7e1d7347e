// What the journal's files tell is the whole of what was sold, or the reader says that it is not (decision E8).
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { type Database, openDatabase } from './database/database.ts'
import { sql } from './database/sql.ts'
import { noteInJournal, openJournal } from './journal.ts'
import { readJournal } from './journal-reading.ts'
import { createLog } from './log.ts'
import { StartError } from './start-error.ts'
import { createTestDatabase } from './testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let root: string
/** Where each of two instances writes. */
let a: string
let b: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 4, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  root = await mkdtemp(join(inject('dataDir'), 'journal-'))
  a = join(root, 'a')
  b = join(root, 'b')
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await rm(root, { recursive: true, force: true })
})

const backup = () => db.one<{ shop: string; batch: number }>(sql`select shop, batch from journal`)
const note = (value: string) => db.transaction((tx) => noteInJournal(tx, 'key', value))
const read = async (folders: string[], since: { shop: string; batch: number }) => {
  const { entries, gap } = await readJournal(folders, since, new Date())
  return { values: entries.map(({ value }) => value), gap }
}

test('a line of a clock that was ahead hides no older copy: whatever ends in the future has a gap', async () => {
  const since = await backup()
  const journal = await openJournal(db, [a])
  await note('5')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await journal.write()
  await journal.close()
  vi.useRealTimers()
  expect(await read([a], since)).toEqual({
    values: ['5'],
    gap: expect.stringMatching(/which has not come: a clock was ahead/),
  })
})

test.each(['closed', 'alive'])(
  'what another instance wrote is missed where its folder is not there: a line that says %s names its batches',
  async (last) => {
    const since = await backup()
    const [ofA, ofB] = [await openJournal(db, [a]), await openJournal(db, [b])]
    await note('5')
    await ofB.write()
    await note('6')
    await ofA.write()
    await note('7')
    await ofA.write()
    if (last === 'alive') {
      const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
      await ofB.write()
      later.mockRestore()
    } else await ofB.close()
    expect(await read([b], since)).toEqual({ values: ['5'], gap: 'a part of it is missing' })
    expect(await read([a, b], since)).toEqual({ values: expect.arrayContaining(['5', '6', '7']), gap: undefined })
    if (last === 'alive') await ofB.close()
    await ofA.close()
  },
)

test.each([
  ['an empty file', ''],
  ['a file with half a first line', '{"journal":1,"shop":"'],
])('%s beside a whole journal holds nothing, and takes nothing away', async (_, text) => {
  const since = await backup()
  const journal = await openJournal(db, [a])
  await note('1')
  await journal.close()
  await writeFile(join(a, '20200101T000000000Z-000000000000.jsonl'), text)
  expect(await read([a], since)).toEqual({ values: ['1'], gap: undefined })
})

test('a file whose first line is whole and no first line of a journal is damaged', async () => {
  const since = await backup()
  const journal = await openJournal(db, [a])
  await journal.close()
  await writeFile(join(a, '20200101T000000000Z-000000000000.jsonl'), '{"half":\n')
  expect((await read([a], since)).gap).toMatch(/is damaged$/)
})

test('where the disk does not take the first line, the shop does not start, says where, and leaves no file behind', async () => {
  const handle = await open(join(root, 'any'), 'w')
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync')
  await handle.close()
  // The first place takes it, the second one is full.
  synced.mockResolvedValueOnce().mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
  const refused = openJournal(db, [a, b])
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(`the journal cannot be written in ${b} (ENOSPC)`)
  expect([await readdir(a), await readdir(b)]).toEqual([[], []])
})

test('a place of the journal that cannot be made is said in plain words', async () => {
  const nowhere = '/proc/latchkey/journal'
  const words = `the journal cannot be written in ${nowhere} (ENOENT)`
  await expect(openJournal(db, [a, nowhere])).rejects.toThrow(new StartError(words))
})
