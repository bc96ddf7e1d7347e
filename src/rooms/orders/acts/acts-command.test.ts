// `npm run orders`: the ways out of an order as an operator takes them, beside a running shop.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { ordered, PROVIDERS, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { heldOrders } from './acts.testing.ts'

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url))

/** The command runs in a process of its own, with the same key. */
const VAULT_KEY = randomBytes(32).toString('base64')

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'orders-'))
  shop = await openTestShop({ VAULT_KEYS: VAULT_KEY })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const { held, actsOf } = heldOrders(() => shop)

/** Beside the shop, which goes on meanwhile: what the command waits for may be the shop's to end. */
const run = (...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnv(), DATA_DIR: folder, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: VAULT_KEY }
    const child = execFile(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    )
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
})

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
})

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
})

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
})
