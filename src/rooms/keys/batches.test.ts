// Batches of keys in the back office: brought in, blocked, withdrawn, taken along, looked at; beside people who buy.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { effectsOf, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { batchStore, retireSold, withholdFree } from '#rooms/vault/hands.ts'
import { LOOKS_PER_HOUR, MOST_LINES } from '#rooms/vault/limits.ts'
import { addProduct, openTestShop, orderBody, placeOrder, STRIPE, statusOf, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let editor: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ;[ada, editor] = [await addStaff(shop, { role: 'manager' }), await addStaff(shop, { role: 'catalogue' })]
})
afterAll(() => shop.close())

const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)
const fresh = () => `KEY-${randomUUID().toUpperCase()}`
const typed = (product: { slug: string }, keys: string[], more: object = {}) => ({
  ...{ id: randomUUID(), skuCode: product.slug.toUpperCase(), source: 'order 7', supplier: 'Kinguin' },
  ...{ text: keys.join('\r\n'), ...more },
})
/** A batch of so many keys, by an import. */
async function batchOf(count: number) {
  const product = await addProduct(shop)
  const keys = Array.from({ length: count }, fresh)
  const { id } = await ask('POST /office/key-batches', typed(product, keys))
  return { ...product, id: id as string, keys }
}
const act = (id: string, what: string, seen: string, who = ada) =>
  ask(`POST /office/key-batches/${id}/${what}`, { seen, reason: 'the supplier asks for them' }, who)
const countsOf = async (id: string) => (await ask(`GET /office/key-batches/${id}`)).counts
const stockOf = async (offerId: number) => (await vaultOf(shop, offerId)).stock
const auditOf = (id: string) =>
  shop.db.query<{ act: string; actor: string; reason: string; before: unknown; after: unknown }>(sql`
    select act, actor, reason, before, after from audit_log where subject_kind = 'keyBatch' and subject_id = ${id} order by id`)

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

test('a blocked batch sells nothing: what was free, what an unpaid order had, and what a refund frees', async () => {
  const { id, offerId, ...product } = await batchOf(3)
  const order = await placeOrder(shop, orderBody([{ product: { ...product, offerId } }]))
  expect(await countsOf(id)).toEqual({ available: 2, reserved: 1 })
  expect(await act(id, 'block', 'open')).toEqual({ state: 'blocked', keys: 3 })
  expect(await countsOf(id)).toEqual({ blocked: 3 })
  expect(await stockOf(offerId)).toBe(0)
  // Paid all the same: it takes another key, or waits for one.
  shop.stripe.complete(new URL(order.url).pathname.split('/').at(-1)!)
  await reachesStatus(order.orderId, 'Processing')
  expect(await countsOf(id)).toEqual({ blocked: 3 })
  expect(await act(id, 'unblock', 'blocked')).toEqual({ state: 'open', keys: 3 })
  await reachesStatus(order.orderId, 'Delivered')
  expect(await countsOf(id)).toEqual({ available: 2, sold: 1 })
  expect(await stockOf(offerId)).toBe(2)
  expect(await auditOf(id)).toMatchObject([
    { act: 'keyBatch.import' },
    {
      act: 'keyBatch.block',
      actor: ada.email,
      reason: 'the supplier asks for them',
      before: { state: 'open' },
      after: { state: 'blocked', keys: 3 },
    },
    { act: 'keyBatch.unblock', before: { state: 'blocked' }, after: { state: 'open', keys: 3 } },
  ])
})

test('a key that is freed after its batch was blocked is blocked, whoever frees it', async () => {
  const { id, offerId } = await batchOf(2)
  const keys = await shop.db.query<{ id: number }>(sql`select id from vault_keys where batch_id = ${id} order by id`)
  await shop.db.run(sql`update vault_keys set state = 'withheld' where id = ${keys[0]!.id}`)
  await act(id, 'block', 'open')
  await shop.db.run(sql`update vault_keys set state = 'available' where id = ${keys[0]!.id}`)
  expect(await countsOf(id)).toEqual({ blocked: 2 })
  expect(await stockOf(offerId)).toBe(0)
})

