// Refunds at a provider that has no call for them: a person makes them there and says so (decision F7, docs/decisions/057).
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { bring } from '#rooms/ledger/hands.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { effectsOf, looked, loseKeys, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addKeys,
  addMember,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { createByHand } from './by-hand.ts'

/** The command runs in a process of its own, with the same key. */
const VAULT_KEY = randomBytes(32).toString('base64')

let shop: TestShop
let acts: ReturnType<typeof createActs>
let byHand: ReturnType<typeof createByHand>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'by-hand-'))
  shop = await openTestShop({ VAULT_KEYS: VAULT_KEY })
  const of = { db: shop.db, settling: settlingBesideShop(() => 'shop.test') }
  acts = createActs(of)
  byHand = createByHand(of)
  await offerCards(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

interface Paid {
  orderId: string
  orderNo: string
  cookie: string
  attempt: string
  offerId: number
}

const settled = async () => {
  await shop.eecpay.notified()
  await quiet(shop)
}

/** Paid by card; `waits`: its keys are missing. */
async function bought(count = 2, waits = false): Promise<Paid> {
  const product = await addProduct(shop, { keys: count })
  const { orderId, orderNo, cookie } = await placeOrder(shop, orderBody([{ product, count }], { paymentId: EECPAY }))
  if (waits) await loseKeys(shop, product.offerId)
  const paid = await shop.call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, headers: { cookie } })
  expect(paid.status, paid.body.msg).toBe(200)
  const order = { orderId, orderNo, cookie, attempt: await attemptOf(shop, orderId), offerId: product.offerId }
  await reaches(shop, order, waits ? 'Processing' : 'Delivered')
  await settled()
  return order
}

/** The refund that waits for a person. */
async function task({ orderId }: Pick<Paid, 'orderId'>): Promise<number> {
  const open = async () => (await tasksOf(shop.db, orderId)).find(({ outcome }) => outcome === null)
  await until(async () => (await open()) !== undefined, 'the refund waits for a person')
  await settled()
  return (await open())!.number
}

const backOf = async ({ attempt }: Paid) =>
  (await shop.db.one<{ back: number }>(sql`select refunded_amount as back from payments where id = ${attempt}`)).back

const openAlerts = async ({ orderId }: Paid) =>
  (
    await shop.db.query<{ kind: string }>(
      sql`select kind from alerts where order_id = ${orderId} and resolved_at is null order by kind`,
    )
  ).map(({ kind }) => kind)

const refundMails = async (order: Paid) =>
  (await effectsOf(shop, order)).mails.filter((mail) => mail === 'refund').length

/** What the clock does. */
async function askAgain({ attempt }: Paid) {
  await shop.db.run(sql`update payments set poll_at = now(), polls = 0 where id = ${attempt}`)
  await looked(shop, attempt)
  await settled()
}

test('it waits for a person, who is told what to do; made and recorded, all follows as with any refund', async () => {
  const order = await bought()
  const asked = await acts.refund(order.orderId, BY, null)
  expect(asked.did).toContain('somebody must make it there')
  const number = await task(order)
  expect(await openAlerts(order)).toEqual(['refund.byHand'])
  const { details, money } = await shop.db.one<{ details: object; money: boolean }>(
    sql`select details, money from alerts where order_id = ${order.orderId}`,
  )
  const trade = shop.eecpay.payment(order.attempt)!.tradeNo
  const what = { orderNo: order.orderNo, number, provider: 'eecpay', providerRef: trade, amount: 3998, currency: 'USD' }
  expect([details, money]).toEqual([what, true])
  // Nothing is counted that nobody has made.
  expect([await backOf(order), await refundMails(order)]).toEqual([0, 0])
  await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('under way already')
  expect(await byHand.made(number, BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
  await settled()
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 1])
  expect(await openAlerts(order)).toEqual([])
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(keys.body.msg).toBe('order.notDelivered')
  // The provider shows it hours later, and again: the same money.
  await askAgain(order)
  expect([await backOf(order), await openAlerts(order)]).toEqual([3998, []])
  shop.eecpay.refund(order.attempt)
  await settled()
  await askAgain(order)
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 1])
  expect(await openAlerts(order)).toEqual([])
  await expect(byHand.made(number, BY, 'RF-2')).rejects.toThrow('it was recorded as made (RF-1)')
  await expect(byHand.giveUp(number, BY)).rejects.toThrow('it was recorded as made (RF-1)')
})

