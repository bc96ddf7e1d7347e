// A database that comes back older than the files of the journal is refused at the start, and asked nothing more by who runs.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { isDatabaseAway } from './database/connection.ts'
import { type Database, openDatabase } from './database/database.ts'
import { sql } from './database/sql.ts'
import { noteInJournal, openJournal } from './journal.ts'
import { refuseOlder } from './journal-age.ts'
import { createLog } from './log.ts'
import { StartError } from './start-error.ts'
import { createTestDatabase, until } from './testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
const databases: Database[] = []
const connect = (pulse = false) => {
  const db = openDatabase(database.url, { log: createLog('silent'), size: 4, name: 'test', pulse })
  databases.push(db)
  return db
}
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(inject('dataDir'), 'age-'))
})
afterEach(async () => {
  for (const db of databases.splice(0)) await db.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const note = (db: Database, value: string) => db.transaction((tx) => noteInJournal(tx, 'key', value))
/** As if these batches had never been committed. */
const forget = (db: Database, count: number) => db.run(sql`update journal set batch = batch - ${count}`)

async function writeThree(db: Database) {
  const journal = await openJournal(db, [folder])
  for (const value of ['1', '2', '3']) {
    await note(db, value)
    await journal.write()
  }
  await journal.close()
}

test('a database that knows of fewer batches than the files is refused, until the operator says that it is right', async () => {
  const db = connect()
  await writeThree(db)
  await refuseOlder(db, [folder])
  await forget(db, 2)
  const refused = refuseOlder(db, [folder])
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(
    /older than the journal: it knows of 1 batches, and .+\.jsonl of 3\..+npm run backup.+npm run restore/,
  )
  await db.run(sql`update journal set batch = 3`)
  await refuseOlder(db, [folder])
})

test('one batch more is none while all of it waits to be written again: its process ended before the commit', async () => {
  const db = connect()
  await writeThree(db)
  await forget(db, 1)
  await expect(refuseOlder(db, [folder])).rejects.toThrow(/older than the journal/)
  await note(db, '3')
  await refuseOlder(db, [folder])
})

test.each([
  ['its pulse', async () => {}],
  ['its next batch', async (db: Database) => void (await note(db, '4'))],
])('a process that runs asks a database nothing more that came back older, as it learns by %s', async (by, sell) => {
  const db = connect(by === 'its pulse')
  const other = connect()
  const journal = await openJournal(db, [folder])
  await note(db, '1')
  await journal.write()
  expect(db.age.known).toBe(1)
  await forget(other, 1)
  await sell(other)
  await until(async () => {
    await journal.write().catch(() => {})
    return db.isAway()
  }, 'it is known to be older')
  expect(db.age.isOlder).toBe(true)
  await expect(db.query(sql`select 1`)).rejects.toSatisfy(isDatabaseAway)
  // What waited was not moved into a file under a number that another batch has.
  expect(await other.query(sql`select batch from journal`)).toEqual([{ batch: 0 }])
  await journal.close().catch(() => {})
})
