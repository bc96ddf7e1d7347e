// What a person holds: nothing of it is delivered, paid or given up until it is released (decision C4).
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  loseKeys,
  ordered,
  PROVIDERS,
  pay,
  quiet,
  reaches,
  UNTOUCHED,
} from '#rooms/payments/scene.testing.ts'
import { addKeys, openTestShop, PAYPAL, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { ActRefused } from './act-refused.ts'
import { createActs } from './acts.ts'

/** The command runs in a process of its own, with the same key. */
const VAULT_KEY = randomBytes(32).toString('base64')

let shop: TestShop
let acts: ReturnType<typeof createActs>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'hold-'))
  shop = await openTestShop({ VAULT_KEYS: VAULT_KEY })
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const BY = { actor: 'ada', reason: 'three orders of one card' }
const HELD = {
  ...DELIVERED,
  status: 'Processing',
  sold: 0,
  reserved: 1,
  mails: ['heldUnpaid', 'held'],
  alerts: ['order.held'],
}

const openAlerts = ({ orderId }: Bought) =>
  shop.db.query(sql`select kind from alerts where order_id = ${orderId} and resolved_at is null order by kind`)

const detailOf = async (order: Bought) =>
  (await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })).body.data

test.each(PROVIDERS)(
  'an unpaid order that a person holds: its buyer sees it and can neither cancel nor pay; money of %s that comes all the same waits with its keys, and the release delivers',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    expect(await acts.hold(order.orderId, BY)).toEqual({ did: 'held it', status: 'Unpaid' })
    expect(await detailOf(order)).toMatchObject({ orderStatus: 'Unpaid', barred: 'person' })
    const cancel = await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
    expect([cancel.status, cancel.body.msg]).toEqual([422, 'pay.held'])
    expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, mails: ['heldUnpaid'], alerts: ['order.held'] })
    pay(shop, order, { captured: true })
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(HELD)
    await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(HELD)
    expect(await acts.release(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({
      ...HELD,
      ...DELIVERED,
      mails: ['heldUnpaid', 'held', 'delivery'],
      alerts: ['order.held'],
    })
    expect(await openAlerts(order)).toEqual([])
  },
)

test('what its payer has approved is not captured while a person holds it, and is after the release', async () => {
  const order = await ordered(shop, PAYPAL)
  await acts.hold(order.orderId, BY)
  pay(shop, order)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ ...UNTOUCHED, mails: ['heldUnpaid'], alerts: ['order.held'] })
  await acts.release(order.orderId, BY)
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await reaches(shop, order, 'Delivered')
})

test('unpaid and held it does not expire, but its keys are free after the payment time; released it ends', async () => {
  const order = await ordered(shop, STRIPE)
  await acts.hold(order.orderId, BY)
  await letTimePass(shop, order.product.offerId)
  await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  await acts.release(order.orderId, BY)
  await reaches(shop, order, 'Expired')
})

test('what waits for keys is not served while a person holds it, and is by the release', async () => {
  const order = await ordered(shop, STRIPE, { keys: 1 })
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  await acts.hold(order.orderId, BY)
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Processing', sold: 0, mails: ['processing', 'held'] })
  expect(await acts.release(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
})

test('a paid one gives its money back after three days, and its hold ends with it', async () => {
  const order = await ordered(shop, STRIPE)
  await acts.hold(order.orderId, BY)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ sold: 0, reserved: 0, mails: ['heldUnpaid', 'held', 'refund'] })
  expect(
    await shop.db.query(sql`select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null`),
  ).toEqual([])
  expect(await openAlerts(order)).toEqual([])
})