test('a unit, a part and the rest, each before the provider shows the one before: the sum is what was paid', async () => {
  const order = await bought()
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  expect(await byHand.made(await task(order), BY, 'RF-a')).toMatchObject({ status: 'PartlyRefunded' })
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(body.data[0].keys).toHaveLength(1)
  await acts.refund(order.orderId, BY, 500)
  expect(await byHand.made(await task(order), BY, 'RF-b')).toMatchObject({ status: 'PartlyRefunded' })
  expect(await backOf(order)).toBe(2499)
  await expect(acts.refund(order.orderId, BY, 1500)).rejects.toThrow('only 14.99 USD are left')
  // Of the first two it shows the first.
  shop.eecpay.refund(order.attempt, { amountMinor: 1999 })
  await settled()
  await askAgain(order)
  expect(await backOf(order)).toBe(2499)
  await acts.refund(order.orderId, BY, null)
  expect(await byHand.made(await task(order), BY, 'RF-c')).toMatchObject({ status: 'Refunded' })
  shop.eecpay.refund(order.attempt)
  await settled()
  await askAgain(order)
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 3])
  expect(
    await shop.db.query(sql`select 1 from refunds where payment_id = ${order.attempt} and state <> 'done'`),
  ).toEqual([])
})

test('the provider tells it first: it is counted once, and what it is called is kept all the same', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, 1000)
  const number = await task(order)
  shop.eecpay.refund(order.attempt, { amountMinor: 1000 })
  await reaches(shop, order, 'PartlyRefunded')
  await settled()
  expect(await openAlerts(order)).toEqual([])
  expect((await byHand.made(number, BY, 'RF-9')).did).toContain('which it had told itself')
  await expect(byHand.made(number, BY, 'RF-10')).rejects.toThrow('its provider has told that it was made (RF-9)')
  await settled()
  expect([await backOf(order), await refundMails(order)]).toEqual([1000, 1])
})

test('what somebody has sent back is not forgotten over an answer that nobody knows', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, 1_000)
  await byHand.made(await task(order), BY, 'RF-1')
  await settled()
  expect(await backOf(order)).toBe(1_000)
  ;(shop.eecpay.payment(order.attempt) as { status: string }).status = '7'
  await askAgain(order)
  expect(await backOf(order)).toBe(1_000)
  ;(shop.eecpay.payment(order.attempt) as { status: string }).status = '1'
  await askAgain(order)
  expect(await backOf(order)).toBe(1_000)
  // No more goes back than what is left.
  await expect(acts.refund(order.orderId, BY, 3_000)).rejects.toThrow(/only 29\.98 USD/)
})

test('notice, record and record again at the same moment: counted once', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await bought(1)
    await acts.refund(order.orderId, BY, null)
    const number = await task(order)
    shop.eecpay.refund(order.attempt)
    const said = await Promise.allSettled([1, 2, 3].map((n) => byHand.made(number, BY, `RF-${n}`)))
    for (const one of said) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ActRefused)
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await reaches(shop, order, 'Refunded')
    await settled()
    await askAgain(order)
    expect([await backOf(order), await refundMails(order)]).toEqual([1999, 1])
    expect(await openAlerts(order)).toEqual([])
  }
})

test('what the provider once showed and takes back is told: from then on its word counts alone', async () => {
  const order = await bought(1)
  await acts.refund(order.orderId, BY, null)
  await byHand.made(await task(order), BY, 'RF-1')
  shop.eecpay.refund(order.attempt)
  await settled()
  shop.eecpay.refund(order.attempt, { amountMinor: -1999 })
  await askAgain(order)
  await until(async () => (await openAlerts(order)).includes('refund.failed'), 'the operator is told')
  expect(await backOf(order)).toBe(0)
})

