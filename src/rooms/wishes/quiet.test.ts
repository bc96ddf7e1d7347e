// Changes of many products of which nobody is told (docs/decisions/040).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { bulkEdits } from '#rooms/products/bulk.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  type TestMember,
  type TestProduct,
  type TestShop,
  withinOneDay,
} from '#test/harness.ts'
import { spreadNews } from './news.ts'

let shop: TestShop
let ada: TestStaff
let product: TestProduct
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())
beforeEach(begin)
async function begin() {
  await shop.db.transaction((tx) => tx.run(sql`truncate wishes, wish_news, wish_checks, wish_silence, mails`))
  // A name without digits: no number that somebody looks for finds it.
  product = await addProduct(shop, { keys: 1, priceCents: 2000, name: 'Wished for' })
  member = await addMember(shop)
  await wish(member)
  await spread()
}

const wish = ({ cookie }: TestMember, { productId } = product) =>
  shop.call('POST', '/api/profile/wishlist', { body: { productId }, headers: { cookie } })
/** The next look, with nothing left to gather. */
const spread = () => spreadNews({ db: shop.db, mailDomain: () => 'shop.example' }, 0)
const reprice = (cents: number) =>
  shop.db.run(sql`update offers set price_cents = ${cents} where id = ${product.offerId}`)
/** As if all of it had been a day earlier. */
const nextDay = async () => {
  await shop.db.run(sql`update wish_news set day = day - 1`)
  await shop.db.run(sql`update wish_checks set due_at = due_at - interval '1 day'`)
}
const told = () => shop.db.query(sql`select kind, cents from wish_news where mail_id is not null order by created_at`)

const select = () => ({ only: [product.productId] })
const wishers = (select: object) => askAs(shop, ada, 'POST /office/bulk/wishers', { select })
const percent = (basisPoints: number) => ({ what: 'price', basisPoints, cents: 0, ending: null })
const sale = (on: boolean) => ({ what: 'sale', on })
async function run({ id }: { id: string }): Promise<string> {
  await bulkEdits(shop.db).run(id)
  return id
}
async function change(what: ReturnType<typeof percent> | ReturnType<typeof sale>, more: object = {}): Promise<string> {
  const call = what.what === 'price' ? 'POST /office/bulk/prices' : 'POST /office/bulk/products'
  const body = { id: randomUUID(), select: select(), change: what, seen: 1, reason: 'spring', ...more }
  return run(await askAs(shop, ada, call, body))
}
const undo = async (id: string) => run(await askAs(shop, ada, `POST /office/bulk/${id}/undo`, { reason: 'no spring' }))

test('members are told of a change of many only where its maker says so, who sees how many they are', async () => {
  const silent = await addMember(shop)
  await wish(silent)
  await shop.db.run(sql`insert into wish_silence (member_id) values (${silent.id})`)
  expect(await wishers(select())).toEqual({ wishers: 1 })
  const id = await change(percent(-2000))
  await spread()
  expect(await told()).toEqual([])
  expect(await askAs(shop, ada, `GET /office/bulk/${id}`)).toMatchObject({ changed: 1, tells: false })
  const loud = await change(percent(-1000), { tells: true })
  await spread()
  expect(await told()).toEqual([{ kind: 'reduced', cents: 1440 }])
  expect(await askAs(shop, ada, `GET /office/bulk/${loud}`)).toMatchObject({ changed: 1, tells: true })
})

test('each member who wishes for something of it is counted once, whichever way it is selected', async () => {
  const other = await addProduct(shop, { name: 'Another one' })
  const { id: category } = await shop.db.one<{ id: number }>(
    sql`insert into categories (slug, name) values ('wished', '{"en-US":"Wished"}') returning id`,
  )
  const both = [product.productId, other.productId]
  await shop.db.run(sql`update products set category_id = ${category} where id = any(${both}::int[])`)
  const [twice, away] = [await addMember(shop), await addMember(shop)]
  await wish(twice)
  await wish(twice, other)
  await wish(away)
  await shop.db.run(sql`update wishes set removed_at = now() where member_id = ${away.id}`)
  const q = `#${other.productId}`
  expect([
    await wishers({ only: both }),
    await wishers({ only: [other.productId] }),
    await wishers({ filter: { category }, except: [] }),
    await wishers({ filter: { category }, except: [product.productId] }),
    await wishers({ filter: { category, q }, except: [] }),
    await wishers({ filter: { category, q }, except: [other.productId] }),
    await wishers({ filter: { category, state: 'draft' }, except: [] }),
  ]).toEqual([2, 1, 2, 1, 1, 0, 0].map((count) => ({ wishers: count })))
})

