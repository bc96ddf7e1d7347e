// What runs low on keys: told once for each time that it does, also when two buy at once, and shown with how long it lasts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openSubjects, raiseAlert } from '#rooms/alerts/hands.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { releaseKeys } from '#rooms/vault/release.ts'
import { addKeys, addProduct, openTestShop, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'
import { followStock } from './stock.ts'
import { endWithheld } from './withheld.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const ask = (name: string, body?: object) => askAs(shop, ada, name, body)
/** As it is once nothing waits to be looked at. */
async function followed() {
  await followStock(shop.db)
  await until(async () => (await shop.db.query(sql`select from stock_checks`)).length === 0, 'the stock was followed')
}
/** Every alert that there was, the first first. */
async function alertsOf({ offerId }: TestProduct) {
  await followed()
  return shop.db.query<{ open: boolean; count: number; details: object }>(sql`
    select resolved_at is null as open, count, details from alerts
    where kind = 'stock.low' and subject = ${String(offerId)} order by id`)
}
async function withThreshold(keys: number, lowAt: number): Promise<TestProduct> {
  const product = await addProduct(shop, { keys })
  await setThreshold(product, lowAt)
  return product
}
const setThreshold = async ({ productId, offerId }: TestProduct, lowAt: number | '') => {
  const product = await ask(`GET /office/products/${productId}`)
  const { lowAt: from } = product.skus[0].offers[0]
  return ask(`POST /office/products/${productId}`, {
    changes: [{ field: `offer.${offerId}.lowAt`, from: from ?? '', to: lowAt }],
  })
}
const buy = (product: TestProduct, count = 1) => ordered(shop, STRIPE, { product, count })
const lowOnes = async () => (await ask('GET /office/stock')).rows as { offerId: number }[]

test('two who buy at once raise one alert; brought in it ends by itself, and the next time it is told again', async () => {
  const product = await withThreshold(7, 5)
  expect(await alertsOf(product)).toEqual([])
  await Promise.all([buy(product), buy(product)])
  expect(await alertsOf(product)).toMatchObject([
    { open: true, count: 1, details: { version: product.slug.toUpperCase(), left: 5, lowAt: 5 } },
  ])
  await buy(product)
  await buy(product, 2)
  expect(await alertsOf(product)).toMatchObject([{ open: true, count: 1 }])
  await addKeys(shop, product.offerId, 4)
  expect(await alertsOf(product)).toMatchObject([{ open: false }])
  expect((await lowOnes()).map(({ offerId }) => offerId)).not.toContain(product.offerId)
  await buy(product)
  expect(await alertsOf(product)).toMatchObject([{ open: false }, { open: true, details: { left: 5 } }])
})

test('what somebody has dealt with is told again only after it was more', async () => {
  const product = await withThreshold(3, 2)
  await buy(product)
  await alertsOf(product)
  const { rows } = await ask('GET /office/alerts')
  const alert = rows.find(({ subject }: { subject: string }) => subject === String(product.offerId))
  await ask(`POST /office/alerts/${alert.id}/done`, { seenAt: alert.lastAt })
  await buy(product)
  expect(await alertsOf(product)).toMatchObject([{ open: false }])
  await addKeys(shop, product.offerId, 3)
  await alertsOf(product)
  await buy(product, 2)
  expect(await alertsOf(product)).toMatchObject([{ open: false }, { open: true }])
})

test('a threshold counts when it is set and when it is taken off; off sale and as a draft nothing runs low', async () => {
  const product = await withThreshold(2, 5)
  expect(await alertsOf(product)).toMatchObject([{ open: true, details: { left: 2 } }])
  await setThreshold(product, '')
  expect(await alertsOf(product)).toMatchObject([{ open: false }])
  await setThreshold(product, 2)
  expect(await alertsOf(product)).toMatchObject([{ open: false }, { open: true }])
  await shop.db.run(sql`update offers set active = false where id = ${product.offerId}`)
  expect((await alertsOf(product)).map(({ open }) => open)).toEqual([false, false])
  await shop.db.run(sql`update offers set active = true where id = ${product.offerId}`)
  expect((await alertsOf(product)).map(({ open }) => open)).toEqual([false, false, true])
  await shop.db.run(sql`update products set is_draft = true where id = ${product.productId}`)
  expect((await alertsOf(product)).map(({ open }) => open)).toEqual([false, false, false])
  expect(await setThreshold(product, -1)).toMatchObject({
    status: 400,
    errors: [{ path: `offer.${product.offerId}.lowAt`, message: 'catalogue.lowAtShape' }],
  })
})

test('what never had a key is new, not low; with its first keys it may be', async () => {
  const product = await withThreshold(0, 5)
  expect(await alertsOf(product)).toEqual([])
  await addKeys(shop, product.offerId, 1)
  expect(await alertsOf(product)).toMatchObject([{ open: true, details: { left: 1 } }])
})

test('a look that dies half way has said nothing, and the next one says it once', async () => {
  const product = await withThreshold(2, 1)
  await shop.db.run(sql`
    create function no_alert() returns trigger language plpgsql as $$ begin raise exception 'out of paper'; end $$`)
  await shop.db.run(sql`create trigger no_alert before insert on alerts for each row execute function no_alert()`)
  await buy(product)
  await expect(followStock(shop.db)).rejects.toThrow('out of paper')
  expect((await lowOnes()).map(({ offerId }) => offerId)).not.toContain(product.offerId)
  await shop.db.run(sql`drop trigger no_alert on alerts`)
  expect(await alertsOf(product)).toMatchObject([{ open: true, count: 1 }])
})

test('an ordinary sale leaves nothing to look at', async () => {
  const product = await withThreshold(9, 2)
  await followed()
  const before = await shop.db.one<{ n: number }>(
    sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('stock_checks', 'id')), 0)::int as n`,
  )
  await buy(product, 2)
  await buy(product)
  expect(
    await shop.db.one(
      sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('stock_checks', 'id')), 0)::int as n`,
    ),
  ).toEqual(before)
})