test('of buyers and whoever blocks at once, each key is either sold or blocked, and the stock is exact', async () => {
  const { id, offerId, ...product } = await batchOf(12)
  const buy = () =>
    shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product: { ...product, offerId } }]) })
  await Promise.all([...Array.from({ length: 8 }, buy), act(id, 'block', 'open'), ...Array.from({ length: 8 }, buy)])
  expect(await countsOf(id)).toEqual({ blocked: 12 })
  expect(await vaultOf(shop, offerId)).toMatchObject({ available: 0, reserved: 0, stock: 0 })
})

const BETWEEN = [
  ['blocked', (tx: Transaction, id: string) => batchStore.turnKeys(tx, id, ['available', 'reserved'], 'blocked')],
  ['withdrawn', (tx: Transaction, id: string) => batchStore.turnKeys(tx, id, ['available', 'reserved'], 'withdrawn')],
  ['moved', (tx: Transaction, id: string, offerId: number) => batchStore.moveBatch(tx, id, offerId)],
] as const

test.each(BETWEEN)(
  'an order whose keys are %s in the moment in which it is settled waits for others',
  async (_, change) => {
    const [{ id, ...product }, other] = [await batchOf(1), await batchOf(1)]
    const order = await ordered(shop, STRIPE, { product })
    await shop.db.transaction(async (tx) => {
      await change(tx, id, other.offerId)
      pay(shop, order)
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await shop.db.query(waits)).length > 0, 'the settlement waits for the key')
    })
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject({ sold: 0, paidMoves: 1, mails: ['processing'] })
  },
)

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

test('one key is shown to whoever may and says why, written down, so many an hour', async () => {
  const { id, keys } = await batchOf(2)
  const { rows } = await ask(`GET /office/key-batches/${id}/keys?state=available`)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('KEY-')
  const look = (who = ada) =>
    ask(`POST /office/keys/${rows[0].id}/reveal`, { reason: 'a buyer says it does not work' }, who)
  expect(await look(editor)).toMatchObject({ status: 403, refused: 'error.forbidden' })
  expect(await look()).toEqual({ key: keys[0] })
  expect((await auditOf(id)).at(-1)).toMatchObject({
    ...{ act: 'keyBatch.reveal', actor: ada.email, reason: 'a buyer says it does not work' },
    after: { key: rows[0].id, state: 'retired' },
  })
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect(await look()).toMatchObject({ status: 403, refused: 'login.proveAgain' })
  expect(await act(id, 'export', 'open')).toMatchObject({ status: 403, refused: 'login.proveAgain' })
  const move = { seen: 'open', from: 'A', skuCode: 'B', reason: 'it was typed wrong' }
  expect(await ask(`POST /office/key-batches/${id}/move`, move)).toMatchObject({ refused: 'login.proveAgain' })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
  const many = await Promise.all(Array.from({ length: LOOKS_PER_HOUR + 5 }, () => look()))
  expect(many.filter(({ key }) => key)).toHaveLength(LOOKS_PER_HOUR - 1)
  expect(many.find(({ refused }) => refused)).toMatchObject({
    status: 429,
    refused: 'keys.refused.looks',
    data: { most: LOOKS_PER_HOUR },
  })
  // Another person still may.
  expect(await look(await addStaff(shop, { role: 'manager' }))).toEqual({ key: keys[0] })
})

test('a key that somebody looked at is never sold, also not after its batch came back or the shop was restored', async () => {
  const { id, offerId } = await batchOf(5)
  const boss = await addStaff(shop)
  const { rows } = await ask(`GET /office/key-batches/${id}/keys?state=available`)
  const look = (index: number) => ask(`POST /office/keys/${rows[index].id}/reveal`, { reason: 'why' }, boss)
  await look(0)
  expect(await countsOf(id)).toEqual({ available: 4, retired: 1 })
  expect(await stockOf(offerId)).toBe(4)
  await act(id, 'block', 'open')
  await look(1)
  await act(id, 'unblock', 'blocked')
  await act(id, 'withdraw', 'open')
  await look(2)
  await act(id, 'take-back', 'withdrawn')
  await shop.db.run(sql`update vault_keys set state = 'withheld' where id = ${rows[3].id}`)
  await look(3)
  expect(await countsOf(id)).toEqual({ available: 1, retired: 4 })
  expect(await stockOf(offerId)).toBe(1)
  // The last one was taken along: whoever looks at it finds it among those of the file when he asks for them again.
  const { text } = await act(id, 'export', 'open', boss)
  expect(await look(4)).toEqual({ key: text.trim() })
  expect((await act(id, 'export', 'withdrawn', boss)).text).toBe(text)
})

