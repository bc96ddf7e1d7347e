// What happened is told exactly when it happened: with its transaction, or after it, and in order.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase, type Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createTestDatabase, until } from '../testing.ts'
import { defineEvent } from './define.ts'
import { createEvents } from './events.ts'
import { eventRows } from './store.ts'
import { BROKEN, listener, log, lookUntil, names, PLAYED, play, toys } from './toys.testing.ts'

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

const keepToy = PLAYED.inTransaction((tx, { subject, atHand }) =>
  tx.run(sql`insert into toys (name, child) values (${subject}, ${atHand.child})`),
)

/** A transaction that stays open until it is let go. */
function hold(work: (tx: Transaction) => Promise<unknown>) {
  const worked = signal()
  const letGo = signal()
  const ended = db.transaction(async (tx) => {
    await work(tx)
    worked.resolve()
    await letGo.promise
  })
  return {
    worked: worked.promise,
    end() {
      letGo.resolve()
      return ended
    },
  }
}

test('in the transaction: what subscribes writes with it, and its failure undoes both; at hand is never kept', async () => {
  const refuse = BROKEN.inTransaction(async () => {
    throw new Error('glue it first')
  })
  const { append } = await openProcess(keepToy, refuse)
  await db.transaction((tx) => append(tx, play('ball', 3), play('kite')))
  expect(await db.query(sql`select name, child from toys order by name`)).toEqual([
    { name: 'ball', child: 'Ada' },
    { name: 'kite', child: 'Ada' },
  ])
  await expect(db.transaction((tx) => append(tx, play('top'), BROKEN.of('top', {})))).rejects.toThrow('glue it first')
  expect(await db.query(sql`select name, subject, payload from events order by xid, id`)).toEqual([
    { name: 'toy.played', subject: 'ball', payload: { times: 3 } },
    { name: 'toy.played', subject: 'kite', payload: { times: 1 } },
  ])
  expect(await db.query(sql`select name from toys where name = 'top'`)).toEqual([])
})

test('events that a statement has written itself are told like the others', async () => {
  const ears = listener()
  const { appended, look } = await openProcess(keepToy, ...ears.of)
  const events = [play('ball', 2), BROKEN.of('ball', {})]
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into events (name, subject, payload)
      select e ->> 'name', e ->> 'subject', e -> 'payload' from jsonb_array_elements(${eventRows(events)}::jsonb) as e`)
    await appended(tx, ...events)
  })
  expect(await db.query(sql`select name from toys`)).toEqual([{ name: 'ball' }])
  await lookUntil(look, () => ears.told.length === 2, 'both were told')
  expect(ears.told).toMatchObject([
    { name: 'toy.played', payload: { times: 2 } },
    { name: 'toy.broken', subject: 'ball' },
  ])
})

test('afterwards: what was rolled back is told to nobody, what was committed once, from when it is first followed', async () => {
  const before = await openProcess()
  await db.transaction((tx) => before.append(tx, play('old')))
  // Who follows begins behind all that is over; in another test's database of the same server something older may be open still.
  const isOver = () =>
    db.query(sql`select from events where subject = 'old' and xid < pg_snapshot_xmin(pg_current_snapshot())`)
  await until(isOver, 'it is over for everybody', 40_000)
  const ears = listener()
  const { append, look } = await openProcess(...ears.of)
  await db
    .transaction(async (tx) => {
      await append(tx, play('never'))
      throw new Error('rolled back')
    })
    .catch(() => {})
  await db.transaction((tx) => append(tx, play('ball'), play('kite')))
  await lookUntil(look, () => ears.told.length >= 2, 'it was told')
  await look()
  expect(names(ears.told)).toEqual(['ball', 'kite'])
})

test('an event whose transaction ends late is not overtaken, whichever of both took its number first', async () => {
  const ears = listener()
  const { append, look } = await openProcess(...ears.of)
  const numberFirst = hold((tx) => append(tx, play('number first')))
  await numberFirst.worked
  await db.transaction((tx) => append(tx, play('quick')))
  for (let i = 0; i < 3; i++) await look()
  expect(ears.told).toEqual([])
  await numberFirst.end()
  await lookUntil(look, () => ears.told.length === 2, 'both were told')
  expect(names(ears.told)).toEqual(['number first', 'quick'])

  const go = signal()
  const began = signal()
  const transactionFirst = db.transaction(async (tx) => {
    await tx.one(sql`select pg_current_xact_id()::text as xid`)
    began.resolve()
    await go.promise
    await append(tx, play('transaction first'))
  })
  await began.promise
  await db.transaction((tx) => append(tx, play('quick again')))
  await look()
  expect(ears.told).toHaveLength(2)
  go.resolve()
  await transactionFirst
  await lookUntil(look, () => ears.told.length === 4, 'both were told')
  expect(names(ears.told).slice(2)).toEqual(['transaction first', 'quick again'])
})

test('many that append at once: each event is told once, those of one transaction together', async () => {
  const ears = listener()
  const processes = await Promise.all([openProcess(...ears.of), openProcess(...ears.of)])
  const toys = Array.from({ length: 60 }, (_, n) => `toy ${n}`)
  const looking = lookUntil(
    async () => void (await Promise.all(processes.map(({ look }) => look()))),
    () => ears.told.length >= 120,
    'all were told',
  )
  await Promise.all(toys.map((toy) => db.transaction((tx) => processes[0]!.append(tx, play(toy), BROKEN.of(toy, {})))))
  await looking
  expect(names(ears.told).toSorted()).toEqual(toys.flatMap((toy) => [toy, toy]).toSorted())
  for (let i = 0; i < 120; i += 2) expect(ears.told[i]!.subject).toBe(ears.told[i + 1]!.subject)
})

test('two processes never tell the same subscriber at once; another subscriber waits for neither', async () => {
  const [begun, go] = [signal(), signal()]
  const slow = listener(async () => {
    begun.resolve()
    await go.promise
  })
  const others: string[] = []
  const other = PLAYED.after('other', async ({ subject }) => void others.push(subject))
  const [one, two] = [await openProcess(...slow.of), await openProcess(...slow.of, other)]
  await db.transaction((tx) => one.append(tx, play('ball')))
  const telling = lookUntil(one.look, () => slow.told.length === 1, 'it was told')
  await begun.promise
  await lookUntil(two.look, () => others.length === 1, 'the other was told')
  go.resolve()
  await telling
  await two.look()
  expect(names(slow.told)).toEqual(['ball'])
})

test('an event that nobody declares can be neither followed nor appended, and two cannot follow as one', async () => {
  const lost = defineEvent('toy.lost')
  const { append } = await openProcess()
  await expect(db.transaction((tx) => append(tx, lost.of('ball', {})))).rejects.toThrow(
    'the event toy.lost is declared by no room',
  )
  const events = createEvents([PLAYED])
  expect(() => events.subscribe('toys', [lost.after('ears', async () => {})])).toThrow(
    'toys subscribes to toy.lost, which no room declares',
  )
  events.subscribe('toys', [PLAYED.after('ears', async () => {})])
  expect(() => events.subscribe('games', [PLAYED.after('ears', async () => {})])).toThrow(
    'games follows toy.played as ears, which toys does already',
  )
  expect(() => createEvents([PLAYED, PLAYED])).toThrow('the event toy.played is declared twice')
})