test('who dies between beginning and handing over leaves it to the next try: the task is there once', async () => {
  const order = await bought(1)
  await acts.refund(order.orderId, BY, 500)
  await task(order)
  // As it stands after the first of both.
  await shop.db.run(
    sql`delete from refund_tasks t using refunds r where r.id = t.refund_id and r.order_id = ${order.orderId}`,
  )
  await shop.db.run(sql`delete from alerts where order_id = ${order.orderId}`)
  const { id } = await shop.db.one<{ id: string }>(
    sql`update refunds set state = 'asked' where order_id = ${order.orderId} returning id`,
  )
  const again = () =>
    shop.db.run(sql`select graphile_worker.add_job('payment.refund', json_build_object('refundId', ${id}::text))`)
  await Promise.all([again(), again()])
  const number = await task(order)
  expect(await tasksOf(shop.db, order.orderId)).toHaveLength(1)
  expect(await openAlerts(order)).toEqual(['refund.byHand'])
  expect(await byHand.made(number, BY, 'RF-1')).toMatchObject({ status: 'PartlyRefunded' })
  expect(await backOf(order)).toBe(500)
})

test('a part by hand and the rest to the balance: together what was paid, whenever the provider shows its part', async () => {
  const member = await addMember(shop)
  const as = { headers: { cookie: member.cookie } }
  const product = await addProduct(shop, { keys: 1 })
  const body = orderBody([{ product }], { paymentId: EECPAY, email: member.email })
  const { orderId, orderNo } = await placeOrder(shop, body, as.headers)
  const paid = await shop.call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, ...as })
  expect(paid.status, paid.body.msg).toBe(200)
  await reaches(shop, { orderId }, 'Delivered')
  await settled()
  const order = { orderId, attempt: await attemptOf(shop, orderId) }
  await acts.refund(orderId, BY, 500)
  await byHand.made(await task(order), BY, 'RF-1')
  const chosen = await shop.call('POST', `/api/profile/order/refundTo/${orderId}`, { body: { to: 'balance' }, ...as })
  expect(chosen.status, chosen.body.msg).toBe(200)
  expect((await acts.refund(orderId, BY, null)).did).toContain('to its member’s balance')
  await reaches(shop, order, 'Refunded')
  await settled()
  const sums = async () => [await backOf(order as Paid), (await shop.call('GET', '/api/getInfo', as)).body.data.amount]
  expect(await sums()).toEqual([1999, 14.99])
  await askAgain(order as Paid)
  shop.eecpay.refund(order.attempt, { amountMinor: 500 })
  await settled()
  await askAgain(order as Paid)
  expect(await sums()).toEqual([1999, 14.99])
  const shown = async () => (await run('show', orderNo)).stdout
  expect(await shown()).toContain('back 19.99 USD (14.99 USD of it on the balance)')
  const refund = { as: 'refund', memberId: member.id, paymentId: order.attempt, reference: orderNo } as const
  await shop.db.transaction((tx) => bring(tx, { ...refund, cents: 400 }))
  expect(await shown()).toContain('back 19.99 USD (4.00 USD of it on the balance)')
})

