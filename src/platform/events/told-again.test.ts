// What happened is told again after a failure, a death and a restore, and is forgotten when everybody was told.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createTestDatabase } from '../testing.ts'
import { listener, log, lookUntil, names, PLAYED, play, toys } from './toys.testing.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log, size: 6, name: 'test' })
  await db.run(sql`create table toys (name text, child text)`)
})
afterEach(async () => {
  for (const { resolve } of waiting.splice(0)) resolve()
  await db.close()
  await database.drop()
})

const { waiting, signal, openProcess } = toys(() => db)

test('what fails is told again after a while, in its place, and said when that lasts; nothing is skipped', async () => {
  let broken = true
  const ears = listener(async ({ subject }) => {
    if (broken && subject === 'kite') throw new Error('no wind')
  })
  const { append, look, notes } = await openProcess(...ears.of)
  await db.transaction((tx) => append(tx, play('ball'), play('kite'), play('top')))
  const failures = async () =>
    (await db.one<{ failures: number }>(sql`select failures from event_cursors where subscriber = 'ears'`)).failures
  await lookUntil(look, async () => (await failures()) === 1, 'it has failed')
  // Of the second that it waits for nobody knows what is left: from here on it is an hour.
  const longer = sql`update event_cursors set retry_at = now() + interval '1 hour' where retry_at > failed_since`
  expect(await db.run(longer)).toBe(1)
  await look()
  expect(names(ears.told)).toEqual(['ball'])
  expect(await failures()).toBe(1)
  expect(await notes()).toEqual([])

  const soon = sql`update event_cursors set retry_at = now(), failed_since = failed_since - interval '61 seconds'`
  await db.run(soon)
  await look()
  expect(await failures()).toBe(2)
  expect(await notes()).toEqual([expect.stringMatching(/^events: ears has failed since \d{4}-/)])
  broken = false
  await db.run(soon)
  await look()
  expect(names(ears.told)).toEqual(['ball', 'kite', 'top'])
  expect(await notes()).toEqual([])
})

test('what waits long for a transaction that does not end is said; when it ends, it is told', async () => {
  const ears = listener()
  const { append, look, notes } = await openProcess(...ears.of)
  const [began, go] = [signal(), signal()]
  const endless = db.transaction(async (tx) => {
    await tx.one(sql`select pg_current_xact_id()::text as xid`)
    began.resolve()
    await go.promise
  })
  await began.promise
  await db.transaction((tx) => append(tx, play('ball')))
  expect(await notes()).toEqual([])
  await db.run(sql`update events set at = at - interval '61 seconds'`)
  await look()
  expect(ears.told).toEqual([])
  expect(await notes()).toEqual([
    expect.stringMatching(/^events: what happened since \d{4}-\S+Z waits for a transaction that is still open$/),
  ])
  go.resolve()
  await endless
  await lookUntil(look, () => ears.told.length === 1, 'it was told')
  expect(await notes()).toEqual([])
})

test('a process that dies while it tells leaves its place to the next, which is told the same event again', async () => {
  const dying = signal()
  const heard: number[] = []
  const first = await openProcess(
    PLAYED.after('ears', async ({ id }) => {
      heard.push(id)
      dying.resolve()
      await db.run(sql`
        select pg_terminate_backend(pid) from pg_locks
        where relation = 'event_cursors'::regclass and mode = 'RowShareLock' and pid <> pg_backend_pid()`)
    }),
  )
  await db.transaction((tx) => first.append(tx, play('ball')))
  await lookUntil(
    () => first.look().catch(() => {}),
    () => heard.length > 0,
    'it was told',
  )
  const ears = listener()
  const second = await openProcess(...ears.of)
  await lookUntil(second.look, () => ears.told.length > 0, 'the next was told')
  expect(ears.told.map(({ id }) => id)).toEqual(heard.slice(0, 1))
})

test('after a restore into a server that counts from lower on, what was not told is told, and what is new too', async () => {
  const ears = listener()
  const before = await openProcess(...ears.of)
  await db.transaction((tx) => before.append(tx, play('told')))
  await lookUntil(before.look, () => ears.told.length === 1, 'the first was told')
  await db.transaction((tx) => before.append(tx, play('not told')))
  await db.run(sql`update events set xid = (xid::text::numeric + 4000000000)::text::xid8`)
  await db.run(sql`update event_cursors set xid = (xid::text::numeric + 4000000000)::text::xid8`)

  const after = await openProcess(...ears.of)
  await db.transaction((tx) => after.append(tx, play('new')))
  await lookUntil(after.look, () => ears.told.length >= 3, 'the others were told')
  expect(names(ears.told)).toEqual(['told', 'not told', 'new'])
})

test('old events go, but never before everybody was told; the place of one that is no more keeps nothing', async () => {
  const ears = listener()
  const { append, look, forgetDaily } = await openProcess(...ears.of)
  const night = () => forgetDaily(30, 0).run({} as never)
  const left = async () =>
    (await db.query<{ subject: string }>(sql`select subject from events order by xid, id`)).map((row) => row.subject)
  await db.transaction((tx) => append(tx, play('told')))
  await lookUntil(look, () => ears.told.length === 1, 'the first was told')
  await db.transaction((tx) => append(tx, play('not told')))
  await night()
  expect(await left()).toEqual(['told', 'not told'])
  await db.run(sql`update events set at = at - interval '31 days'`)
  await db.run(
    sql`insert into event_cursors (subscriber, xid, id, seen_at) values ('gone', '0', 0, now() - interval '29 days')`,
  )
  await night()
  expect(await left()).toEqual(['told', 'not told'])
  await db.run(sql`update event_cursors set seen_at = now() - interval '31 days'`)
  await night()
  expect(await left()).toEqual(['not told'])
  expect(await db.query(sql`select subscriber from event_cursors`)).toEqual([{ subscriber: 'ears' }])
})
