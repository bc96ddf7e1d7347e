// Days are those of the zone's own clocks, also on the days on which these are changed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { TIME_ZONE } from '../settings/time-zone.ts'
import { createTestDatabase } from '../testing.ts'
import { type Database, openDatabase } from './database.ts'
import { dayUpToNow, wholeDays } from './days.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 2, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const HOUR = 3_600_000

test.each([
  // Twelve hours ahead in winter, thirteen in summer: it is Tuesday there while it is Monday in UTC.
  ['Pacific/Auckland', 0, '2026-11-23T12:30:00Z', '2026-11-23T11:00:00Z', '2026-11-23T12:30:00Z'],
  ['Pacific/Auckland', 1, '2026-11-23T12:30:00Z', '2026-11-22T11:00:00Z', '2026-11-22T12:30:00Z'],
  ['Pacific/Auckland', 0, '2026-11-23T10:59:59Z', '2026-11-22T11:00:00Z', '2026-11-23T10:59:59Z'],
  // 27 September 2026: clocks go forward at two; by noon ten hours have passed, the day before twelve.
  ['Pacific/Auckland', 0, '2026-09-26T23:00:00Z', '2026-09-26T12:00:00Z', '2026-09-26T23:00:00Z'],
  ['Pacific/Auckland', 1, '2026-09-26T23:00:00Z', '2026-09-25T12:00:00Z', '2026-09-26T00:00:00Z'],
  // 1 November 2026: clocks go back at two.
  ['America/New_York', 0, '2026-11-01T17:00:00Z', '2026-11-01T04:00:00Z', '2026-11-01T17:00:00Z'],
  ['America/New_York', 1, '2026-11-01T17:00:00Z', '2026-10-31T04:00:00Z', '2026-10-31T16:00:00Z'],
  ['America/New_York', 7, '2026-11-03T02:00:00Z', '2026-10-26T04:00:00Z', '2026-10-27T01:00:00Z'],
  ['UTC', 0, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z'],
])('in %s, %i days ago at %s', async (zone, daysAgo, now, since, until) => {
  expect(await dayUpToNow(db, zone, daysAgo, new Date(now))).toEqual({ since: new Date(since), until: new Date(until) })
})

test('whole days have 23 hours where clocks go forward and 25 where they go back; what is not said is no bound', async () => {
  const hours = async (zone: string, from: string, to: string) => {
    const { since, until } = await wholeDays(db, zone, from, to)
    return (Date.parse(until) - Date.parse(since)) / HOUR
  }
  expect(await hours('Europe/Berlin', '2026-03-29', '2026-03-29')).toBe(23)
  expect(await hours('America/New_York', '2026-11-01', '2026-11-01')).toBe(25)
  expect(await hours('Pacific/Auckland', '2026-11-23', '2026-11-24')).toBe(48)
  expect(await wholeDays(db, 'Europe/Berlin', undefined, undefined)).toEqual({ since: '-infinity', until: 'infinity' })
})

test('a zone is a name that the database knows as well', async () => {
  for (const name of ['Mars/Olympus', '+02:00', 'Europe/Berlin; drop', '', 'UTC '])
    expect(TIME_ZONE.schema.safeParse(name).success, name).toBe(false)
  for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
    expect(TIME_ZONE.schema.safeParse(name).success, name).toBe(true)
    await dayUpToNow(db, name, 0, new Date('2026-06-01T00:00:00Z'))
  }
})
