// Keys that are not for sale: of a blocked batch, and those that somebody has looked at; beside people who buy.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { effectsOf, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { batchStore, retireSold, withholdFree } from '#rooms/vault/hands.ts'
import { LOOKS_PER_HOUR } from '#rooms/vault/limits.ts'
import { openTestShop, orderBody, placeOrder, STRIPE, type TestShop } from '#test/harness.ts'
import { batches } from './batches.testing.ts'

let shop: TestShop
let ada: TestStaff
let editor: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ;[ada, editor] = [await addStaff(shop, { role: 'manager' }), await addStaff(shop, { role: 'catalogue' })]
})
afterAll(() => shop.close())

const { ask, batchOf, act, countsOf, stockOf, auditOf, reachesStatus } = batches(() => ({ shop, ada }))

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
