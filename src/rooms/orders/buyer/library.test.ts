// The index by which a page of a key library is found (docs/decisions/055): it says what orders and keys say, whatever
// becomes of them, and a page costs no more when there are more keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  placeOrder,
  STRIPE,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { unlink } from '../personal-store.ts'
import { type BoughtRow, boughtBy, joinGuestOrders } from './member-store.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'this key does not work' }

async function bought(products: [TestProduct, number][], by: { member?: TestMember; email?: string }): Promise<string> {
  const body = orderBody(
    products.map(([product, count]) => ({ product, count })),
    { paymentId: STRIPE, email: by.email },
  )
  const { orderId } = await placeOrder(shop, body, by.member && { authorization: `Bearer ${by.member.token}` })
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
  await becomes(orderId, 'Delivered')
  // Its mail shows the keys. One that nobody has seen goes back into the stock with its money, and is no refunded key.
  const unseen = sql`
    select count(*) filter (where delivered_at is null)::int as unseen from vault_keys
    where order_line_id = any(array(select id from order_lines where order_id = ${orderId}))`
  await until(async () => (await shop.db.one<{ unseen: number }>(unseen)).unseen === 0, 'its keys are shown')
  return orderId
}

const becomes = (orderId: string, status: string) =>
  until(async () => (await statusOf(shop, orderId)) === status, `it is ${status}`)

/** His lines by the index, and by what it is made of. */
async function linesOf({ id }: TestMember): Promise<{ indexed: number[]; true: number[] }> {
  return shop.db.one<{ indexed: number[]; true: number[] }>(sql`
    select array(select line_id from library_lines where member_id = ${id} order by line_id) as indexed,
      array(
        select l.id from orders o join order_lines l on l.order_id = o.id
        where o.member_id = ${id} and o.status in ('Delivered', 'Completed', 'PartlyRefunded')
          and exists (select from vault_keys where order_line_id = l.id and state = 'sold' and refunded_at is null)
        order by l.id) as true`)
}

async function has(member: TestMember, count: number): Promise<void> {
  const lines = await linesOf(member)
  expect(lines.indexed).toEqual(lines.true)
  expect(lines.indexed).toHaveLength(count)
}

describe('the index of key libraries', () => {
  test('follows payment, refunds by unit, a dispute and the end of the account', async () => {
    const member = await addMember(shop)
    const [one, two] = [await addProduct(shop, { keys: 2 }), await addProduct(shop, { keys: 1 })]
    const orderId = await bought(
      [
        [one, 2],
        [two, 1],
      ],
      { member },
    )
    await has(member, 2)
    await acts.refundUnits(orderId, BY, [{ line: 1, unit: 1 }])
    await becomes(orderId, 'PartlyRefunded')
    await has(member, 2)
    await acts.refundUnits(orderId, BY, [{ line: 1, unit: 2 }])
    // Its order's status stays as it is: only the key says that its money went.
    const back = sql`
      select 1 from vault_keys where offer_id = ${one.offerId} and refunded_at is not null having count(*) = 2`
    await until(() => shop.db.query(back), 'the money of both units is back')
    await has(member, 1)
    const status = (to: string) => shop.db.run(sql`update orders set status = ${to} where id = ${orderId}`)
    await status('Disputed')
    await has(member, 0)
    await status('PartlyRefunded')
    await has(member, 1)
    await shop.db.transaction((tx) => unlink(tx, member.id, null))
    await has(member, 0)
    expect(await shop.db.query(sql`select 1 from library_lines where member_id = ${member.id}`)).toEqual([])
  })

  test('knows what a guest bought once it is a member’s, and nothing of guests', async () => {
    const email = 'came-later@example.com'
    await bought([[await addProduct(shop, { keys: 1 }), 1]], { email })
    expect(await shop.db.query(sql`select 1 from library_lines l join orders o using (order_no) where o.member_id is null`)).toEqual([]) // biome-ignore format: one thought
    const member = await addMember(shop, { email })
    await has(member, 0)
    await shop.db.transaction((tx) => joinGuestOrders(tx, member.id))
    await has(member, 1)
  })
})

