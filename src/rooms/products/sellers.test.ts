// Who sells, as the back office lists, makes, renames, closes and opens them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { LONGEST_SELLER_NAME, SHELVES_PER_PAGE, USES_COUNTED } from './limits.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

/** Whether a statement waits for another transaction. */
const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)

const as = (who: TestStaff) => (name: string, body?: object) => askAs(shop, who, name, body)
const ask = (name: string, body?: object) => as(ada)(name, body)
const make = async (name: string): Promise<number> => (await ask('POST /office/sellers', { name })).id
const seller = (id: number) => ask(`GET /office/sellers/${id}`)
const rename = (id: number, from: string, to: unknown) =>
  ask(`POST /office/sellers/${id}`, { changes: [{ field: 'name', from, to }] })
const set = async (act: 'close' | 'open', id: number, seen?: string) =>
  ask(`POST /office/sellers/${id}/${act}`, { reason: 'why not', seen: seen ?? (await seller(id)).seen })
const audited = (id: number) =>
  shop.db.query(
    sql`select act, actor, reason, before, after from audit_log where subject_kind = 'seller' and subject_id = ${String(id)} order by id`,
  )
const shopId = async () => (await shop.db.one<{ id: number }>(sql`select id from sellers where is_shop`)).id
/** A product that he offers too, and is on sale there. */
async function offered(sellerId: number) {
  const one = await addProduct(shop)
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
    select product_id, sku_id, ${sellerId}, 100, 'supplier', 5 from offers where id = ${one.offerId} returning id`)
  return { ...one, id }
}
const state = (offerId: number) =>
  shop.db.one<{ active: boolean; waits: boolean }>(
    sql`select active, closed_with_seller as waits from offers where id = ${offerId}`,
  )
const becomes = (offerId: number, active: boolean, waits: boolean) =>
  until(async () => {
    const now = await state(offerId)
    return now.active === active && now.waits === waits
  }, `it becomes ${active}, ${waits}`)

test('each is listed once in the order of names, with their offers counted', async () => {
  await shop.db.run(sql`
    insert into sellers (name) select (array['Listed ', 'listed ', 'ÄLISTED ', 'Z_listed%'])[1 + n % 4] || n from generate_series(1, ${2 * SHELVES_PER_PAGE + 9}) n`)
  const seen: number[] = []
  let after: string | null = null
  do {
    const { rows, next } = await ask(`GET /office/sellers${after ? `?after=${encodeURIComponent(after)}` : ''}`)
    expect(rows.length).toBeLessThanOrEqual(SHELVES_PER_PAGE)
    seen.push(...rows.map(({ id }: { id: number }) => id))
    after = next
  } while (after)
  const all = await shop.db.query<{ id: number }>(sql`select id from sellers order by lower(name) collate "C", id`)
  expect(seen).toEqual(all.map(({ id }) => id))
  for (const wrong of ['x', '_a', '1_', '9999999999_a'])
    expect((await ask(`GET /office/sellers?after=${wrong}`)).errors).toEqual([
      { path: 'after', message: 'error.invalid' },
    ])
  const id = await make('Counted')
  const one = await offered(id)
  await shop.db.run(sql`
    with versions as (
      insert into skus (product_id, sku_code) select ${one.productId}, 'COUNTED-' || n from generate_series(1, ${USES_COUNTED + 1}) n returning id
    )
    insert into offers (product_id, sku_id, seller_id, price_cents, active) select ${one.productId}, id, ${id}, 100, false from versions`)
  expect(await seller(id)).toMatchObject({
    ...{ name: 'Counted', isShop: false, closedAt: null },
    ...{ onSale: { count: 1, isMore: false }, offSale: { count: USES_COUNTED, isMore: true } },
  })
})

test('one is made and renamed; names are no other seller’s, and the shop’s own stays what the shop is called', async () => {
  const id = await make(`<img src=x onerror=alert(1)> "'; --`)
  expect((await seller(id)).name).toBe(`<img src=x onerror=alert(1)> "'; --`)
  const { seen } = await seller(id)
  expect(await rename(id, `<img src=x onerror=alert(1)> "'; --`, 'Harbour')).toBeNull()
  expect((await seller(id)).seen).not.toBe(seen)
  expect(await rename(id, 'Other', 'Mine')).toMatchObject({
    ...{ refused: 'catalogue.refused.changed', data: { conflicts: [{ theirs: 'Harbour', mine: 'Mine' }] } },
  })
  const other = await make('Quay')
  for (const [to, message] of [
    ['HARBOUR', 'shelves.sellerTaken'],
    [' ', 'catalogue.nameNeeded'],
    ['x'.repeat(LONGEST_SELLER_NAME + 1), 'catalogue.tooLong'],
    ['a\u0007', 'catalogue.unseen'],
  ])
    expect((await rename(other, 'Quay', to)).errors).toEqual([{ path: 'name', message }])
  expect((await rename(other, 'Quay', 5)).errors).toEqual([{ path: 'name', message: 'error.invalid' }])
  const changes = [{ field: 'isShop', from: false, to: true }]
  expect((await ask(`POST /office/sellers/${other}`, { changes })).errors).toEqual([
    { path: 'isShop', message: 'catalogue.gone' },
  ])
  const made = await Promise.all(['Twice', 'twice', 'TWICE'].map((name) => ask('POST /office/sellers', { name })))
  expect(made.filter((one) => one.id)).toHaveLength(1)
  const own = await shopId()
  for (const answer of [await rename(own, (await seller(own)).name, 'Mine'), await set('close', own)])
    expect(answer.refused).toBe('shelves.refused.ownSeller')
  await expect(shop.db.run(sql`update sellers set closed_at = now() where is_shop`)).rejects.toThrow()
  expect(await audited(id)).toMatchObject([
    { act: 'seller.create', actor: ada.email },
    { act: 'seller.change', before: { name: `<img src=x onerror=alert(1)> "'; --` }, after: { name: 'Harbour' } },
  ])
})

