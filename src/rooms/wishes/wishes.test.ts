// The wishlist over the API: whose it is, how it is added to, what it shows (decisions A5, A6, A10, F9).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  type Answer,
  addKeys,
  addMember,
  addProduct,
  heldAlways,
  openTestShop,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { forgetRemoved, putWish, queueUp } from './store.ts'

let shop: TestShop
let product: TestProduct
let member: TestMember
let stranger: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { keys: 2, priceCents: 2000, name: 'Wished Game' })
  stranger = await addMember(shop)
  const path = `/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await shop.call('GET', path)).status === 200, 'its shelf is known')
})
afterAll(() => shop.close())
beforeEach(async () => {
  member = await addMember(shop)
})

const LIST = '/api/profile/wishlist'
const as = ({ cookie }: { cookie: string }, headers: Record<string, string> = {}) => ({
  headers: { cookie, ...headers },
})
const wish = (who: TestMember, body: object) => shop.call('POST', LIST, { body, ...as(who) })
const remove = (who: TestMember, productId: number) => shop.call('DELETE', `${LIST}?productId=${productId}`, as(who))
const list = async (who: TestMember, query = '') => (await shop.call('GET', `${LIST}${query}`, as(who))).body
const ids = async (who: TestMember) => (await shop.call('GET', `${LIST}/ids`, as(who))).body.data

const reprice = (cents: number, offerId = product.offerId) =>
  shop.db.run(sql`update offers set price_cents = ${cents} where id = ${offerId}`)

/** A second version, cheaper by default. */
async function addVersion(of: TestProduct, priceCents: number, edition = 'Deluxe') {
  const sku = await shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, edition, position) values (${of.productId}, gen_random_uuid()::text, ${edition}, 1) returning id`)
  const offer = await shop.db.one<{ id: number }>(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    values (${of.productId}, ${sku.id}, (select id from sellers where is_shop), ${priceCents}) returning id`)
  return { skuId: sku.id, offerId: offer.id }
}

test('a wish keeps the price of that moment; the list shows what it costs now, and that it costs less', async () => {
  expect((await wish(member, { productId: product.productId })).body.data).toEqual({ added: true })
  await reprice(1500)
  const { rows, total } = await list(member)
  expect(total).toBe(1)
  expect(rows[0]).toMatchObject({
    id: product.productId,
    name: 'Wished Game',
    zhname: product.slug,
    urlName: 'games',
    lowPrice: 15,
    priceThen: 20,
    percentLess: 25,
    inStock: true,
    stock: 2,
    stockIsMore: false,
    version: '',
    extId: product.skuId,
    supplyProductId: product.offerId,
  })
  await reprice(2500)
  expect((await list(member)).rows[0]).toMatchObject({ lowPrice: 25, priceThen: 20, percentLess: null })
  await reprice(2000)
})

test('wished for twice it is one wish with its first price, also of twenty at the same moment', async () => {
  const one = { productId: product.productId }
  const answers = await Promise.all(Array.from({ length: 20 }, () => wish(member, one)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(answers.filter(({ body }) => body.data.added)).toHaveLength(1)
  await reprice(1500)
  expect((await wish(member, one)).body.data).toEqual({ added: false })
  expect(await list(member)).toMatchObject({ total: 1, rows: [{ priceThen: 20 }] })
  await reprice(2000)
})

test('the chosen version is shown with its own price, stock and name; choosing another one changes the wish', async () => {
  const of = await addProduct(shop, { keys: 1, priceCents: 1000 })
  const deluxe = await addVersion(of, 3000)
  await wish(member, { productId: of.productId, extId: deluxe.skuId })
  expect((await list(member)).rows).toMatchObject([
    {
      lowPrice: 30,
      priceThen: 30,
      inStock: false,
      version: 'Deluxe',
      extId: deluxe.skuId,
      supplyProductId: deluxe.offerId,
      reduction: null,
    },
  ])
  // Without a version it is on the list already.
  expect((await wish(member, { productId: of.productId })).body.data).toEqual({ added: false })
  expect((await list(member)).rows[0].version).toBe('Deluxe')
  expect((await wish(member, { productId: of.productId, extId: of.skuId })).body.data).toEqual({ added: false })
  expect(await list(member)).toMatchObject({
    total: 1,
    rows: [{ lowPrice: 10, priceThen: 10, inStock: true, extId: of.skuId }],
  })
})

test('what another version is reduced from is said of no version that costs as much', async () => {
  const of = await addProduct(shop, { keys: 1, priceCents: 6000 })
  const other = await addVersion(of, 4000, 'Other')
  await addKeys(shop, other.offerId, 1)
  await reprice(4000, of.offerId)
  await wish(member, { productId: of.productId, extId: other.skuId })
  expect((await list(member)).rows).toMatchObject([{ lowPrice: 40, version: 'Other', reduction: null }])
  await wish(member, { productId: of.productId, extId: of.skuId })
  expect((await list(member)).rows).toMatchObject([{ lowPrice: 40, reduction: { lowestPrice30: 60 } }])
})

test('what is not there cannot be wished for: no such product, a version of another one', async () => {
  const other = await addProduct(shop)
  expect((await wish(member, { productId: 2_000_000_000 })).status).toBe(404)
  expect((await wish(member, { productId: product.productId, extId: other.skuId })).status).toBe(404)
  expect((await wish(member, { productId: 0 })).status).toBe(400)
  expect((await wish(member, {})).status).toBe(400)
  expect((await list(member)).total).toBe(0)
})

test('a product that nobody offers any more stays on the list, without a price', async () => {
  const of = await addProduct(shop, { name: 'Gone Game' })
  await wish(member, { productId: of.productId })
  await shop.db.run(sql`update offers set active = false where id = ${of.offerId}`)
  expect((await list(member)).rows).toMatchObject([
    { name: 'Gone Game', lowPrice: null, inStock: false, supplyProductId: null, percentLess: null },
  ])
})

test('removed it is gone, once more changes nothing; wished for again soon it is as it was, later it is new', async () => {
  const other = await addProduct(shop)
  await wish(member, { productId: product.productId })
  await wish(member, { productId: other.productId })
  expect((await remove(member, product.productId)).body.data).toEqual({ removed: true })
  expect((await remove(member, product.productId)).body.data).toEqual({ removed: false })
  expect(await ids(member)).toEqual([other.productId])
  await reprice(1500)
  await wish(member, { productId: product.productId })
  // Its place below the younger one, and its price.
  expect((await list(member)).rows).toMatchObject([{ id: other.productId }, { id: product.productId, priceThen: 20 }])
  await remove(member, product.productId)
  await shop.db.run(sql`update wishes set removed_at = now() - interval '61 minutes' where removed_at is not null`)
  await wish(member, { productId: product.productId })
  expect((await list(member)).rows).toMatchObject([{ id: product.productId, priceThen: 15 }, { id: other.productId }])
  await reprice(2000)
})

test('there is room for 200, also where two come at once for the last place', async () => {
  await shop.db.run(sql`
    with p as (
      insert into products (category_id, slug, name)
      select category_id, 'many-' || n, '{"en-US":"Many"}' from products, generate_series(1, 201) n where id = ${product.productId}
      returning id
    )
    insert into wishes (member_id, product_id, known_in_stock) select ${member.id}::uuid, id, false from p order by id limit 199`)
  const [a, b] = [await addProduct(shop), await addProduct(shop)]
  // A rival elsewhere has taken the last place and not committed yet: whoever comes now must wait to count it.
  const rival = await shop.db.transaction(async (tx) => {
    await queueUp(tx, member.id)
    await putWish(tx, member.id, a.productId, null)
    let answer: Answer | undefined
    const asked = wish(member, b).then((it) => {
      answer = it
      return it
    })
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await until(async () => answer !== undefined || (await shop.db.query(waits)).length > 0, 'it waits, or does not')
    return { asked }
  })
  const refused = await rival.asked
  expect([refused.status, refused.body.code, refused.body.msg]).toEqual([422, 500, 'wishlist.full'])
  const all = await shop.call('GET', `${LIST}/ids`, as(member))
  expect(all.body.data).toHaveLength(200)
  expect(JSON.stringify(all.body).length).toBeLessThan(5_000)
  // Who takes one off has room again.
  await remove(member, all.body.data[0])
  expect((await wish(member, { productId: product.productId })).status).toBe(200)
  // Pages never overlap, the newest first, and the end is empty with the true total.
  const pages = await Promise.all([1, 2, 20, 21].map((n) => list(member, `?pageNum=${n}`)))
  expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
    [10, 200],
    [10, 200],
    [10, 200],
    [0, 200],
  ])
  const wanted = await ids(member)
  expect([...pages[0].rows, ...pages[1].rows].map(({ id }: { id: number }) => id)).toEqual(wanted.slice(0, 20))
  expect((await shop.call('GET', `${LIST}?pageSize=101`, as(member))).status).toBe(400)
})

test('nobody reaches another one’s list: guests are told to log in, a stranger sees and changes his own', async () => {
  await wish(member, { productId: product.productId })
  for (const [method, path, body] of [
    ['GET', LIST, undefined],
    ['GET', `${LIST}/ids`, undefined],
    ['GET', `${LIST}/mails`, undefined],
    ['POST', LIST, { productId: product.productId }],
    ['POST', `${LIST}/mails`, { wanted: false }],
    ['DELETE', `${LIST}?productId=${product.productId}`, undefined],
  ] as const) {
    const answer = await shop.call(method, path, { body })
    expect([answer.status, answer.body.msg]).toEqual([401, 'message.loginFirst'])
  }
  expect(await list(stranger, `?memberId=${member.id}`)).toMatchObject({ rows: [], total: 0 })
  expect((await remove(stranger, product.productId)).body.data).toEqual({ removed: false })
  await wish(stranger, { productId: product.productId, memberId: member.id })
  expect(await ids(stranger)).toEqual([product.productId])
  await remove(stranger, product.productId)
  expect(await ids(member)).toEqual([product.productId])
  // By token as by cookie; a page of another site writes nothing.
  const bearer = await shop.call('GET', `${LIST}/ids`, { headers: { authorization: `Bearer ${member.token}` } })
  expect(bearer.body.data).toEqual([product.productId])
  const foreign = as(member, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
  expect((await shop.call('DELETE', `${LIST}?productId=${product.productId}`, foreign)).status).toBe(403)
})

test('the member says whether he wants mails; they are on until then', async () => {
  const wanted = async () => (await shop.call('GET', `${LIST}/mails`, as(member))).body.data.wanted
  const say = (value: boolean) => shop.call('POST', `${LIST}/mails`, { body: { wanted: value }, ...as(member) })
  expect(await wanted()).toBe(true)
  await say(false)
  await say(false)
  expect(await wanted()).toBe(false)
  await say(true)
  expect(await wanted()).toBe(true)
})

test('removed wishes go after a day; his archive holds all there is, and erasure leaves nothing', async () => {
  const other = await addProduct(shop, { keys: 1 })
  await addKeys(shop, other.offerId, 1)
  await wish(member, { productId: product.productId })
  await wish(member, { productId: other.productId })
  await remove(member, other.productId)
  const { personal } = {
    personal: shop.shop.rooms.parts.map(({ declares }) => declares?.personal?.wishes).find(Boolean)!,
  }
  expect(await personal.collect(member.id, heldAlways(member.email))).toMatchObject({
    wishes: [{ product: 'Wished Game', priceUsd: 20 }, { removedAt: expect.any(Date) }],
    told: [],
    mailsWanted: true,
  })
  await shop.db.run(sql`update wishes set removed_at = now() - interval '25 hours' where removed_at is not null`)
  await forgetRemoved(shop.db, 1, 500)
  expect((await personal.collect(member.id, heldAlways(member.email))).wishes).toHaveLength(1)
  await shop.db.transaction((tx) => personal.erase(tx, member.id, null))
  expect(await personal.collect(member.id, heldAlways(member.email))).toEqual({
    wishes: [],
    told: [],
    mailsWanted: true,
  })
})