test('what nobody was told is what members know: the next fall is news from there, and what was taken back is none', async () => {
  const id = await change(percent(-2000))
  await spread()
  await reprice(1590)
  await spread()
  expect(await told()).toEqual([])
  await reprice(1600)
  await undo(id)
  await spread()
  expect(await told()).toEqual([])
  await undo(await change(sale(false)))
  await spread()
  expect(await told()).toEqual([])
  await reprice(1900)
  await spread()
  expect(await told()).toEqual([{ kind: 'reduced', cents: 1900 }])
})

test('off sale and on sale again, without a word, nobody is told that it can be had again', async () => {
  await change(sale(false))
  await spread()
  await change(sale(true))
  await spread()
  expect(await told()).toEqual([])
})

test('a wish that has just been put tells nobody else of it', async () => {
  await wish(await addMember(shop))
  await change(percent(-2000))
  await spread()
  expect(await shop.db.query(sql`select from wish_news where member_id = ${member.id}`)).toEqual([])
})

test.each([
  ['before it', [() => reprice(1600), () => change(percent(-1000))], 1440],
  ['after it', [() => change(percent(-1000)), () => reprice(1600)], 1600],
])('what is to be told at the same time is told all the same: what changed %s', async (_, both, cents) => {
  for (const one of both) await one()
  await spread()
  expect(await told()).toEqual([{ kind: 'reduced', cents }])
  // What was put off for it.
  await shop.db.run(sql`update wish_checks set due_at = now()`)
  await spread()
  expect(await told()).toHaveLength(1)
  expect(await shop.db.query(sql`select from wish_checks`)).toEqual([])
})

describe('of two falls on the day on which he was told before', () => {
  const earlier = { kind: 'reduced', cents: 1900 }
  const loud = () => reprice(1600)
  const quiet = async () => void (await change(percent(-200)))
  const afterOne = (work: () => Promise<void>) =>
    withinOneDay(shop, async () => {
      await begin()
      await reprice(1900)
      await spread()
      expect(await told()).toEqual([earlier])
      await work()
    })

  test.each([
    ['the second', [loud, spread, quiet, spread], 1568],
    ['the second, looked at together with the first', [loud, quiet, spread], 1568],
    ['the first, looked at together with the second', [quiet, loud, spread], 1600],
  ])('where nobody is told of %s, he is told of the other one the next day', (_, steps, cents) =>
    afterOne(async () => {
      for (const step of steps) await step()
      expect(await told()).toEqual([earlier])
      await nextDay()
      await spread()
      expect(await told()).toEqual([earlier, { kind: 'reduced', cents }])
    }),
  )

  test('where nobody is told of either, he is not told the next day', () =>
    afterOne(async () => {
      for (const step of [quiet, spread, quiet, spread, nextDay, spread]) await step()
      expect(await told()).toEqual([earlier])
    }))
})

test('what becomes of a draft without a word is not told once it is published', async () => {
  const draft = (is: boolean) => shop.db.run(sql`update products set is_draft = ${is} where id = ${product.productId}`)
  await draft(true)
  await change(percent(-2000))
  await spread()
  await draft(false)
  await spread()
  expect(await told()).toEqual([])
})

test('what changed without a word while a wish was taken off by mistake is not told when it is back', async () => {
  const { cookie } = member
  await shop.call('DELETE', `/api/profile/wishlist?productId=${product.productId}`, { headers: { cookie } })
  await change(percent(-2000))
  await spread()
  await wish(member)
  await spread()
  expect(await told()).toEqual([])
})

test('what falls while a quiet change is looked at is told', async () => {
  await change(percent(-200))
  const looking = await shop.db.transaction(async (tx) => {
    await tx.run(sql`lock table offers in access exclusive mode`)
    const spreading = spread()
    const waits = sql`select from pg_locks where relation = 'offers'::regclass and mode = 'AccessShareLock' and not granted`
    await until(async () => (await shop.db.query(waits)).length > 0, 'its prices are to be read')
    await tx.run(sql`update offers set price_cents = 1600 where id = ${product.offerId}`)
    return { spreading }
  })
  await looking.spreading
  await spread()
  expect(await told()).toEqual([{ kind: 'reduced', cents: 1600 }])
})
