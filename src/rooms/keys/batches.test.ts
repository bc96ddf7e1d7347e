// Batches of keys in the back office: brought in, looked for, moved, withdrawn and taken along.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { batchStore, retireSold } from '#rooms/vault/hands.ts'
import { MOST_LINES } from '#rooms/vault/limits.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { batches, fresh, typed } from './batches.testing.ts'

let shop: TestShop
let ada: TestStaff
let editor: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ;[ada, editor] = [await addStaff(shop, { role: 'manager' }), await addStaff(shop, { role: 'catalogue' })]
})
afterAll(() => shop.close())

const { ask, batchOf, act, countsOf, stockOf, auditOf, reachesStatus } = batches(() => ({ shop, ada }))

test('what is pasted is brought in once, and told by line numbers', async () => {
  const product = await addProduct(shop)
  const known = (await batchOf(1)).keys[0]!
  const [one, two] = [fresh(), fresh()]
  const body = typed(product, [one, '', ` ${two} `, one, known, 'a\u0007b', 'x'.repeat(501)], {
    cost: { minor: 750, currency: 'EUR' },
  })
  const both = await Promise.all([
    ask('POST /office/key-batches', body, editor),
    ask('POST /office/key-batches', body, editor),
  ])
  expect(both).toEqual([{ id: body.id }, { id: body.id }])
  const { at, ...batch } = await ask(`GET /office/key-batches/${body.id}`, undefined, editor)
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
  expect(batch).toEqual({
    ...{
      id: body.id,
      productId: product.productId,
      product: expect.any(String),
      skuCode: body.skuCode,
      seller: 'Latchkey',
    },
    ...{
      source: 'order 7',
      supplier: 'Kinguin',
      state: 'open',
      by: editor.email,
      counts: { available: 2 },
      price: 19.99,
    },
    ...{ stock: 2, daysLeft: null, onSale: true },
    ...{ cost: { minor: 750, currency: 'EUR' }, withdrawnAt: null, exportedAt: null, comesBackUntil: null },
    report: {
      ...{ lines: 6, added: 2, refused: 4 },
      first: [
        { line: 4, reason: 'repeated-in-file' },
        { line: 5, reason: 'in-the-shop' },
        { line: 6, reason: 'control-characters' },
        { line: 7, reason: 'too-long' },
      ],
    },
  })
  expect(await stockOf(product.offerId)).toBe(2)
  const log = await auditOf(body.id)
  expect(log).toMatchObject([
    {
      act: 'keyBatch.import',
      actor: editor.email,
      after: { lines: 6, added: 2, cost: '7.50 EUR', supplier: 'Kinguin' },
    },
  ])
  // Under this id it is this, or nothing.
  for (const other of [
    { text: `${body.text}\n${fresh()}` },
    { cost: { minor: 751, currency: 'EUR' } },
    { source: 'order 8' },
  ])
    expect(await ask('POST /office/key-batches', { ...body, ...other }, editor)).toEqual({
      status: 422,
      refused: 'keys.refused.changed',
    })
  expect(await ask('POST /office/key-batches', body, editor)).toEqual({ id: body.id })
  // Somebody else's id brings nothing in, and says nothing of it.
  expect(await ask('POST /office/key-batches', { ...body, text: fresh() })).toEqual({
    status: 422,
    refused: 'keys.refused.changed',
  })
  expect(await stockOf(product.offerId)).toBe(2)
})

test('what cannot be brought in is refused, and leaves nothing', async () => {
  const product = await addProduct(shop)
  const bring = (keys: string[], more: object = {}) => ask('POST /office/key-batches', typed(product, keys, more))
  const code = product.slug.toUpperCase()
  const batches = () => shop.db.one(sql`select count(*) from key_batches`)
  const before = await batches()
  expect(await bring([fresh()], { skuCode: `${code}0` })).toEqual({
    ...{ status: 422, refused: 'keys.refused.didYouMean', data: { code: `${code}0`, near: code } },
  })
  expect(await bring([fresh()], { skuCode: '%' })).toMatchObject({ refused: 'keys.refused.noVersion' })
  const elsewhere = await addProduct(shop)
  const offered = elsewhere.slug.toUpperCase()
  await shop.db.run(sql`delete from offers where id = ${elsewhere.offerId}`)
  expect(await bring([fresh()], { skuCode: offered })).toEqual({
    ...{ status: 422, refused: 'keys.refused.shopNotOffered', data: { code: offered } },
  })
  expect(await bring([' ', ''])).toMatchObject({ refused: 'keys.refused.noLines' })
  expect(await bring(Array.from({ length: MOST_LINES + 2 }, () => 'X'))).toMatchObject({
    refused: 'keys.refused.tooManyLines',
  })
  expect(await bring([fresh()], { cost: { minor: -1, currency: 'EUR' } })).toMatchObject({ status: 400 })
  expect(await bring([fresh()], { cost: { minor: 1, currency: 'eur' } })).toMatchObject({ status: 400 })
  await shop.db.run(sql`update offers set backing = 'supplier', stock = 5 where id = ${product.offerId}`)
  expect(await bring([fresh()])).toMatchObject({ refused: 'keys.refused.supplier' })
  expect(await batches()).toEqual(before)
})

