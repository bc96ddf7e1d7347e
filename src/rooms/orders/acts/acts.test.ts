// The ways out of a held order: accept, refund, release; as a person does them, beside a running shop (decision C4).
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
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import {
  addKeys,
  addMember,
  figuresOf,
  openTestShop,
  PAYSSION,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { ActRefused } from './act-refused.ts'
import { createActs } from './acts.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

/** The command runs in a process of its own, with the same key. */
const VAULT_KEY = randomBytes(32).toString('base64')

let shop: TestShop
let acts: ReturnType<typeof createActs>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'orders-'))
  shop = await openTestShop({ VAULT_KEYS: VAULT_KEY })
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** An order of which only a part was paid. */
async function held(paymentId: typeof STRIPE | typeof PAYSSION = PAYSSION, keys = 3): Promise<Bought> {
  const order = await ordered(shop, paymentId, { keys })
  if (paymentId === PAYSSION) shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  else pay(shop, order, { amountMinor: 500 })
  await until(async () => (await holdsOf(order)).length > 0, 'it is held')
  await quiet(shop)
  return order
}

const holdsOf = ({ orderId }: Bought) =>
  shop.db.query(sql`select reason from order_holds where order_id = ${orderId} and lifted_at is null`)

const actsOf = ({ orderId }: Bought) =>
  shop.db.query(sql`select act, actor, reason from order_acts where order_id = ${orderId} order by id`)

/** Beside the shop, which goes on meanwhile: what the command waits for may be the shop's to end. */
const run = (...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: VAULT_KEY }
    const child = execFile(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    )
  })

test('accepting takes the money as it is: paid and delivered, with who and why', async () => {
  const order = await held()
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, mails: ['held', 'delivery'], alerts: ['payment.doubt'] })
  expect(await holdsOf(order)).toEqual([])
  expect(await actsOf(order)).toEqual([{ act: 'accept', ...BY }])
  await expect(acts.accept(order.orderId, BY)).rejects.toThrow(ActRefused)
  // The first delivery here, and the shop counts it although another process made it.
  const counted = 'latchkey_order_moves_total{status="Delivered"} 1\n'
  await until(async () => (await figuresOf(shop)).includes(counted), 'the figures know of it', 40_000)
})

test.each(PROVIDERS)(
  'money in another currency that was accepted is refunded in parts, in that currency (%s)',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order, { currency: 'EUR', captured: true })
    await until(async () => (await holdsOf(order)).length > 0, 'it is held')
    await quiet(shop)
    await acts.accept(order.orderId, BY)
    await quiet(shop)
    for (const back of [500, 600]) {
      const { did } = await acts.refund(order.orderId, BY, back)
      const made = sql`select 1 from refunds where order_id = ${order.orderId} and amount = ${back} and currency = 'EUR' and state = 'done'`
      await until(async () => (await shop.db.query(made)).length === 1, 'it has gone back')
      await quiet(shop)
      expect(did).toContain(`${back / 100}.00 EUR`)
    }
    expect(await statusOf(shop, order.orderId)).toBe('PartlyRefunded')
    expect((await effectsOf(shop, order)).alerts).not.toContain('payment.contradicted')
  },
)

test('an order whose time is over, and whose keys others have, waits for keys when it is accepted', async () => {
  const order = await held(PAYSSION, 1)
  await letTimePass(shop, order.product.offerId)
  await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
  await ordered(shop, STRIPE, { product: order.product })
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Processing' })
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await reaches(shop, order, 'Delivered')
})

test('a cancelled order whose buyer paid all the same is delivered when a person accepts it before its money is sent back', async () => {
  const order = await ordered(shop, PAYSSION)
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  pay(shop, order, { notify: false })
  await shop.db.run(sql`update payments set state = 'completed', paid_amount = amount where id = ${order.attempt}`)
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
  expect((await effectsOf(shop, order)).sold).toBe(1)
})

