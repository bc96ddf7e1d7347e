// A room declares itself: its folder and one line are all that a new one touches.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sql } from '#platform/database/sql.ts'
import { defineEvent, type Subscription } from '#platform/events/define.ts'
import { defineContract } from '#platform/http/contract.ts'
import { invalid } from '#platform/http/errors.ts'
import { defineTag } from '#platform/http/page-tags.ts'
import { serves } from '#platform/http/serve.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { type AnyRoom, defineRoom } from '#platform/room.ts'
import { defineSetting, wholeNumber } from '#platform/settings/define.ts'
import { until } from '#platform/testing.ts'
import { moneyRoom } from '#rooms/money/room.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

const PLAYS = defineSetting('toy.plays', { schema: wholeNumber(1, 9), initial: '3' })
const PLAY = defineJob<{ with: string }>('toy.play')
const toyContract = defineContract({
  'POST /api/toy': {
    summary: 'Plays with a toy',
    access: 'public',
    body: z.object({ with: z.string() }),
    data: z.number(),
  },
})
const PLAYED = defineEvent('toy.played')
const seen: string[] = []
let isDeaf = false
let isBroken = false

async function tick() {
  const says = isBroken ? 'broke' : 'ticked'
  if (!seen.includes(says)) seen.push(says)
  if (isBroken) throw new Error('broken on purpose')
}

const toyRoom = defineRoom({
  name: 'toys',
  needs: { currencies: moneyRoom },
  prepare: async ({ db }) => void (await db.run(sql`create table toys (name text primary key)`)),
  settings: [PLAYS],
  events: [PLAYED],
  open: ({ db, settings, events }, { currencies }) => ({
    hands: { played: () => seen },
    calls: serves(toyContract, {
      'POST /api/toy': async ({ body }) => {
        await db.transaction(async (tx) => {
          await enqueue(tx, PLAY, body)
          await events.append(tx, PLAYED.of(body.with, {}))
          if (body.with === 'fire') throw invalid([{ path: 'with', message: 'That is no toy' }])
        })
        return currencies.all().length
      },
    }),
    jobs: [PLAY.does(async (played) => void seen.push(`played with ${played.with}`))],
    ticks: [{ name: 'toy.tick', everyMs: 10, run: tick }],
    responders: [{ prefix: '/toy.txt', answer: async () => new Response('a toy') }],
    declares: { alerts: { 'toy.broken': 'Glue it.' } },
    notes: () => [`toys: ${settings.read(PLAYS)} may be played with`],
    listening: () => void seen.push('listening'),
    close: async () => void seen.push('closed'),
  }),
})

/** Needs the one that comes after it in the list. */
const playroom = defineRoom({
  name: 'playroom',
  needs: { toys: toyRoom },
  open: (_, { toys }) => ({
    hands: { toys: toys.played() },
    subscribes: [
      PLAYED.inTransaction((tx, { subject }) => tx.run(sql`insert into toys (name) values (${subject})`)),
      PLAYED.after('playroom', async ({ subject }) => {
        if (isDeaf) throw new Error('too loud')
        seen.push(`told of ${subject}`)
      }),
    ],
  }),
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({}, { moreRooms: [playroom, toyRoom] })
})
afterAll(async () => {
  await shop.close()
  expect(seen).toContain('closed')
})

const readyz = async () => (await fetch(`${shop.shop.origin}/readyz`)).text()

test('its calls are served, described and answered from what another room hands out', async () => {
  const answer = await shop.call('POST', '/api/toy', { body: { with: 'a ball' } })
  const [{ n } = { n: 0 }] = await shop.db.query<{ n: number }>(sql`select count(*)::int as n from currencies`)
  expect(answer.body.data).toBe(n)
  expect(n).toBeGreaterThan(1)
  const { paths } = (await shop.call('GET', '/openapi.json')).body
  expect(Object.keys(paths)).toContain('/api/toy')
})

test('its job is done, its tick ticks, and it hears when the shop listens', async () => {
  await shop.call('POST', '/api/toy', { body: { with: 'a kite' } })
  await until(() => seen.includes('played with a kite') && seen.includes('ticked'), 'the job and the tick ran')
  expect(seen).toContain('listening')
})

test('it answers below its prefix, tells what is wrong, and what it declares reaches the room that reads it', async () => {
  expect(await (await fetch(`${shop.shop.origin}/toy.txt`)).text()).toBe('a toy')
  await until(async () => (await readyz()).includes('toys: 3 may be played with'), 'readyz says so')
  expect(shop.shop.rooms.declared('alerts')).toHaveProperty(['toy.broken'])
  expect(shop.shop.rooms.hands(playroom).toys).toBe(seen)
})

test('its event reaches the room that subscribes: with its transaction, and after it; what was rolled back, neither', async () => {
  expect((await shop.call('POST', '/api/toy', { body: { with: 'fire' } })).status).toBe(400)
  await shop.call('POST', '/api/toy', { body: { with: 'a top' } })
  expect(await shop.db.query(sql`select name from toys where name in ('a top', 'fire')`)).toEqual([{ name: 'a top' }])
  await until(() => seen.includes('told of a top'), 'it was told afterwards', 40_000)
  expect(seen).not.toContain('told of fire')
  expect(seen).not.toContain('played with fire')
})

