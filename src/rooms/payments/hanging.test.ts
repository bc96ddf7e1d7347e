// Machines that take a question and never answer: what does not need them goes on meanwhile.
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { type Bought, ordered, pay, reaches } from './scene.testing.ts'

let shop: TestShop
let mailServer: Server
const sockets: Socket[] = []
let isOver = false
beforeAll(async () => {
  // It takes every connection, greets and says nothing more: who is not greeted gives up after ten seconds.
  mailServer = createServer((socket) => {
    socket.on('error', () => {})
    if (isOver) return void socket.destroy()
    sockets.push(socket)
    socket.write('220 hangs.example\r\n')
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.address() as { port: number }
  shop = await openTestShop({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  isOver = true
  for (const socket of sockets) socket.destroy()
  await shop.close()
  await new Promise((resolve) => mailServer.close(resolve))
})

/** More than there are workers. */
const MANY = 14

const many = async (paymentId: Bought['paymentId']) => {
  const bought: Bought[] = []
  for (let i = 0; i < MANY; i++) bought.push(await ordered(shop, paymentId))
  return bought
}

const failures = () =>
  shop.db.query(sql`
    select last_error from graphile_worker.jobs where last_error is not null and task_identifier like 'payment.%'`)

test('a mail server that hangs stops no payment', async () => {
  const first = await many(STRIPE)
  const later = await ordered(shop, STRIPE)
  for (const order of first) pay(shop, order)
  for (const order of first) await reaches(shop, order, 'Delivered')
  const hanging = await until(() => sockets.slice(), 'mails are on their way')
  pay(shop, later)
  await reaches(shop, later, 'Delivered')
  // Nothing had to be given up for that.
  expect(hanging.filter((socket) => socket.destroyed)).toEqual([])
})

test('a provider and the mail server that hang stop no payment at another provider', async () => {
  const [waiting, other] = [await many(PAYSSION), await ordered(shop, STRIPE)]
  const hold = shop.payssion.hold('/payment/details')
  try {
    for (const order of waiting.slice(0, MANY / 2)) pay(shop, order)
    const polled = waiting.slice(MANY / 2).map((order) => order.attempt)
    await shop.db.run(sql`update payments set poll_at = now() where id = any(${polled}::uuid[])`)
    await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
    await hold.arrived
    await until(
      async () =>
        (await shop.db.query(sql`select from payments where poll_at <= now() and id = any(${polled}::uuid[])`))
          .length === 0,
      'the poll has run',
    )
    pay(shop, other)
    await reaches(shop, other, 'Delivered')
    // Nothing had to be given up for that.
    expect(await failures()).toEqual([])
  } finally {
    hold.release()
  }
  for (const order of waiting.slice(0, MANY / 2)) await reaches(shop, order, 'Delivered')
})

test('each payment that is due is asked about by a job of its own, once however often it is polled', async () => {
  const bought = await many(PAYSSION)
  const hold = shop.payssion.hold('/payment/details')
  try {
    const ids = bought.map((order) => order.attempt)
    // Those of these: others may be asked about still, or again.
    const asked = () =>
      shop.db.query(sql`
        select from graphile_worker._private_jobs
        where payload ->> 'paymentId' = any(${ids}::text[]) and (key is not null or locked_at is not null)`)
    await shop.db.run(sql`update payments set poll_at = now() where id = any(${ids}::uuid[])`)
    await Promise.all(Array.from({ length: 4 }, () => shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)))
    await until(async () => (await asked()).length === MANY, 'each has its job')
    const busy = await shop.db.query(
      sql`select from graphile_worker.jobs where task_identifier = 'payment.ask' and locked_at is not null`,
    )
    // Of eight workers.
    expect(busy.length).toBeLessThanOrEqual(3)
  } finally {
    hold.release()
  }
})