test('what comes for an order whose buyer had his data erased is not accepted, for nobody is left to deliver to; it may be sent back', async () => {
  const member = await addMember(shop)
  const order = await ordered(shop, PAYSSION, { member })
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  const { orders } = shop.shop.rooms.declared('personal')
  await shop.db.transaction((tx) => orders!.erase(tx, member.id, null))
  shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  await until(async () => (await holdsOf(order)).length > 0, 'it is held')
  await quiet(shop)

  await expect(acts.accept(order.orderId, BY)).rejects.toThrow('its buyer had his data erased')
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Cancelled', sold: 0, reserved: 0, mails: [] })
  const ada = await addStaff(shop, { role: 'manager' })
  const { can } = await askAs(shop, ada, `GET /office/orders/${order.orderId}`)
  expect(can).toMatchObject({ accept: false, refund: { left: 5 } })
})

test('released, an order goes on as if it had never been held: it can be paid, and ends in time; the same facts do not hold it again', async () => {
  const order = await held(STRIPE)
  expect(await acts.release(order.orderId, BY)).toMatchObject({ status: 'Unpaid' })
  expect(await holdsOf(order)).toEqual([])
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await quiet(shop)
  expect(await holdsOf(order)).toEqual([])
  await letTimePass(shop, order.product.offerId)
  await reaches(shop, order, 'Expired')
  expect(await effectsOf(shop, order)).toEqual({
    ...UNTOUCHED,
    status: 'Expired',
    reserved: 0,
    mails: ['held'],
    alerts: ['payment.doubt'],
  })
})

test('of two people who release at once one does it, and the other is told', async () => {
  const order = await held()
  const results = await Promise.allSettled([1, 2].map(() => acts.release(order.orderId, BY)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await actsOf(order)).toHaveLength(1)
})

test.each(PROVIDERS)(
  'a refund of all takes an order of %s back: keys that were seen stay sold and are shown no more',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject({
      sold: 1,
      mails: ['delivery', 'refund'],
      alerts: [],
    })
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
      headers: { cookie: order.cookie },
    })
    expect([keys.status, keys.body.msg]).toEqual([422, 'order.notDelivered'])
    await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('all of it went back')
  },
)

test('keys that nobody has seen are for sale again when their money goes back, and the coupon’s use is free', async () => {
  const order = await ordered(shop, STRIPE, { keys: 2, count: 2 })
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await until(async () => (await effectsOf(shop, order)).sold === 1, 'one key is kept for it')
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  const { stock } = await shop.db.one<{ stock: number }>(
    sql`select stock from offers where id = ${order.product.offerId}`,
  )
  expect([(await effectsOf(shop, order)).sold, stock]).toEqual([0, 1])
})

test.each(PROVIDERS)(
  'a refund of a part leaves the order partly refunded at %s, with its keys; the rest later ends it',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    await acts.refund(order.orderId, BY, 500)
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    const headers = { cookie: order.cookie }
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
    expect(detail.body.data).toMatchObject({ orderStatus: 'PartlyRefunded', refunded: 5 })
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers })
    expect(keys.body.data[0].keys).toHaveLength(1)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
  },
)

test('a refund and keys that arrive at the same moment: either delivered and shown no more, or never delivered', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await ordered(shop, STRIPE, { keys: 1 })
    await loseKeys(shop, order.product.offerId)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await addKeys(shop, order.product.offerId, 1)
    await Promise.all([
      acts.refund(order.orderId, BY, null),
      shop.db.run(
        sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
      ),
    ])
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    const keys = await shop.db.query<{ state: string; seen: boolean; marked: boolean }>(sql`
      select state, delivered_at is not null as seen, refunded_at is not null as marked from vault_keys where offer_id = ${order.product.offerId}`)
    expect(keys).toHaveLength(1)
    expect([
      { state: 'available', seen: false, marked: false },
      { state: 'sold', seen: true, marked: true },
    ]).toContainEqual(keys[0])
  }
})

test('a held order whose money is on its way back is not delivered by accepting it', async () => {
  const order = await ordered(shop, STRIPE)
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  await shop.db.run(sql`insert into order_holds (order_id, payment_id, reason, details)
    values (${order.orderId}, ${order.attempt}, 'warning', '{}')`)
  const hold = shop.stripe.hold('/v1/refunds')
  await acts.refund(order.orderId, BY, null)
  await hold.arrived
  await addKeys(shop, order.product.offerId, 1)
  await expect(acts.accept(order.orderId, BY)).rejects.toThrow('its money is being sent back')
  hold.release()
  await reaches(shop, order, 'Refunded')
  expect((await effectsOf(shop, order)).sold).toBe(0)
})