describe('a page of a key library', () => {
  const LINES = 1_000
  let member: TestMember
  beforeAll(async () => {
    member = await addMember(shop)
    for (const name of ['Alpha Road', 'Beta Road', 'Gamma Hill'])
      await bought([[await addProduct(shop, { keys: 1, name }), 1]], { member })
    await copy(member, LINES)
    await shop.db.run(sql`analyze`)
  })

  const wanted = (name: string) => ({ memberId: member.id, name, locale: 'en-US' })

  test('is by game, the last bought first, with the true number beside it, on every page', async () => {
    const all: BoughtRow[] = []
    for (let offset = 0; ; offset += 300) {
      const { total, rows } = await boughtBy(shop.db, wanted(''), { offset, limit: 300 })
      expect(total).toBe(LINES)
      if (rows.length === 0) break
      all.push(...rows)
    }
    expect(new Set(all.map(({ orderId, position }) => `${orderId} ${position}`)).size).toBe(LINES)
    expect([...new Set(all.map(({ productName }) => productName))]).toEqual(['Alpha Road', 'Beta Road', 'Gamma Hill'])
    expect(all).toEqual(
      all.toSorted((a, b) => a.productName.localeCompare(b.productName) || b.placedAt.getTime() - a.placedAt.getTime()),
    )
    expect(all.every(({ keys }) => keys === 1)).toBe(true)
    const found = await boughtBy(shop.db, wanted('hill'), { offset: 0, limit: 5 })
    expect(found.rows.map(({ productName }) => productName)).toEqual(Array(5).fill('Gamma Hill'))
    expect(found.total).toBe(all.filter(({ productName }) => productName === 'Gamma Hill').length)
    const { orderNo, orderId } = all[700]!
    expect(await boughtBy(shop.db, wanted(orderNo.toLowerCase()), { offset: 0, limit: 5 })).toMatchObject({
      total: 1,
      rows: [{ orderId }],
    })
  })

  test.each([
    ['the first', '', 0],
    ['the last', '', LINES - 20],
    ['what is looked for by game', 'road', 0],
    ['a number that is nowhere', 'zzzz', 0],
  ])('reads keys, lines and texts of itself alone: %s', async (_, name, offset) => {
    const read = await reads((db) => boughtBy(db, wanted(name), { offset, limit: 20 }))
    expect(Object.keys(read).length).toBeGreaterThan(0)
    for (const table of ['orders', 'order_lines', 'vault_keys', 'skus'])
      expect(read[table] ?? 0).toBeLessThanOrEqual(20)
    // Their names are what games are sorted by: three, and those on the page.
    expect(read.products).toBeLessThanOrEqual(3 + 20)
    // All of them, in an index of their own.
    expect(read.library_lines).toBe(LINES)
  })
})

/** So many delivered orders for him as there should be, made of those that he has. */
async function copy({ id }: TestMember, count: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`create temporary table copies on commit drop as
      select gen_random_uuid() as id, n, o.source
      from (select id as source, row_number() over (order by placed_at) as nth from orders where member_id = ${id}) o
        join generate_series(1, ${count}::int - 3) n on n % 3 + 1 = o.nth`)
    await tx.run(sql`
      insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8,
        payment_method, goods, discount, fee, coupon, freight, service, total)
      select c.id, 'COPY' || 1000 + c.n, null, 'Delivered', placed_at - c.n * interval '1 hour', expires_at, delivery_email, locale, currency, rate_e8,
        payment_method, goods, discount, fee, coupon, freight, service, total
      from copies c join orders o on o.id = c.source`)
    await tx.run(sql`
      insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
      select c.id, 0, product_id, sku_id, offer_id, name, sku_code, 1, unit_usd_cents, unit, l.total
      from copies c join order_lines l on l.order_id = c.source`)
    await tx.run(sql`
      insert into vault_keys (offer_id, batch_id, state, order_line_id, sealed, fingerprint, sold_at, delivered_at)
      select l.offer_id, (select batch_id from vault_keys where offer_id = l.offer_id limit 1), 'sold', l.id, '\\x00',
        uuid_send(gen_random_uuid()), now(), now()
      from copies c join order_lines l on l.order_id = c.id`)
    await tx.run(sql`update orders set member_id = ${id} where id in (select id from copies)`)
  })
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of each table were looked at for what is asked of the database, by its own account. */
async function reads(ask: (db: Queryable) => Promise<unknown>): Promise<Record<string, number>> {
  const rows: Record<string, number> = {}
  const count = (plan: Plan) => {
    const table = plan['Relation Name']
    const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
    if (table) rows[table] = (rows[table] ?? 0) + each * plan['Actual Loops']
    for (const inner of plan.Plans ?? []) count(inner)
  }
  const explaining = {
    async query<R>({ text, values }: { text: string; values: unknown[] }): Promise<R[]> {
      const client = await shop.db.pool.connect()
      // As in a shop whose tables are larger than a few pages.
      await client.query('begin; set local enable_seqscan = off')
      const { rows: plans } = await client.query(`explain (analyze, format json) ${text}`, values)
      await client.query('rollback')
      client.release()
      for (const { Plan: plan } of plans[0]['QUERY PLAN']) count(plan)
      return []
    },
  }
  await ask(explaining as unknown as Queryable)
  return rows
}