test('there is nothing to hold of what was delivered, cancelled, expired or refunded', async () => {
  const refused = async (order: Bought, why: string) => {
    await expect(acts.hold(order.orderId, BY)).rejects.toThrow(why)
    expect(await shop.db.query(sql`select 1 from order_holds where order_id = ${order.orderId}`)).toEqual([])
  }
  const [bought, cancelled, expired] = [
    await ordered(shop, STRIPE),
    await ordered(shop, STRIPE),
    await ordered(shop, STRIPE),
  ]
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  await quiet(shop)
  await refused(bought, 'it is Delivered: nothing of it is left to hold')
  await acts.refund(bought.orderId, BY, null)
  await reaches(shop, bought, 'Refunded')
  await refused(bought, 'it is Refunded')
  await shop.call('GET', `/api/pay/cancel/${cancelled.orderId}`, { headers: { cookie: cancelled.cookie } })
  await refused(cancelled, 'it is Cancelled')
  await letTimePass(shop, expired.product.offerId)
  await reaches(shop, expired, 'Expired')
  await refused(expired, 'it is Expired')
})

test('of fifty who hold at once one does; held, released and held again it is held', async () => {
  const order = await ordered(shop, PAYSSION)
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => acts.hold(order.orderId, BY)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tried) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ActRefused)
  await acts.release(order.orderId, BY)
  expect((await detailOf(order)).barred).toBeNull()
  await acts.hold(order.orderId, BY)
  expect((await detailOf(order)).barred).toBe('person')
  // Its buyer is written to once, however often.
  expect((await effectsOf(shop, order)).mails).toEqual(['heldUnpaid'])
})

test('a hold and the payment at the same moment: either delivered and refused, or held and not delivered', async () => {
  for (let round = 0; round < 6; round++) {
    const order = await ordered(shop, STRIPE)
    pay(shop, order)
    const held = await acts.hold(order.orderId, BY).then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(ActRefused)
        return false
      },
    )
    await reaches(shop, order, held ? 'Processing' : 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(held ? HELD : DELIVERED)
  }
})

test('the command holds, lists, shows and releases beside the running shop', async () => {
  const order = await ordered(shop, STRIPE)
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const run = (...args: string[]) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: VAULT_KEY }
      const child = execFile(process.execPath, [cli, ...args], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
        resolve({ status: child.exitCode ?? 1, stdout, stderr }),
      )
    })
  const refused = (why: string) => ({ status: 1, stderr: expect.stringContaining(why) })
  expect(await run('hold', order.orderNo)).toMatchObject(refused('--reason is missing'))
  expect(await run('hold', order.orderNo, '--reason', 'odd address', '--by', 'grace')).toMatchObject({
    status: 0,
    stdout: `${order.orderNo}: held it. It is Unpaid.\n`,
  })
  expect(await run('hold', order.orderNo, '--reason', 'x')).toMatchObject(refused('a person holds it already'))
  expect((await run('list')).stdout).toContain(`${order.orderNo}  Unpaid  grace: odd address  since`)
  expect((await run('show', order.orderNo)).stdout).toContain('HELD for grace: odd address since')
  expect((await run('release', order.orderNo, '--reason', 'all is well')).stdout).toContain('lifted its holds;')
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
})

test.each(['release', 'accept'] as const)(
  'a paid order whose reserved keys were withdrawn while it was held tells buyer and operator once by the %s that it waits',
  async (end) => {
    const order = await ordered(shop, STRIPE, { keys: 1 })
    await acts.hold(order.orderId, BY)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    await loseKeys(shop, order.product.offerId)
    expect(await acts[end](order.orderId, BY)).toMatchObject({ status: 'Processing' })
    const waits = { status: 'Processing', mails: ['heldUnpaid', 'held', 'processing'] }
    expect(await effectsOf(shop, order)).toMatchObject(waits)
    expect(await openAlerts(order)).toEqual([{ kind: 'order.waitingForKeys' }])
    // Known, it is not told again, whoever looks for keys.
    await shop.db.run(sql`update alerts set resolved_at = now() where order_id = ${order.orderId}`)
    await acts.hold(order.orderId, BY)
    await acts.release(order.orderId, BY)
    await shop.db.run(
      sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
    )
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject(waits)
    expect(await openAlerts(order)).toEqual([])
  },
)
