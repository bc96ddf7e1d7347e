// The levels, and where members stand among them (decision C8).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { earned, type Levels, levelAt, stillEarned, whatBecame } from './rules.ts'
import { LEVELS } from './settings.ts'

let shop: TestShop
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  member = await addMember(shop)
})
afterAll(() => shop.close())

const get = (path: string, who = member) => shop.call('GET', path, { headers: { cookie: who.cookie } })
const setLevels = (value: string) =>
  shop.db.run(sql`
    with changed as (update settings set value = ${value} where key = 'member.levels' returning key)
    select pg_notify('settings', key) from changed`)

test('the table of levels says where the member stands; everybody begins with Bronze', async () => {
  expect((await get('/api/profile/memberGroup')).body.data).toEqual({
    levels: [
      { level: 1, name: 'Bronze', discount: 0, consumption: 0 },
      { level: 2, name: 'Silver', discount: 2, consumption: 100 },
      { level: 3, name: 'Gold', discount: 4, consumption: 500 },
      { level: 4, name: 'Platinum', discount: 6, consumption: 2_000 },
      { level: 5, name: 'Diamond', discount: 8, consumption: 10_000 },
    ],
    level: 1,
    nextLevel: { level: 2, name: 'Silver', discount: 2, consumption: 100 },
    totalConsumption: 0,
    currentPoints: 0,
    pendingPoints: 0,
    pointsExchangeRate: 1,
  })
  expect((await get(`/api/getUserLevelInfo/${member.id}`)).body.data).toEqual({ title: 'Bronze', discount: 0 })
  expect((await get('/api/getInfo')).body.data).toMatchObject({
    title: 'Bronze',
    discount: 0,
    uexp: 0,
    upgradeExp: 100,
  })
})

test('another’s level is nobody’s business', async () => {
  const other = await addMember(shop)
  for (const path of [`/api/getUserLevelInfo/${other.id}`, `/api/profile/memberGroup?memberId=${other.id}`])
    expect((await get(path)).status).toBe(403)
  for (const path of [`/api/getUserLevelInfo/${member.id}`, '/api/profile/memberGroup'])
    expect((await shop.call('GET', path)).body.msg).toBe('message.loginFirst')
})

test('the operator changes the levels; what is no list of levels leaves the first ones in force', async () => {
  const rich = await addMember(shop)
  await shop.db.run(sql`insert into member_rewards (member_id, growth) values (${rich.id}, 30000)`)
  const level = async () => (await get(`/api/getUserLevelInfo/${rich.id}`, rich)).body.data
  expect(await level()).toEqual({ title: 'Silver', discount: 2 })
  await setLevels('[{"name":"Guest","growth":0,"discount":0},{"name":"Friend","growth":300,"discount":12.5}]')
  await until(async () => (await level()).title === 'Friend', 'the new levels count')
  expect(await level()).toEqual({ title: 'Friend', discount: 12.5 })
  await setLevels('[{"name":"Guest","growth":5,"discount":0}]')
  await until(async () => (await level()).title === 'Silver', 'what begins above 0 does not count')
})

test('what is no list of levels is not taken', () => {
  const takes = (levels: unknown) => LEVELS.schema.safeParse(JSON.stringify(levels)).success
  const begin = { name: 'A', growth: 0, discount: 0 }
  expect(takes([begin, { name: 'B', growth: 0.5, discount: 100 }])).toBe(true)
  for (const wrong of [
    [],
    {},
    [begin, begin],
    [{ ...begin, discount: 101 }],
    [{ ...begin, discount: 0.001 }],
    [{ ...begin, name: '' }],
  ])
    expect(takes(wrong), JSON.stringify(wrong)).toBe(false)
  expect(LEVELS.schema.safeParse('levels').success).toBe(false)
})

test('a level is reached at its growth, and the last has none after it', () => {
  const levels = JSON.parse(LEVELS.initial) as Levels
  const at = (growth: number) => {
    const { level, next } = levelAt(levels, growth * 100)
    return [level.name, next?.name]
  }
  expect([-1, 0, 99.99, 100, 499, 500, 2_000, 9_999, 10_000, 1e9].map(at)).toEqual([
    ['Bronze', 'Silver'],
    ['Bronze', 'Silver'],
    ['Bronze', 'Silver'],
    ['Silver', 'Gold'],
    ['Silver', 'Gold'],
    ['Gold', 'Platinum'],
    ['Platinum', 'Diamond'],
    ['Platinum', 'Diamond'],
    ['Diamond', undefined],
    ['Diamond', undefined],
  ])
})

test('what is earned is floored, never by a float’s error; refunded whole nothing is left, and never more than the whole', () => {
  expect([earned(100, 0.29), earned(1999, 0.01), earned(99, 0.01), earned(-5, 1), earned(1999, 1)]).toEqual([
    29, 19, 0, 0, 1999,
  ])
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), (whole, paid, part) => {
      const kept = Math.min(part, paid)
      const left = stillEarned(whole, { kept, paid })
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(whole)
      if (kept === 0) expect(left).toBe(0)
      if (kept === paid) expect(left).toBe(whole)
    }),
  )
})

test('what an entry of the history says', () => {
  const said = (reason: 'order' | 'converted', points: number, pendingPoints: number) =>
    whatBecame({ reason, points, pendingPoints })
  expect(said('order', 0, 1.1)).toEqual({ what: 'earned', points: 1.1 })
  expect(said('order', 1.5, 0)).toEqual({ what: 'earned', points: 1.5 })
  expect(said('order', 0.3, -0.3)).toEqual({ what: 'usable', points: 0.3 })
  expect(said('order', 0, -0.7)).toEqual({ what: 'takenBack', points: -0.7 })
  expect(said('order', -0.1, -0.2)).toEqual({ what: 'takenBack', points: -0.3 })
  expect(said('order', 0, 0)).toEqual({ what: 'level', points: 0 })
  expect(said('converted', -2, 0)).toEqual({ what: 'converted', points: -2 })
})

test('who owes points cannot go yet by himself', async () => {
  const { holds } = shop.shop.rooms.declared('personal').levels!
  const held = () => shop.db.transaction((tx) => holds!(tx, member.id, member.email))
  const set = (points: number) =>
    shop.db.run(sql`
      insert into member_rewards (member_id, points, pending, growth) values (${member.id}, ${points}, 0, 0)
      on conflict (member_id) do update set points = ${points}`)
  expect(await held()).toEqual([])
  await set(-1)
  expect(await held()).toEqual(['erasure.points'])
  await set(0)
  expect(await held()).toEqual([])
})
