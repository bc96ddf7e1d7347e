// A price that is planned comes in the name of who planned it, so it comes only as long as he may change prices.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { planningPrices } from './plans.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  owner = await addStaff(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate planned_prices`))

const ask = (name: string, body?: object, who = owner) => askAs(shop, who, name, body)
const plan = (who: TestStaff, { offerId }: TestProduct) =>
  ask(
    `POST /office/offers/${offerId}/plans`,
    { price: 0.01, at: new Date(Date.now() + 3_600_000).toISOString(), reason: 'sale' },
    who,
  )
const plansOf = ({ offerId }: TestProduct) =>
  shop.db.query(sql`select state from planned_prices where offer_id = ${offerId} order by id`)
const rows = (act: string, id: string) =>
  shop.db.query<{ actor: string; after: object | null }>(
    sql`select actor, reason, after from audit_log where act = ${act} and subject_id = ${id} order by id`,
  )
const person = ({ id }: TestStaff) => ask(`GET /office/staff/${id}`)

async function act(who: TestStaff, what: string, more: object = {}) {
  const { seen } = await person(who)
  expect(await ask(`POST /office/staff/${who.id}/${what}`, { reason: 'dismissed', seen, ...more })).toBeNull()
}

test('who is blocked leaves no planned price: the question says how many, and the log of each says who cancelled it', async () => {
  const [ed, other] = [await addStaff(shop, { role: 'catalogue' }), await addStaff(shop, { role: 'catalogue' })]
  const [one, two] = [await addProduct(shop, { priceCents: 6_000 }), await addProduct(shop, { priceCents: 6_000 })]
  await plan(ed, one)
  await plan(ed, two)
  await plan(other, two)
  expect((await person(ed)).inHisName).toEqual({ plannedPrices: 2 })
  await act(ed, 'block')
  expect(await plansOf(one)).toEqual([{ state: 'cancelled' }])
  expect(await plansOf(two)).toEqual([{ state: 'cancelled' }, { state: 'waiting' }])
  expect(await rows('price.planCancel', String(one.productId))).toMatchObject([
    { actor: owner.email, reason: 'dismissed' },
  ])
  expect(await rows('staff.block', ed.id)).toMatchObject([{ after: { blocked: true, plannedPrices: 2 } }])
  expect((await person(ed)).inHisName).toEqual({})
})

test('who gets a role without prices, or whose role loses them, leaves none either; with them they stay', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const one = await addProduct(shop, { priceCents: 6_000 })
  await plan(ed, one)
  await act(ed, 'role', { role: 'manager' })
  await act(ed, 'role', { role: 'owner' })
  await act(ed, 'role', { role: 'catalogue' })
  expect(await plansOf(one)).toEqual([{ state: 'waiting' }])
  await act(ed, 'role', { role: 'support' })
  expect(await plansOf(one)).toEqual([{ state: 'cancelled' }])
  await act(ed, 'role', { role: 'catalogue' })
  await plan(ed, one)
  const grant = async (change: (all: string[]) => string[]) => {
    const { roles } = await ask('GET /office/roles')
    const { permissions, seen } = roles.find(({ name }: { name: string }) => name === 'catalogue')
    const body = { permissions: change(permissions), reason: 'no prices', seen }
    expect(await ask('POST /office/roles/catalogue/permissions', body)).toBeNull()
  }
  await grant((all) => all.filter((each) => each !== 'alerts.read'))
  expect(await plansOf(one)).toEqual([{ state: 'cancelled' }, { state: 'waiting' }])
  await grant((all) => all.filter((each) => each !== 'prices.write'))
  expect(await plansOf(one)).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  expect((await rows('role.permissions', 'catalogue')).at(-1)).toMatchObject({ after: { plannedPrices: 1 } })
  await grant((all) => [...all, 'prices.write'])
})

test('at its moment a price of somebody who may change none does not come, and the others do', async () => {
  const [ed, other] = [await addStaff(shop, { role: 'catalogue' }), await addStaff(shop, { role: 'catalogue' })]
  const [one, two] = [await addProduct(shop, { priceCents: 6_000 }), await addProduct(shop, { priceCents: 6_000 })]
  await plan(ed, one)
  await plan(other, two)
  // As it is after a restore, or where he planned it at the moment in which he was blocked.
  await shop.db.run(sql`update staff set blocked_at = now() where id = ${ed.id}`)
  await shop.db.run(sql`update planned_prices set at = now() where offer_id in (${one.offerId}, ${two.offerId})`)
  await planningPrices(shop.db).apply()
  expect([await plansOf(one), await plansOf(two)]).toEqual([[{ state: 'cancelled' }], [{ state: 'done' }]])
  const prices = sql`select price_cents as cents from offers where id in (${one.offerId}, ${two.offerId}) order by id`
  expect(await shop.db.query(prices)).toEqual([{ cents: 6_000 }, { cents: 1 }])
  expect(await rows('price.planCancel', String(one.productId))).toMatchObject([
    { reason: 'Who planned it may not change prices' },
  ])
})