test('the list is the newest first, by pages, and found by version, product and id', async () => {
  const { offerId, id, slug } = await batchOf(2)
  await shop.db.run(sql`
    insert into key_batches (id, offer_id, source, created_at)
    select gen_random_uuid(), ${offerId}, '<script>', '2026-01-01T00:00:00.123456Z' from generate_series(1, 107)`)
  const code = slug.toUpperCase()
  const seen: string[] = []
  const sizes: number[] = []
  for (let after = ''; ; ) {
    const { rows, next } = await ask(`GET /office/key-batches?q=${code}${after}`)
    seen.push(...rows.map((row: { id: string }) => row.id))
    sizes.push(rows.length)
    if (!next) break
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(sizes).toEqual([50, 50, 8])
  expect(new Set(seen).size).toBe(108)
  expect(seen[0]).toBe(id)
  const [row] = (await ask(`GET /office/key-batches?q=${id}`)).rows
  expect(row).toMatchObject({ id, skuCode: code, left: 2, isMore: false, state: 'open' })
  expect((await ask(`GET /office/key-batches?q=${code}&state=blocked`)).rows).toEqual([])
  expect((await ask('GET /office/key-batches')).rows.length).toBeGreaterThan(1)
  for (const wrong of ['x', '2026-01-01_1'])
    expect(await ask(`GET /office/key-batches?after=${wrong}`)).toMatchObject({ status: 400 })
})

test('a code finds its version alone, whatever else is called so', async () => {
  const { slug, id } = await batchOf(1)
  const code = slug.toUpperCase()
  const named = await addProduct(shop, { name: `Not ${code}` })
  const called = await ask('POST /office/key-batches', typed(named, [fresh()]))
  const idsOf = async (q: string) =>
    (await ask(`GET /office/key-batches?q=${encodeURIComponent(q)}`)).rows.map((row: { id: string }) => row.id)
  await until(async () => (await idsOf(`not ${code}`)).includes(called.id), 'it is found by its name')
  expect(await idsOf(code)).toEqual([id])
})

test('a batch is moved to another version with what is unsold of it; what is freed later follows', async () => {
  const { id, offerId, ...product } = await batchOf(4)
  const other = await addProduct(shop)
  const [from, to] = [product.slug.toUpperCase(), other.slug.toUpperCase()]
  const paid = await placeOrder(shop, orderBody([{ product: { ...product, offerId } }]))
  shop.stripe.complete(new URL(paid.url).pathname.split('/').at(-1)!)
  await reachesStatus(paid.orderId, 'Delivered')
  const unpaid = await placeOrder(shop, orderBody([{ product: { ...product, offerId } }]))
  const move = (code: string, seen = { seen: 'open', from }) =>
    ask(`POST /office/key-batches/${id}/move`, { ...seen, skuCode: code, reason: 'it was typed wrong' })
  expect(await move(`${to}0`)).toMatchObject({ refused: 'keys.refused.didYouMean' })
  expect(await move(from)).toMatchObject({ refused: 'keys.refused.sameVersion' })
  const both = await Promise.all([move(to), move(to)])
  expect(both.map((answer) => answer.keys ?? answer.refused).sort()).toEqual([3, 'keys.refused.changed'])
  expect([await stockOf(offerId), await stockOf(other.offerId)]).toEqual([0, 3])
  expect(await countsOf(id)).toEqual({ available: 3, sold: 1 })
  expect((await ask(`GET /office/key-batches/${id}`)).skuCode).toBe(to)
  // Paid all the same: it waits for a key of what was ordered, and takes none of the other version.
  shop.stripe.complete(new URL(unpaid.url).pathname.split('/').at(-1)!)
  await reachesStatus(unpaid.orderId, 'Processing')
  expect(await countsOf(id)).toEqual({ available: 3, sold: 1 })
  // One that is freed later, whoever frees it, is for sale where its batch is.
  await shop.db.run(sql`update vault_keys set state = 'withheld', offer_id = ${offerId} where id = (select min(id) from vault_keys where batch_id = ${id} and state = 'available')`) // biome-ignore format: one line
  await shop.db.run(sql`update vault_keys set state = 'available' where batch_id = ${id} and state = 'withheld'`)
  expect([await stockOf(offerId), await stockOf(other.offerId)]).toEqual([0, 3])
  expect((await auditOf(id)).at(-1)).toMatchObject({
    ...{ act: 'keyBatch.move', reason: 'it was typed wrong', before: { skuCode: from } },
    after: { skuCode: to, keys: 3 },
  })
})

test('a batch of another seller stays his when it is moved, and goes nowhere that he does not sell', async () => {
  const seller = `Tidewater ${randomUUID()}`
  const { id: sellerId } = await shop.db.one<{ id: number }>(
    sql`insert into sellers (name) values (${seller}) returning id`,
  )
  const [{ id, offerId, slug }, other] = [await batchOf(2), await addProduct(shop)]
  await shop.db.run(sql`update offers set seller_id = ${sellerId} where id = ${offerId}`)
  const [from, to] = [slug.toUpperCase(), other.slug.toUpperCase()]
  const move = () =>
    ask(`POST /office/key-batches/${id}/move`, { seen: 'open', from, skuCode: to, reason: 'it was typed wrong' })
  expect(await move()).toMatchObject({ refused: 'keys.refused.notOffered', data: { seller, code: to } })
  expect([await stockOf(offerId), await stockOf(other.offerId)]).toEqual([2, 0])
  const his = await shop.db.one<{ id: number }>(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, sku_id, ${sellerId}, 1999 from offers where id = ${other.offerId} returning id`)
  expect(await move()).toEqual({ state: 'open', keys: 2 })
  expect([await stockOf(offerId), await stockOf(other.offerId), await stockOf(his.id)]).toEqual([0, 0, 2])
  expect(await ask(`GET /office/key-batches/${id}`)).toMatchObject({ skuCode: to, seller })
})

test('two people at once: one does it, the other is told', async () => {
  const { id } = await batchOf(1)
  const both = await Promise.all([act(id, 'block', 'open'), act(id, 'withdraw', 'open')])
  expect(both.filter(({ refused }) => refused === 'keys.refused.changed')).toHaveLength(1)
  expect((await auditOf(id)).length).toBe(2)
})

test('what is withdrawn comes back within thirty days, and never after', async () => {
  const { id, offerId } = await batchOf(2)
  expect(await act(id, 'withdraw', 'open')).toEqual({ state: 'withdrawn', keys: 2 })
  expect(await stockOf(offerId)).toBe(0)
  expect((await ask(`GET /office/key-batches/${id}`)).comesBackUntil).not.toBeNull()
  await expect(
    shop.db.run(
      sql`update vault_keys set state = 'sold', order_line_id = (select max(id) from order_lines) where batch_id = ${id}`,
    ),
  ).rejects.toThrow('a withdrawn key is not sold')
  expect(await act(id, 'take-back', 'withdrawn')).toEqual({ state: 'open', keys: 2 })
  expect(await stockOf(offerId)).toBe(2)
  await act(id, 'withdraw', 'open')
  await shop.db.run(sql`alter table key_batches disable trigger withdrawn_batches_stay`)
  await shop.db.run(sql`update key_batches set withdrawn_at = now() - interval '31 days' where id = ${id}`)
  await shop.db.run(sql`alter table key_batches enable trigger withdrawn_batches_stay`)
  expect(await act(id, 'take-back', 'withdrawn')).toMatchObject({ refused: 'keys.refused.goneForGood' })
  expect((await ask(`GET /office/key-batches/${id}`)).comesBackUntil).toBeNull()
  // Also not by hand.
  await expect(
    shop.db.run(sql`update key_batches set state = 'open', withdrawn_at = null where id = ${id}`),
  ).rejects.toThrow('what was withdrawn is never sold again')
})

test('keys that are taken along are withdrawn for ever, and the journal knows them as sold', async () => {
  const { id, offerId, keys } = await batchOf(3)
  const file = await act(id, 'export', 'open')
  expect(file).toEqual({ name: `keys-${id.slice(0, 8)}.txt`, keys: 3, text: `${keys.join('\n')}\n` })
  expect(await countsOf(id)).toEqual({ withdrawn: 3 })
  expect(await stockOf(offerId)).toBe(0)
  expect(await act(id, 'take-back', 'withdrawn')).toMatchObject({ refused: 'keys.refused.goneForGood' })
  // The answer was lost: the same ones again.
  expect((await act(id, 'export', 'withdrawn')).text).toBe(file.text)
  const log = JSON.stringify(await auditOf(id))
  for (const key of keys) expect(log).not.toContain(key)
  expect(log).toContain('keyBatch.export')
  // What the journal is told is taken from it by the shop: in one transaction both are seen. After a restore they are retired.
  await shop.db.transaction(async (tx) => {
    await batchStore.noteExport(tx, id)
    const told = await tx.query<{ value: string }>(sql`
      select distinct value from journal_entries where kind = 'key'
        and split_part(value, ' ', 1) = any(array(select encode(fingerprint, 'hex') from vault_keys where batch_id = ${id}))`)
    const parts = told.map(({ value }) => value.split(' ') as [string, string])
    const [fingerprints, orders] = [parts.map(([fingerprint]) => fingerprint), parts.map(([, order]) => order)]
    expect(await retireSold(tx, fingerprints, orders)).toBe(3)
  })
  expect(await countsOf(id)).toEqual({ retired: 3 })
})
