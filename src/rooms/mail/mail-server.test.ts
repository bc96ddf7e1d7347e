// Mail servers that refuse, are away or take nothing yet: what waited is sent, and no mail is another reveal.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type PlacedOrder, type TestShop } from '#test/harness.ts'
import { mailedOrders, smtpServer } from './server.testing.ts'

const smtp = smtpServer()
let shop: TestShop

beforeAll(async () => {
  await smtp.start()
  shop = await openTestShop({
    SMTP_URL: `smtp://shop:password@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Key Shop <orders@shop.example>',
    SUPPORT_EMAIL: 'help@shop.example',
    SHOP_NAME: 'Key <Shop>',
  })
  // By itself a mail is tried again after less than three seconds: here in hours, so that it waits until a test has looked at it.
  await shop.db.run(sql`
    create function put_off() returns trigger language plpgsql as 'begin new.run_at := now() + interval ''6 hours''; return new; end'`)
  await shop.db.run(sql`
    create trigger put_off before update of last_error on graphile_worker._private_jobs for each row execute function put_off()`)
})
afterAll(async () => {
  await shop.close()
  await smtp.stop()
})
beforeEach(() => {
  smtp.taken = []
  smtp.refusals = []
  smtp.attempts = []
})

const { buy, pay, rowOf, isSent } = mailedOrders(() => shop)

/** Makes the jobs that wait for their next try due now. */
async function tryAgainNow() {
  await shop.db.run(
    sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`,
  )
  await shop.db.run(sql`select pg_notify('jobs:insert', '{"count":10}')`)
}

/** Its mail was tried in vain and waits; answers what the job says of that. */
const triedInVain = (order: PlacedOrder) =>
  until(async () => {
    const [job] = await shop.db.query<{ error: string }>(sql`
      select last_error as error from graphile_worker._private_jobs
      where locked_at is null and last_error is not null
        and payload ->> 'mailId' = (select id::text from mails where data ->> 'orderId' = ${order.orderId})`)
    return job?.error
  }, 'it was tried in vain')

describe('a mail server that', () => {
  test('says “later” is asked again, with the same words and the same message id', async () => {
    smtp.refusals.push({ responseCode: 451, message: 'try again later' })
    const order = await buy({ keys: 1 })
    await pay(order)
    await until(() => smtp.attempts.length === 1, 'the first try was made')
    const [queued] = await until(async () => {
      const rows = await rowOf(order)
      return rows[0]?.attempts === 1 ? rows : undefined
    }, 'the failure is noted')
    expect(queued!.state).toBe('queued')
    expect(smtp.taken).toEqual([])
    // What was written stands, whatever changes meanwhile.
    await shop.db.run(sql`update products set name = '{"en-US":"Renamed"}'`)
    await triedInVain(order)
    await tryAgainNow()
    const [row] = await isSent(order)
    expect(smtp.attempts).toEqual([row!.messageId, row!.messageId])
    expect(row!.attempts).toBe(2)
    expect(row!.sealed.equals(queued!.sealed)).toBe(true)
    expect(smtp.taken).toHaveLength(1)
    expect(smtp.taken[0]!.mail.text).toContain(order.keys[0])
    expect(row!.messageId).toMatch(/^<[^<>@\s]+@127\.0\.0\.1>$/)
  })

  test('is back after a while has all that could not reach it at once, not hours later', async () => {
    await smtp.stop()
    const waits = await buy({ keys: 1 })
    await pay(waits)
    expect(await triedInVain(waits)).toMatch(/^the mail server did not take it: [A-Z]+$/)
    await smtp.start()
    const next = await buy({ keys: 1 })
    await pay(next)
    await isSent(next)
    await isSent(waits)
  })

  test.each([535, 454])(
    'refuses the shop’s login (%s) and takes it later has all that waited for it at once, not hours later',
    async (answer) => {
      await smtp.stop()
      await smtp.start()
      smtp.loginRefusal = answer
      const waits = await buy({ keys: 1 })
      await pay(waits)
      await triedInVain(waits)
      smtp.loginRefusal = undefined
      const next = await buy({ keys: 1 })
      await pay(next)
      await isSent(next)
      await isSent(waits)
    },
  )

  test.each([421, 554])('greets with %s and is ready later has all that waited for it at once, too', async (answer) => {
    smtp.greeting = answer
    const waits = await buy({ keys: 1 })
    await pay(waits)
    await triedInVain(waits)
    smtp.greeting = undefined
    const next = await buy({ keys: 1 })
    await pay(next)
    await isSent(next)
    await isSent(waits)
  })

  test('takes no mail before a login has all that waited for it at once, too; what one recipient’s server refused waits on', async () => {
    smtp.refusals.push({ responseCode: 550, message: 'no such user' })
    const unknown = await buy({ keys: 1 })
    await pay(unknown)
    await triedInVain(unknown)
    const waiting = []
    for (const responseCode of [530, 421]) {
      smtp.refusals.push({ responseCode, message: 'not now' })
      const waits = await buy({ keys: 1 })
      await pay(waits)
      await triedInVain(waits)
      waiting.push(waits)
    }
    const next = await buy({ keys: 1 })
    await pay(next)
    await isSent(next)
    for (const waits of waiting) await isSent(waits)
    expect(await rowOf(unknown)).toMatchObject([{ state: 'queued', attempts: 1 }])
    await tryAgainNow()
    await isSent(unknown)
  })

  test('refuses for good is not believed: the order is delivered, the mail waits, and the log of the job quotes nothing', async () => {
    const order = await buy({ keys: 1 })
    smtp.refusals.push({ responseCode: 550, message: `no such user buyer@example.com, refused ${order.keys[0]}` })
    await pay(order)
    const error = await triedInVain(order)
    expect(error).toContain('550')
    expect(error).not.toContain(order.keys[0])
    expect(error).not.toContain('buyer@example.com')
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
      headers: { cookie: order.cookie },
    })
    expect(keys.body.data[0].keys).toEqual(order.keys)
    await tryAgainNow()
    await isSent(order)
  })
})

test('each mail that holds keys is recorded as a reveal, once, however often it is sent', async () => {
  smtp.refusals.push({ responseCode: 451, message: 'later' })
  const order = await buy({ keys: 2, count: 2 })
  await pay(order)
  await triedInVain(order)
  await tryAgainNow()
  await isSent(order)
  const reveals = await shop.db.query(
    sql`select via, actor, address from key_reveals where order_id = ${order.orderId}`,
  )
  expect(reveals).toEqual(Array(2).fill({ via: 'mail', actor: 'system', address: 'buyer@example.com' }))
})