test('what the journal is told of a look holds after a restore to the moment before it', async () => {
  const { id } = await batchOf(1)
  const key = await shop.db.one<{ id: number; fingerprint: string }>(
    sql`select id, encode(fingerprint, 'hex') as fingerprint from vault_keys where batch_id = ${id}`,
  )
  await expect(
    shop.db.transaction(async (tx) => {
      await batchStore.lookAt(tx, key.id, ada.id)
      const told = await tx.one<{ value: string }>(
        sql`select value from journal_entries where kind = 'key' and value like ${`${key.fingerprint} %`}`,
      )
      // As a backup from before has it.
      await tx.run(sql`update vault_keys set state = 'available', delivered_at = null where id = ${key.id}`)
      expect(await retireSold(tx, [key.fingerprint], [told.value.split(' ')[1]!])).toBe(1)
      throw new Error('not meant')
    }),
  ).rejects.toThrow('not meant')
})

test('a key that an order has reserved is shown to nobody', async () => {
  const { id, offerId, ...product } = await batchOf(1)
  await placeOrder(shop, orderBody([{ product: { ...product, offerId } }]))
  const [row] = (await ask(`GET /office/key-batches/${id}/keys?state=reserved`)).rows
  const boss = await addStaff(shop)
  expect(await ask(`POST /office/keys/${row.id}/reveal`, { reason: 'why' }, boss)).toEqual({
    ...{ status: 422, refused: 'keys.refused.reserved' },
  })
  expect(await countsOf(id)).toEqual({ reserved: 1 })
})

test('a sold key that somebody looked at counts as delivered', async () => {
  const sold = await ordered(shop, STRIPE)
  pay(shop, sold)
  await reaches(shop, sold, 'Delivered')
  await quiet(shop)
  const line = sql`select k.id, k.batch_id as "batchId" from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = ${sold.orderId}`
  const key = await shop.db.one<{ id: number; batchId: string }>(line)
  await shop.db.run(sql`update vault_keys set delivered_at = null where id = ${key.id}`)
  const boss = await addStaff(shop)
  await ask(`POST /office/keys/${key.id}/reveal`, { reason: 'why' }, boss)
  expect(
    await shop.db.one(sql`select delivered_at is not null as delivered from vault_keys where id = ${key.id}`),
  ).toEqual({ delivered: true })
  const [row] = (await ask(`GET /office/key-batches/${key.batchId}/keys?state=sold`, undefined, boss)).rows
  expect(row).toMatchObject({ id: key.id, orderId: sold.orderId, orderNo: expect.any(String) })
})

test('after a restore without its journal blocked keys wait, too, and go back to what their batch is', async () => {
  const { id } = await batchOf(1)
  await act(id, 'block', 'open')
  await expect(
    shop.db.transaction(async (tx) => {
      await withholdFree(tx)
      expect(await tx.query(sql`select state from vault_keys where batch_id = ${id}`)).toEqual([{ state: 'withheld' }])
      await tx.run(sql`update vault_keys set state = 'available' where batch_id = ${id}`)
      expect(await tx.query(sql`select state from vault_keys where batch_id = ${id}`)).toEqual([{ state: 'blocked' }])
      throw new Error('not meant')
    }),
  ).rejects.toThrow('not meant')
})

async function reachesStatus(orderId: string, status: string) {
  await expect.poll(() => statusOf(shop, orderId), { timeout: 20_000 }).toBe(status)
}