test('shoppers see a new name at once, and nothing any more of who is closed, until he is open again', async () => {
  const id = await make('Ferry')
  const one = await offered(id)
  const page = async () => (await fetch(`${shop.shop.origin}/games/${one.slug}`)).text()
  await until(async () => (await page()).includes('Ferry'), 'he is there')
  await rename(id, 'Ferry', 'Barge')
  await until(async () => (await page()).includes('Barge'), 'he has the new name')
  expect(await set('close', id)).toBeNull()
  await becomes(one.id, false, true)
  await until(async () => !(await page()).includes('Barge'), 'he sells nothing')
  expect((await seller(id)).onSale.count).toBe(0)
  expect(await set('open', id)).toBeNull()
  await becomes(one.id, true, false)
  await until(async () => (await page()).includes('Barge'), 'he sells again')
  expect(await audited(id)).toMatchObject([
    ...[{ act: 'seller.create' }, { act: 'seller.change' }],
    { act: 'seller.close', reason: 'why not', before: { closed: false }, after: { closed: true } },
    { act: 'seller.open', reason: 'why not', before: { closed: true }, after: { closed: false } },
  ])
})

test('while he is closed nobody puts anything of his on sale: no import, no editor, no bulk edit', async () => {
  const id = await make('Sluice')
  const [mine, off, late] = [await offered(id), await offered(id), await addProduct(shop)]
  await shop.db.run(sql`update offers set active = false where id = ${off.id}`)
  await set('close', id)
  await becomes(mine.id, false, true)
  // As an import does it.
  await shop.db.run(sql`update offers set active = true, absent_since = null where id = ${mine.id}`)
  expect(await state(mine.id)).toEqual({ active: false, waits: true })
  const added = await shop.db.one<{ id: number }>(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, sku_id, ${id}, 100 from offers where id = ${late.offerId} returning id`)
  expect(await state(added.id)).toEqual({ active: false, waits: true })
  const field = `offer.${off.id}.active`
  expect(
    (await ask(`POST /office/products/${off.productId}`, { changes: [{ field, from: false, to: true }] })).errors,
  ).toEqual([{ path: field, message: 'shelves.sellerClosed' }])
  const bulk = await ask('POST /office/bulk/products', {
    ...{ select: { only: [off.productId] }, change: { what: 'sale', on: true }, seen: 2, reason: 'x' },
    id: randomUUID(),
  })
  await until(async () => (await ask(`GET /office/bulk/${bulk.id}`)).state === 'done', 'the bulk edit is over')
  expect((await ask(`GET /office/bulk/${bulk.id}`)).left).toMatchObject([{ why: 'same' }, { why: 'impossible' }])
  // What was off before stays off.
  await set('open', id)
  await becomes(mine.id, true, false)
  await becomes(added.id, true, false)
  expect(await state(off.id)).toEqual({ active: false, waits: false })
})

test('whoever puts an offer on sale while its seller is being closed has it taken off with him', async () => {
  const id = await make('Lock')
  const one = await offered(id)
  await shop.db.run(sql`update offers set active = false where id = ${one.id}`)
  let closing: Promise<unknown> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update offers set active = true where id = ${one.id}`)
    closing = set('close', id)
    await until(waiting, 'the closing waits')
  })
  expect(await closing).toBeNull()
  await becomes(one.id, false, true)
  // Closed and opened by many at once: each by who has seen it as it is, and in the end all is as he is.
  for (let n = 0; n < 4; n++) {
    const { seen, closedAt } = await seller(id)
    const all = await Promise.all([1, 2, 3].map(() => set(closedAt ? 'open' : 'close', id, seen)))
    expect(all.filter((answer) => answer === null)).toHaveLength(1)
    expect(all.filter((answer) => answer?.refused === 'catalogue.refused.changed')).toHaveLength(2)
  }
  expect((await seller(id)).closedAt).not.toBeNull()
  await becomes(one.id, false, true)
  expect((await set('close', id)).refused).toBe('catalogue.refused.changed')
})

test('who may only read changes nothing', async () => {
  const id = await make('Read')
  const { seen } = await as(ben)(`GET /office/sellers/${id}`)
  for (const [name, body] of [
    ['POST /office/sellers', { name: 'No' }],
    [`POST /office/sellers/${id}`, { changes: [{ field: 'name', from: 'Read', to: 'No' }] }],
    [`POST /office/sellers/${id}/close`, { seen, reason: 'no' }],
    [`POST /office/sellers/${id}/open`, { seen, reason: 'no' }],
  ] as const)
    expect([name, (await as(ben)(name, body)).refused]).toEqual([name, 'error.forbidden'])
})