test('the command shows, lists and acts beside the running shop, and says clearly what is not possible', async () => {
  const order = await held()
  expect((await run('list')).stdout).toContain(order.orderNo)
  expect((await run('show', order.orderNo)).stdout).toContain('HELD for state')
  expect(await run('accept', order.orderNo)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--reason is missing'),
  })
  const accepted = await run(
    'accept',
    order.orderNo.toLowerCase(),
    '--reason',
    'he sent the rest by post',
    '--by',
    'grace',
  )
  expect(accepted).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('It is Delivered.') })
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  expect(await actsOf(order)).toEqual([{ act: 'accept', actor: 'grace', reason: 'he sent the rest by post' }])
  expect(await run('release', order.orderNo, '--reason', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('it is not held'),
  })
  expect(await run('refund', order.orderNo, '--reason', 'x', '--amount', '99')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('only 5.00 USD are left'),
  })
  expect(await run('refund', 'NOSUCH', '--reason', 'x')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no order NOSUCH'),
  })
  expect(await run('dance', order.orderNo)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no task of mine'),
  })
  // Nine processes, one after the other.
}, 180_000)

test('the command ends an order whose dispute was lost at a provider that does not say so', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  shop.payssion.pay(order.attempt, { outcome: 'chargeback' })
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  const said = await run('lost', order.orderNo, '--reason', 'Payssion wrote to us')
  expect([said.stderr, said.stdout]).toEqual([
    '',
    expect.stringContaining('lost in a dispute (20.29 USD). It is Refunded.'),
  ])
  expect((await run('lost', order.orderNo, '--reason', 'again')).stderr).toContain('no payment of it is contested')
  expect(await actsOf(order)).toMatchObject([{ act: 'lost', reason: 'Payssion wrote to us' }])
}, 90_000)

test('the command refunds single units, as it shows them', async () => {
  const order = await ordered(shop, STRIPE, { keys: 2, count: 2 })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await run('refund', order.orderNo, '--reason', 'x', '--unit', '0.1')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--unit: 0.1 names no unit'),
  })
  expect((await run('refund', order.orderNo, '--reason', 'x', '--unit', '1.2')).stdout).toContain('for 1.2')
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  const shown = (await run('show', order.orderNo)).stdout
  expect(shown).toContain('line 1: 2 × ')
  expect(shown).toContain('1.2 was refunded')
  expect(shown).not.toContain('1.1 was refunded')
}, 90_000)

test.each(PROVIDERS)(
  'of fifty refunds of one order at %s that are asked for at once the sum is what was paid',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    // Again and again, as people who press twice do, until nothing is left of it.
    const left = sql`select 1 from payments where id = ${order.attempt} and refunded_amount < paid_amount`
    let asked = 0
    while ((await shop.db.query(left)).length > 0) {
      const tried = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => acts.refund(order.orderId, BY, i % 2 ? 700 : null)),
      )
      asked += tried.filter(({ status }) => status === 'fulfilled').length
      for (const one of tried) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ActRefused)
      await quiet(shop)
    }
    const { back, paid, sent } = await shop.db.one<{ back: number; paid: number; sent: number }>(sql`
      select refunded_amount as back, paid_amount as paid,
        (select sum(amount)::bigint from refunds where payment_id = payments.id and state = 'done') as sent
      from payments where id = ${order.attempt}`)
    expect([back, sent]).toEqual([paid, paid])
    expect(await shop.db.query(sql`select 1 from refunds where payment_id = ${order.attempt}`)).toHaveLength(asked)
    expect(await statusOf(shop, order.orderId)).toBe('Refunded')
    await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('all of it went back')
  },
)

