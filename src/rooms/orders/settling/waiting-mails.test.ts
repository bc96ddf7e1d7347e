// Mails about an order that wait for the mail server while something happens to the order.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { promiseMail, type Template } from '#rooms/mail/hands.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { type Bought, loseKeys, ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { comesBack, type MailServer, openMailServer } from '#test/mail-server.testing.ts'
import { type OrderMailOptions, orderMailContent } from '../mails/mail-content.ts'
import { orderMailsHold } from '../mails/order-mails.ts'

let shop: TestShop
let server: MailServer
let ada: TestStaff
beforeAll(async () => {
  server = await openMailServer()
  shop = await openTestShop({ SMTP_URL: server.url })
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(async () => {
  await shop.close()
  await server.close()
})
beforeEach(() => {
  server.isAway = true
  server.before = undefined
})

const anAddress = () => `${randomUUID()}@example.com`

interface Mailed extends Bought {
  email: string
}

interface Row {
  id: string
  template: Template
  recipient: string
  state: string
  attempts: number
  sealed: Buffer | null
}

const mailsOf = ({ orderId }: Mailed) =>
  shop.db.query<Row & Record<string, unknown>>(sql`
    select id, template, recipient, state, attempts, sealed from mails where data ->> 'orderId' = ${orderId} order by created_at, template`)

/** Each by its template and state. */
const statesOf = async (order: Mailed, recipient = order.email) =>
  (await mailsOf(order)).filter((mail) => mail.recipient === recipient).map(({ template, state }) => [template, state])

const readIn = ({ id, sealed }: Row) => openMail(shop.shop.ground.keyring, { id, sealed: sealed! }).text

const tried = (order: Mailed) =>
  until(async () => (await mailsOf(order)).every(({ attempts }) => attempts > 0), 'each was tried in vain')

const done = (order: Mailed) =>
  until(async () => (await mailsOf(order)).every(({ state }) => state !== 'queued'), 'none waits any more')

async function bought({
  count = 1,
  keys = count,
  isShort = false,
}: {
  count?: number
  keys?: number
  isShort?: boolean
} = {}): Promise<Mailed> {
  const email = anAddress()
  const product = await addProduct(shop, { keys })
  const order = await ordered(shop, STRIPE, { product, count, email })
  if (isShort) await loseKeys(shop, product.offerId)
  pay(shop, order)
  await reaches(shop, order, isShort ? 'Processing' : 'Delivered')
  await tried({ ...order, email })
  return { ...order, email }
}

const office = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await shop.call(method, `/office/orders/${path}`, {
    headers: { cookie: ada.cookie },
    ...(body && { body }),
  })
  expect(answer, answer.body.msg).toMatchObject({ status: 200 })
  return answer.body.data
}

async function act({ orderId }: Mailed, name: string, body: object = {}) {
  const { seen } = await office('GET', orderId)
  await office('POST', `${orderId}/${name}`, { reason: 'the buyer wrote to us', seen, ...body })
}

const evidence = async ({ orderId }: Mailed): Promise<string> =>
  (await office('POST', `${orderId}/evidence`, { reason: 'the bank asks' })).html

/** A mail to the order's address, promised before whatever comes. */
async function promised({ orderId, email: recipient }: Mailed, template: Template, data: Record<string, string> = {}) {
  const id = randomUUID()
  await promiseMail(shop.db, {
    ...{ id, messageId: `<${id}@shop.example>`, recipient, locale: 'en-US', template },
    data: { orderId, ...data },
  })
}

/** In clear; the first bought first. */
async function keysOf({ orderId, cookie }: Mailed): Promise<string[]> {
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })
  return body.data.flatMap(({ keys }: { keys: string[] }) => keys)
}

/** What the buyer's mail with keys says that was sent. */
async function sentWith(order: Mailed, keys: string[]): Promise<boolean[][]> {
  const sent = (await mailsOf(order)).filter(({ template, state }) => template === 'delivery' && state === 'sent')
  return sent.map((mail) => keys.map((key) => readIn(mail).includes(key)))
}

test('what waits for an address is not sent there once the order has another, which is told what lasts', async () => {
  const order = await bought({ isShort: true })
  const back = { amount: '100', currency: 'USD' }
  await promised(order, 'refund', back)
  await promised(order, 'overpaid', back)
  await promised(order, 'held')
  await promised(order, 'found')
  await tried(order)
  const email = anAddress()
  await act(order, 'readdress', { email })
  await comesBack(server, shop.db)
  await done(order)
  expect((await statesOf(order)).sort()).toEqual([
    ['found', 'lapsed'],
    ['held', 'lapsed'],
    ['orderReaddressed', 'sent'],
    ['overpaid', 'lapsed'],
    ['processing', 'lapsed'],
    ['refund', 'lapsed'],
  ])
  expect((await statesOf(order, email)).sort()).toEqual([
    ['found', 'sent'],
    ['overpaid', 'sent'],
    ['processing', 'sent'],
    ['refund', 'sent'],
  ])
  const checks = orderMailsHold(shop.db)
  for (const check of Object.values(checks))
    expect(await check({ orderId: order.orderId }, { recipient: order.email })).toBe(false)
})