test('how long keys last is told where they are dealt with', async () => {
  const product = await withThreshold(10, 8)
  const bought = await buy(product, 4)
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  await followed()
  // Four in two days, and six are left.
  await shop.db.run(sql`update offers set created_at = now() - interval '2 days' where id = ${product.offerId}`)
  const told = { stock: 6, sold28: 4, daysLeft: 3 }
  expect((await lowOnes()).find(({ offerId }) => offerId === product.offerId)).toMatchObject({ ...told, lowAt: 8 })
  const { skus } = await ask(`GET /office/products/${product.productId}`)
  expect(skus[0].offers[0]).toMatchObject({ ...told, lowAt: 8 })
  const code = product.slug.toUpperCase()
  const { rows: batches } = await ask(`GET /office/key-batches?q=${code}`)
  expect(batches).toMatchObject([{ stock: 6, daysLeft: 3, onSale: true }])
  expect(await ask(`GET /office/key-batches/${batches[0].id}`)).toMatchObject({ stock: 6, daysLeft: 3 })
  const listed = () => ask(`GET /office/products?state=lowStock&q=${code}`)
  await until(async () => (await listed()).rows.length > 0, 'the catalogue’s list has followed')
  expect((await listed()).rows).toMatchObject([{ id: product.productId, state: 'low', stock: 6, daysLeft: 3 }])
  // What was sold long ago says nothing of today.
  await shop.db.run(
    sql`update vault_keys set sold_at = sold_at - interval '29 days' where offer_id = ${product.offerId}`,
  )
  expect((await lowOnes()).find(({ offerId }) => offerId === product.offerId)).toMatchObject({
    sold28: 0,
    daysLeft: null,
  })
})