test('a room that cannot be told what happened is said at readyz and to the operator, until it is told', async () => {
  isDeaf = true
  await shop.call('POST', '/api/toy', { body: { with: 'a drum' } })
  const failed = sql`update event_cursors set failed_since = now() - interval '61 seconds' where failures > 0`
  await until(async () => (await shop.db.run(failed)) > 0, 'it has failed', 40_000)
  await until(async () => (await readyz()).includes('events: playroom has failed since 2'), 'readyz says so')
  const open = sql`select 1 from alerts where kind = 'events.stuck' and subject = 'playroom' and resolved_at is null`
  await until(() => shop.db.query(open), 'the operator is told')
  isDeaf = false
  await shop.db.run(sql`update event_cursors set retry_at = now()`)
  await until(() => seen.includes('told of a drum'), 'it is told', 40_000)
  await until(async () => (await shop.db.query(open)).length === 0, 'that is over')
})

test('a tick that has failed for a minute is said at readyz and to the operator, until it goes well', async () => {
  isBroken = true
  await until(() => seen.includes('broke'), 'it fails')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  const open = sql`select 1 from alerts where kind = 'tick.failing' and subject = 'toy.tick' and resolved_at is null`
  try {
    await until(async () => (await readyz()).includes('ticks: toy.tick has failed since 2'), 'readyz says so')
    await until(() => shop.db.query(open), 'the operator is told', 40_000)
  } finally {
    vi.useRealTimers()
    isBroken = false
  }
  await until(async () => (await shop.db.query(open)).length === 0, 'that is over', 40_000)
  expect(await readyz()).not.toContain('ticks:')
})

test('when a transaction that stays open keeps all from being told, readyz and the operator hear of it until it ends', async () => {
  const open = sql`select 1 from alerts where kind = 'events.held' and resolved_at is null`
  await shop.db.transaction(async (tx) => {
    await tx.one(sql`select pg_current_xact_id()::text as xid`)
    await shop.call('POST', '/api/toy', { body: { with: 'a flute' } })
    await shop.db.run(sql`update events set at = at - interval '301 seconds' where subject = 'a flute'`)
    await until(() => shop.db.query(open), 'the operator is told', 40_000)
    const held = /^events: what happened since .+ waits for a transaction that is still open$/m
    await until(async () => held.test(await readyz()), 'readyz says so')
    expect(seen).not.toContain('told of a flute')
  })
  await until(() => seen.includes('told of a flute'), 'it is told', 40_000)
  await until(async () => (await shop.db.query(open)).length === 0, 'that is over', 40_000)
})

test('its setting starts with its first value, is heard when it changes, and leaves a row of each change', async () => {
  const change = (value: string) => shop.db.run(sql`update settings set value = ${value} where key = 'toy.plays'`)
  await change('5')
  await until(async () => (await readyz()).includes('toys: 5 may'), 'the new value counts')
  await change('many')
  const line = 'setting toy.plays: what stands there cannot be, so 3 counts'
  const saying = (...lines: string[]) =>
    until(
      async () => {
        const said = await readyz()
        return lines.every((one) => said.includes(one)) ? said : undefined
      },
      `readyz says ${lines.join(' and ')}`,
    )
  await saying(line, 'toys: 3 may')
  await change('7')
  expect(await saying('toys: 7 may')).not.toContain(line)
  const history = await shop.db.query(
    sql`select before, after from setting_changes where key = 'toy.plays' order by id`,
  )
  expect(history).toEqual([
    { before: null, after: '3' },
    { before: '3', after: '5' },
    { before: '5', after: 'many' },
    { before: 'many', after: '7' },
  ])
})

test('rooms that need each other in a circle, one that is missing, the same thing declared twice, and an event that none declares are refused by name', async () => {
  const plain = (name: string, needs: Record<string, AnyRoom>, declares = {}, subscribes: Subscription[] = []) =>
    defineRoom({ name, needs, open: () => ({ declares, subscribes }) })
  const opening = (...rooms: AnyRoom[]) => openTestShop({}, { moreRooms: rooms })
  const needs: Record<string, AnyRoom> = {}
  const [a, b] = [plain('a', needs), plain('b', needs)]
  Object.assign(needs, { b })
  await expect(opening(a, b)).rejects.toThrow('rooms need each other in a circle: a → b → b')
  await expect(opening(plain('c', { other: plain('d', {}) }))).rejects.toThrow('c needs d, which is not composed')
  const twice = { alerts: { 'x.y': 'z' } }
  await expect(opening(plain('e', {}, twice), plain('f', {}, twice))).rejects.toThrow(
    'f declares alerts x.y, which another room does already',
  )
  const tagged = (name: string) => defineRoom({ name, needs: {}, tags: [defineTag('toy')], open: () => ({}) })
  await expect(opening(tagged('g'), tagged('h'))).rejects.toThrow(
    'h declares the page tag toy, which another room does',
  )
  const secret = defineRoom({ name: 'i', needs: {}, secrets: { coupon: 'passing' }, open: () => ({}) })
  await expect(opening(secret)).rejects.toThrow('i declares the secret coupon, which another room does already')
  const limited = defineContract({
    'GET /api/limited': { summary: 'Limited', access: 'public', perMinute: 'toys', data: z.null() },
  })
  const calls = serves(limited, { 'GET /api/limited': async () => null })
  await expect(opening(defineRoom({ name: 'j', needs: {}, open: () => ({ calls }) }))).rejects.toThrow(
    'no room declares the limit toys',
  )
  const odd = [defineSetting('toy.odd', { schema: wholeNumber(1, 9), initial: '3' })]
  const setting = (name: string) => defineRoom({ name, needs: {}, settings: odd, open: () => ({}) })
  await expect(opening(setting('k'), setting('l'))).rejects.toThrow('the setting toy.odd is declared twice')
  await expect(opening(plain('g', {}, {}, [PLAYED.after('g', async () => {})]))).rejects.toThrow(
    'g subscribes to toy.played, which no room declares',
  )
})