test('keys and links are not written for an address that the order is taken from at that moment', async () => {
  server.isAway = false
  const order = await bought()
  const reveals = () =>
    shop.db.query(sql`select 1 from key_reveals where order_id = ${order.orderId} and address = ${order.email}`)
  const before = (await reveals()).length
  await shop.db.transaction(async (tx) => {
    await tx.run(
      sql`update orders set delivery_email = ${anAddress()}, link_version = link_version + 1 where id = ${order.orderId}`,
    )
    await promised(order, 'delivery')
    await until(
      () =>
        shop.db.query(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"paidPaymentId", status_before_dispute%'`,
        ),
      'its keys are asked for',
    )
  })
  await comesBack(server, shop.db)
  await done(order)
  expect(await statesOf(order)).toEqual([
    ['delivery', 'sent'],
    ['delivery', 'lapsed'],
  ])
  expect(await reveals()).toHaveLength(before)
  const { read } = orderMailContent({ db: shop.db } as OrderMailOptions)
  const late = { template: 'found', locale: 'en-US', data: { orderId: order.orderId }, recipient: order.email } as const
  await expect(read(late)).rejects.toThrow('another address')
})

test('keys whose mail has lapsed because of a dispute are mailed once it is won, and no others', async () => {
  const order = await bought()
  pay(shop, order, { outcome: 'disputed' })
  await reaches(shop, order, 'Disputed')
  await comesBack(server, shop.db)
  await done(order)
  const told = await bought()
  await done(told)
  pay(shop, told, { outcome: 'disputed' })
  await reaches(shop, told, 'Disputed')
  for (const each of [order, told]) {
    pay(shop, each)
    await reaches(shop, each, 'Delivered')
    await done(each)
  }
  expect(await statesOf(order)).toEqual([
    ['delivery', 'lapsed'],
    ['delivery', 'sent'],
  ])
  expect(await sentWith(order, await keysOf(order))).toEqual([[true]])
  expect(await statesOf(told)).toEqual([['delivery', 'sent']])
})

test('keys whose money has gone back, or that were replaced, are not in the mail that waited', async () => {
  const order = await bought({ count: 2 })
  const keys = await keysOf(order)
  await act(order, 'refund', { units: [{ line: 1, unit: 1 }] })
  await reaches(shop, order, 'PartlyRefunded')
  const other = await bought({ keys: 2 })
  const [old] = await keysOf(other)
  await act(other, 'replace', { line: 1, unit: 1 })
  const [fresh] = await keysOf(other)
  await comesBack(server, shop.db)
  for (const each of [order, other]) await done(each)
  expect(await sentWith(order, keys)).toEqual([[false, true]])
  expect(await sentWith(other, [old!, fresh!])).toEqual([[false, true]])
})

test('a mail that is on its way to the server when its keys change is told as sent', async () => {
  server.isAway = false
  const email = anAddress()
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  server.before = async (to) => {
    if (!to.includes(email)) return
    ask()
    await gone
  }
  const product = await addProduct(shop, { keys: 2 })
  const order: Mailed = { ...(await ordered(shop, STRIPE, { product, email })), email }
  pay(shop, order)
  await asked
  const [old] = await keysOf(order)
  await act(order, 'replace', { line: 1, unit: 1 })
  const [fresh] = await keysOf(order)
  go()
  await done(order)
  await until(async () => (await statesOf(order)).every(([, state]) => state === 'sent'), 'both are sent')
  expect(await sentWith(order, [old!, fresh!])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('the evidence says that keys were shown by mail when their mail was sent, and names mails that lapsed', async () => {
  const order = await bought()
  const unsent = 'written into a mail that was not sent'
  expect(await evidence(order)).toContain(unsent)
  pay(shop, order, { outcome: 'disputed' })
  await reaches(shop, order, 'Disputed')
  await comesBack(server, shop.db)
  await done(order)
  expect(await evidence(order)).toContain(unsent)
  expect(await evidence(order)).toContain('<td dir="auto">never: it was out of date</td><td dir="auto">delivery</td>')
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await done(order)
  const { at } = await shop.db.one<{ at: Date }>(sql`
    select sent_at as at from mails where data ->> 'orderId' = ${order.orderId} and state = 'sent'`)
  const moment = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  expect(await evidence(order)).toContain(`<td dir="auto">${moment}</td><td dir="auto">mail</td>`)
  await shop.db.run(sql`delete from mails where data ->> 'orderId' = ${order.orderId}`)
  const later = await evidence(order)
  expect(later).toContain('written into a mail that is not kept any more')
  expect(later).not.toContain(unsent)
})