test('a refund with a name is made once by it, also at the same time; another order and another name have their own', async () => {
  const [order, other] = [await ordered(shop, PAYSSION), await ordered(shop, PAYSSION)]
  for (const one of [order, other]) {
    pay(shop, one)
    await reaches(shop, one, 'Delivered')
  }
  await quiet(shop)
  const refund = ({ orderNo }: { orderNo: string }, name: string, amount = '1') =>
    run('refund', orderNo, '--amount', amount, '--reason', 'he wrote to us', '--reference', name)
  const both = await Promise.all([refund(order, 'TK 7'), refund(order, 'TK 7')])
  expect(both.map(({ status }) => status).sort()).toEqual([0, 1])
  await quiet(shop)
  // Also of another amount; it says what was asked for by that name.
  expect(await refund(order, 'TK 7', '2')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /TK 7 was asked for already, and nothing is done a second time by that name: .*1\.00/,
    ),
  })
  expect((await refund(order, 'TK 8')).status).toBe(0)
  const shown = await run('show', order.orderNo)
  for (const name of ['TK 7', 'TK 8']) expect(shown.stdout).toMatch(new RegExp(`refund “${name}” by .+ 1\\.00`))
  expect((await refund(other, 'TK 7')).status).toBe(0)
  const sent = ({ attempt }: { attempt: string }) =>
    shop.db.query(sql`select amount from refunds where payment_id = ${attempt}`)
  expect([await sent(order), await sent(other)].map(({ length }) => length)).toEqual([2, 1])
})

test.each(PROVIDERS.filter(([name]) => name !== 'Stripe'))(
  'the command at a running shop paid by %s: a unit, a part, the rest, and nothing after that',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId, { keys: 2, count: 2 })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    const refund = (...args: string[]) => run('refund', order.orderNo, '--reason', 'he wrote to us', ...args)
    expect(await refund('--unit', '1.2')).toMatchObject({ status: 0, stdout: expect.stringContaining('for 1.2') })
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await refund('--amount', '5')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('5.00 USD to go back'),
    })
    await quiet(shop)
    expect((await refund()).status).toBe(0)
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await refund()).toMatchObject({ status: 1, stderr: expect.stringContaining('all of it went back') })
    const { back, paid } = await shop.db.one<{ back: number; paid: number }>(
      sql`select refunded_amount as back, paid_amount as paid from payments where id = ${order.attempt}`,
    )
    expect(back).toBe(paid)
  },
  120_000,
)

test('the command names the order of what a provider has otherwise: every way out begins with it', async () => {
  const { orderNo, attempt } = await ordered(shop, STRIPE)
  await shop.db.run(sql`
    insert into payment_differences (provider, what, ref, payment_id, told_at) values ('stripe', 'amount', ${attempt}, ${attempt}, now())`)
  expect((await run('differences')).stdout).toMatch(new RegExp(`  stripe  amount  ${attempt}  of ${orderNo}  since `))
  await shop.db.run(sql`delete from payment_differences where payment_id = ${attempt}`)
})

test('the command settles what a provider has otherwise, and has the shop compare', async () => {
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into payment_differences (provider, what, ref, told_at) values ('stripe', 'unknownHere', 'pi_elsewhere', now()) returning id`)
  const shown = new RegExp(`^${id}  --seen (\\w{8})  stripe  unknownHere  pi_elsewhere`, 'm')
  const seenNow = async () => shown.exec((await run('differences')).stdout)?.[1] ?? 'not shown'
  const before = await seenNow()
  const settle = (...more: string[]) => run('settled', String(id), ...more)
  const because = ['--reason', 'refunded there', '--by', 'grace']
  await shop.db.run(sql`update payment_differences set details = '{"theirs":{"paid":200}}' where id = ${id}`)
  for (const [args, says] of [
    [['--seen', before], '--reason is missing'],
    [because, '--seen, the word that `differences` shows with a difference, belongs to settled'],
    [[...because, '--seen', before], `${id}: its figures are not those of --seen ${before}`],
  ] as const)
    expect(await settle(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(says) })
  const seen = await seenNow()
  expect(await settle(...because, '--seen', seen)).toMatchObject({ status: 0, stderr: '' })
  expect(await settle(...because, '--seen', seen)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`no difference ${id} is open`),
  })
  expect((await run('differences')).stdout).toBe('nothing is known to differ\n')
  expect((await run('reconcile')).status).toBe(0)
  const finished = sql`select 1 from reconciliations where finished_at is null`
  await until(async () => (await shop.db.query(finished)).length === 0, 'it has compared')
}, 120_000)