test('given up, the order goes on: what waited is delivered, and nothing wants the money back by itself', async () => {
  const order = await bought(1, true)
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  const number = await task(order)
  await addKeys(shop, order.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.offerId}::int))`,
  )
  await settled()
  expect((await effectsOf(shop, order)).status).toBe('Processing')
  expect(await byHand.giveUp(number, { ...BY, reason: 'he waits on' })).toMatchObject({ status: 'Delivered' })
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  await settled()
  expect(await effectsOf(shop, order)).toMatchObject({
    status: 'Delivered',
    sold: 1,
    mails: ['processing', 'delivery'],
  })
  expect(await openAlerts(order)).toEqual([])
  await expect(byHand.made(number, BY, 'RF-1')).rejects.toThrow('it was given up')
  expect(await backOf(order)).toBe(0)
  // A person may want it again.
  await acts.refund(order.orderId, BY, null)
  expect(await byHand.made(await task(order), BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
})

test('what a person wanted back and then did not make goes back after three days like any other that waits', async () => {
  const order = await bought(1, true)
  await acts.refund(order.orderId, BY, null)
  await byHand.giveUp(await task(order), { ...BY, reason: 'he waits on' })
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  expect(await byHand.made(await task(order), BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
})

test('a top-up: nobody spends what is to go back; given up it is his again, made it is gone', async () => {
  const member = await addMember(shop)
  const as = { headers: { cookie: member.cookie } }
  const balance = async () => (await shop.call('GET', '/api/getInfo', as)).body.data.amount
  const { body } = await shop.call('POST', '/api/profile/topUp', {
    body: { amount: 25, realAmount: 25, paymentId: EECPAY, requestId: randomUUID() },
    ...as,
  })
  const { orderId, orderNo } = body.data as { orderId: string; orderNo: string }
  const paid = await shop.call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, ...as })
  expect(paid.status, paid.body.msg).toBe(200)
  await reaches(shop, { orderId }, 'Completed')
  await settled()
  expect((await run('show', orderNo)).stdout).toContain('top-up: 25.00 USD of its payment are not spent')
  await acts.refund(orderId, BY, 1000)
  const first = await task({ orderId })
  expect(await balance()).toBe(15)
  expect((await run('show', orderNo)).stdout).toContain('top-up: 15.00 USD of its payment are not spent')
  await byHand.giveUp(first, BY)
  expect(await balance()).toBe(25)
  await acts.refund(orderId, BY, null)
  await byHand.made(await task({ orderId }), BY, 'RF-1')
  await settled()
  expect(await balance()).toBe(0)
}, 60_000)

/** Beside the shop, which goes on meanwhile. */
function run(...args: string[]) {
  const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: VAULT_KEY }
    const child = execFile(process.execPath, [cli, ...args], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}

test('the command lists it, records it and gives it up, and says clearly what is not possible', async () => {
  const order = await bought()
  const refused = (why: string) => ({ status: 1, stderr: expect.stringContaining(why) })
  const because = ['--reason', 'he wrote to us', '--by', 'grace']
  const asked = await run('refund', order.orderNo, '--amount', '5', ...because)
  expect(asked.stdout).toContain('so somebody must make it there: `npm run orders -- by-hand`')
  const first = String(await task(order))
  expect((await run('by-hand')).stdout).toContain(`${first}  ${order.orderNo}  5.00 USD of eecpay’s payment E`)
  expect((await run('show', order.orderNo)).stdout).toContain(`refund ${first} by hand, 5.00 USD: waits for a person`)
  expect(await run('refunded', first, ...because)).toMatchObject(refused('--reference'))
  expect(await run('refunded', first, '--reference', 'RF-1')).toMatchObject(refused('--reason is missing'))
  expect(await run('refunded', '99999', '--reference', 'RF-1', ...because)).toMatchObject(refused('no such refund'))
  expect(await run('refunded', 'x', '--reference', 'RF-1', ...because)).toMatchObject(refused('x is no number'))
  expect(await run('not-refunded', first, ...because)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('gave the refund up'),
  })
  await run('refund', order.orderNo, '--amount', '5', ...because)
  const second = String(await task(order))
  expect(await run('refunded', second, '--reference', 'RF 2026/7', ...because)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Its order is PartlyRefunded.'),
  })
  const shown = (await run('show', order.orderNo)).stdout
  expect(shown).toContain(`refund ${second} by hand, 5.00 USD: made (RF 2026/7)`)
  expect(shown).toContain('refunded by grace: he wrote to us')
  expect(await run('refunded', second, '--reference', 'RF-3', ...because)).toMatchObject(refused('recorded as made'))
}, 120_000)

test('a provider that takes refunds is asked, and no person', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  shop.payssion.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect((await acts.refund(order.orderId, BY, null)).did).toContain('the shop sends it while it runs')
  await reaches(shop, order, 'Refunded')
  expect(await tasksOf(shop.db, order.orderId)).toEqual([])
})
