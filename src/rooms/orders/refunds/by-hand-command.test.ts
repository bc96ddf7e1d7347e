// Refunds that a person makes, of balances and of top-ups, and the command that lists, records and gives them up.
import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { bring } from '#rooms/ledger/hands.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { BY, byHandRefunds, type Paid } from './by-hand.testing.ts'
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

const { settled, bought, task, backOf, askAgain } = byHandRefunds(() => shop)

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
})

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
  expect(asked.stdout).toContain(
    'so somebody must make it there: Payments in the office, or `npm run orders -- by-hand`',
  )
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
})