test('keys that nobody can buy, because their offer is off sale, are listed until it is on again', async () => {
  const product = await addProduct(shop, { keys: 3 })
  const idle = async () => {
    await followed()
    const { rows } = await ask('GET /office/stock?state=idle')
    return rows.filter(({ offerId }: { offerId: number }) => offerId === product.offerId)
  }
  const count = async () => (await ask('GET /office/stock/count')).idle.count
  const before = await count()
  expect(await idle()).toEqual([])
  await shop.db.run(sql`update offers set active = false where id = ${product.offerId}`)
  expect(await idle()).toMatchObject([{ stock: 3, skuCode: product.slug.toUpperCase(), isShop: true }])
  expect(await count()).toBe(before + 1)
  await shop.db.run(sql`update offers set active = true where id = ${product.offerId}`)
  expect(await idle()).toEqual([])
})

test('the list comes in pages, the longest low first, each once', async () => {
  await shop.db.run(sql`
    insert into offer_stocks (offer_id, state, since)
    select id, 'low', now() - interval '1 day' from offers on conflict (offer_id) do update set state = 'low', since = excluded.since`)
  const [one] = await shop.db.query<{ id: number }>(sql`select id from offers order by id limit 1`)
  await shop.db.run(sql`update offer_stocks set since = now() where offer_id = ${one!.id}`)
  const { rows, next } = await ask('GET /office/stock')
  expect([rows.at(-1).offerId, next]).toEqual([one!.id, null])
  expect(await ask('GET /office/stock?after=2026-13-01T00:00:00.000000Z_1')).toMatchObject({ status: 400 })
})

test('new versions have the shop’s own threshold, a copy that of what it copies, none the one that says so', async () => {
  const category = await shop.db.one<{ id: number }>(sql`select id from categories limit 1`)
  const version = { skuCode: '', edition: '', denomination: '', platformIds: [], regionId: 0, price: 5 }
  const made = await ask('POST /office/products', {
    ...{ categoryId: category.id, name: 'A new game', slug: 'a-new-game', keyType: 0 },
    ...version,
  })
  const offerOf = async (id: number) => (await ask(`GET /office/products/${id}`)).skus[0].offers[0]
  const offer = await offerOf(made.id)
  expect(offer.lowAt).toBe(5)
  await ask(`POST /office/products/${made.id}`, {
    changes: [{ field: `offer.${offer.id}.lowAt`, from: 5, to: 12 }],
  })
  const copy = await ask(`POST /office/products/${made.id}/duplicate`, { name: 'A copy' })
  expect(await offerOf(copy.id)).toMatchObject({ lowAt: 12, stock: 0 })
})

test('after a restore keys that are held back are put on sale by whoever may, with a reason', async () => {
  const product = await addProduct(shop, { keys: 2 })
  expect(await ask('POST /office/keys/release', { reason: 'sold none' })).toMatchObject({
    refused: 'keys.refused.noneWithheld',
  })
  await shop.db.run(sql`update vault_keys set state = 'withheld' where offer_id = ${product.offerId}`)
  expect((await ask('GET /office/stock/count')).withheld).toEqual({ count: 2, isMore: false })
  expect(await ask('POST /office/keys/release', { reason: 'sold none' })).toEqual({ keys: 2 })
  expect(await shop.db.query(sql`select actor, after, reason from audit_log where act = 'keys.release'`)).toEqual([
    { actor: ada.email, after: { keys: 2, offers: 1 }, reason: 'sold none' },
  ])
  expect(await shop.db.one(sql`select stock from offers where id = ${product.offerId}`)).toEqual({ stock: 2 })
})

test('the operator is told of keys that are held back until none is, also when a command released them', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const alert = { kind: 'restore.withheld', subject: 'keys' } as const
  const isOpen = async () => (await openSubjects(shop.db, alert.kind)).length > 0
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update vault_keys set state = 'withheld' where offer_id = ${product.offerId}`)
    await raiseAlert(tx, { ...alert, details: {} })
  })
  await endWithheld(shop.db)
  expect(await isOpen()).toBe(true)
  await releaseKeys(shop.db, null, 'ada')
  await endWithheld(shop.db)
  expect(await isOpen()).toBe(false)
})
