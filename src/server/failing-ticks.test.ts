// The operator hears of what the clock does in vain, and not of an outage that is told as one.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { FailingTick } from '#platform/jobs/ticks.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { failingLines, failingTold } from './failing-ticks.ts'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 2, name: 'test' })
  drop = database.drop
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await db.close()
  await drop()
})

const BEGAN = new Date('2026-11-30T12:00:00Z')
const at = (seconds: number) => new Date(BEGAN.getTime() + seconds * 1_000)
const alerts = () =>
  db.query<{ subject: string; count: number; open: boolean }>(sql`
    select subject, count, resolved_at is null as open from alerts where kind = 'tick.failing' order by id`)

test('after a minute, while the database answers, readyz and an alert say so until it goes well', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: BEGAN })
  let failing: FailingTick[] = []
  const tell = failingTold(db, () => failing)
  const look = async (seconds: number) => {
    vi.setSystemTime(at(seconds))
    failing = [{ name: 'toy.tick', since: BEGAN, lastAt: at(seconds) }]
    await tell()
    return failingLines(failing)
  }
  expect(await look(0)).toEqual([])
  expect(await look(59)).toEqual([])
  expect(await alerts()).toEqual([])
  expect(await look(60)).toEqual(['ticks: toy.tick has failed since 2026-11-30T12:00:00.000Z'])
  await look(61)
  await look(121)
  expect(await alerts()).toEqual([{ subject: 'toy.tick', count: 1, open: true }])
  failing = []
  await tell()
  expect(await alerts()).toEqual([{ subject: 'toy.tick', count: 1, open: false }])
})

test('what failed while the database was away has twenty seconds to go well before it is told', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: BEGAN })
  const before = await alerts()
  const failing = [{ name: 'slow.tick', since: BEGAN, lastAt: at(600) }]
  const tell = failingTold(db, () => failing)
  vi.setSystemTime(at(600))
  await tell()
  // It has not been tried since.
  vi.setSystemTime(at(629))
  await tell()
  expect(await alerts()).toEqual(before)
  failing[0]!.lastAt = at(630)
  vi.setSystemTime(at(630))
  await tell()
  expect(await alerts()).toEqual([...before, { subject: 'slow.tick', count: 1, open: true }])
})

test('one of a process that is gone ends', async () => {
  await db.run(sql`update alerts set last_at = now() - interval '4 minutes' where resolved_at is null`)
  await failingTold(db, () => [])()
  expect((await alerts()).filter(({ open }) => open)).toEqual([])
})
