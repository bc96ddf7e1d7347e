// What a balancer is told (decision E5): ready is who can write now and whose worker is alive.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from './database/migrate.ts'
import { aheadBy, createHealth, type Notes } from './health.ts'
import { createTestDatabase, until } from './testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.url)
})
afterAll(() => database.drop())
afterEach(() => void vi.useRealTimers())

async function ask(workerSilentMs: number | undefined, lines: string[] = []) {
  return askWith(workerSilentMs, [{ of: 'mail', read: () => lines }])
}

async function askWith(workerSilentMs: number | undefined, notes: Notes[]) {
  const health = createHealth({
    url: database.url,
    isOlder: () => false,
    isDiskFull: async () => false,
    workerSilentMs: () => workerSilentMs,
    notes,
  })
  try {
    return await health.check()
  } finally {
    await health.close()
  }
}

test('a worker that has not asked for a job for more than 30 seconds makes it not ready; one that runs none is not missed', async () => {
  expect(await ask(29_000)).toEqual({ ready: true, lines: [] })
  expect(await ask(31_000)).toEqual({ ready: false, lines: ['worker: has not asked for a job for 31 s'] })
  expect(await ask(undefined)).toEqual({ ready: true, lines: [] })
})

test('a full disk on which a row that is written anew finds its old place, and an order none, makes it not ready', async () => {
  let isFull = true
  const health = createHealth({
    ...{ url: database.url, isOlder: () => false, workerSilentMs: () => 0, notes: [] },
    isDiskFull: async () => isFull,
  })
  try {
    expect(await health.check()).toEqual({ ready: false, lines: ['disk: it is full: what is new finds no place'] })
    isFull = false
    await until(async () => (await health.check()).ready, 'there is room again')
  } finally {
    await health.close()
  }
})

test('what is wrong beside that is told, and it stays ready', async () => {
  expect(await ask(0, ['mail: 1 have waited'])).toEqual({ ready: true, lines: ['mail: 1 have waited'] })
})

/** About a minute, and not by more than what its asking has taken: this process's clock stands still meanwhile, the database's does not. */
const aMinute = (seconds: number, askedAt: number) =>
  Math.abs(Math.abs(seconds) - 60) <= 1 + (performance.now() - askedAt) / 1_000

test.each([
  ['ahead of', 60_000],
  ['behind', -60_000],
])('a clock that is a minute %s the database’s is told, and how far', async (how, off) => {
  const health = createHealth({
    url: database.url,
    isOlder: () => false,
    isDiskFull: async () => false,
    workerSilentMs: () => 0,
    notes: [],
  })
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const askedAt = performance.now()
    const { ready, lines } = await health.check()
    expect(ready).toBe(true)
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^clock: this process is \\d+ s ${how} the database$`))])
    expect(Number(/\d+/.exec(lines[0]!)![0])).toSatisfy((seconds: number) => aMinute(seconds, askedAt))
    expect(Math.sign(await health.aheadSeconds())).toBe(Math.sign(off))
  } finally {
    await health.close()
  }
})

test('the clock alone is asked of the database alone: nothing is written, and no notes are read', async () => {
  let read = 0
  const notes = [{ of: 'mail', read: () => [`read ${++read}`] }]
  const health = createHealth({
    url: database.url,
    isOlder: () => false,
    isDiskFull: async () => false,
    workerSilentMs: () => 0,
    notes,
  })
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  try {
    await db.query('delete from heartbeats')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const askedAt = performance.now()
    expect(await health.aheadSeconds()).toSatisfy((seconds: number) => aMinute(seconds, askedAt))
    expect((await db.query('select from heartbeats')).rowCount).toBe(0)
    expect(read).toBe(0)
    await health.check()
    expect([(await db.query('select from heartbeats')).rowCount, read]).toEqual([1, 1])
  } finally {
    await db.end()
    await health.close()
  }
})

test('an answer that took long, over which the machine slept or its clock was set, tells of none that need not be', () => {
  expect(aheadBy(5_000, 4_999, 5_001)).toBe(0)
  // The database had answered before this machine slept for an hour, or only afterwards.
  expect(aheadBy(5_001, 5_000, 3_605_000)).toBe(0)
  expect(aheadBy(3_604_999, 5_000, 3_605_000)).toBe(0)
  // It was an hour ahead, and was set right meanwhile.
  expect(aheadBy(5_001, 3_605_000, 5_002)).toBe(1)
  expect(aheadBy(5_000, 65_000, 68_000)).toBe(60_000)
  expect(aheadBy(65_000, 2_000, 5_000)).toBe(-60_000)
})

test('notes that nobody answers are told as such, beside those of the others', async () => {
  const health = await askWith(0, [
    { of: 'search', read: () => new Promise<never>(() => {}) },
    { of: 'mail', read: async () => ['mail: 1 have waited'] },
  ])
  expect(health).toEqual({
    ready: true,
    lines: ['notes of search: they were not read within 1 s', 'mail: 1 have waited'],
  })
}, 10_000)

test('notes that cannot be read keep back no others', async () => {
  const fails = () => {
    throw new Error('at once')
  }
  expect(
    await askWith(0, [
      { of: 'money', read: () => ['currencies: no rates'] },
      { of: 'search', read: () => Promise.reject(new Error('later')) },
      { of: 'payments', read: fails },
    ]),
  ).toEqual({
    ready: true,
    lines: ['currencies: no rates', 'notes of search: they cannot be read', 'notes of payments: they cannot be read'],
  })
})

test('notes that still nobody has answered are not asked for again meanwhile', async () => {
  let asked = 0
  const read = () => new Promise<string[]>(() => asked++)
  const health = createHealth({
    url: database.url,
    isOlder: () => false,
    isDiskFull: async () => false,
    workerSilentMs: () => 0,
    notes: [{ of: 'search', read }],
  })
  try {
    const first = await health.check()
    const second = await until(async () => {
      const next = await health.check()
      return next !== first && next
    }, 'it is looked again')
    expect(second).toEqual(first)
    expect(asked).toBe(1)
  } finally {
    await health.close()
  }
}, 15_000)

test('a database that can be read and not written is none', async () => {
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  const name = new URL(database.url).pathname.slice(1)
  try {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await ask(0)).toEqual({ ready: false, lines: ['database: cannot be written'] })
  } finally {
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.end()
  }
  expect((await ask(0)).ready).toBe(true)
})
