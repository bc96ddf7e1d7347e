// Enquiries: kept, told to the operator, acknowledged, and bounded.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { type Mail, wholesale, writing } from './enquiries.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ SUPPORT_EMAIL: 'help@shop.example', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.run(sql`truncate enquiries, enquiry_messages, newsletter_subscriptions, mails, rate_limits`)
})

const { deal, mails, written } = writing(() => shop)
const offer = {
  type: '1',
  fillname: 'Grace Hopper',
  email: 'grace@supply.example',
  confirmEmail: 'grace@supply.example',
  region: 'US',
  message: 'Steam keys, all regions',
}

test('a wholesale enquiry is kept as type 2, told to the operator and acknowledged in the language of its sender', async () => {
  expect(await deal(wholesale, { 'x-locale': 'de' })).toMatchObject({ status: 200, body: { code: 200, data: null } })
  expect(
    await shop.db.query(sql`select type, fill_name, email, contact, region, message, locale from enquiries`),
  ).toEqual([
    {
      type: 2,
      fill_name: 'Ada Lovelace',
      email: 'ada@trade.example',
      contact: 'ada.l',
      region: 'DE',
      message: '500 keys a month',
      locale: 'de',
    },
  ])
  expect(await mails()).toMatchObject([
    { template: 'enquiryForOperator', recipient: 'help@shop.example', locale: 'en-US' },
    { template: 'enquiryReceived', recipient: 'ada@trade.example', locale: 'de' },
  ])
  const { subject, text } = await written('enquiryForOperator')
  expect(subject).toContain('Ada Lovelace')
  for (const fact of ['ada@trade.example', 'ada.l', 'Germany', '500 keys a month', 'Deutsch'])
    expect(text).toContain(fact)
})

test('an offer to sell is kept as type 1', async () => {
  expect((await deal(offer)).status).toBe(200)
  expect(await shop.db.query(sql`select type, message from enquiries`)).toEqual([
    { type: 1, message: 'Steam keys, all regions' },
  ])
})

test('what is not asked for may be left out; an offer to sell needs everything', async () => {
  const { skype, region, message, ...least } = wholesale
  expect((await deal(least)).status).toBe(200)
  for (const name of ['fillname', 'email', 'confirmEmail', 'region', 'message']) {
    const answer = await deal({ ...offer, [name]: ' ' })
    expect(answer.status, name).toBe(400)
    expect(answer.body.errors[0].path).toBe(name)
  }
  expect(await shop.db.query(sql`select type from enquiries`)).toEqual([{ type: 2 }])
})

test.each([
  ['fillname', 'A', 'enquiries.error.nameShort'],
  ['fillname', 'x'.repeat(51), 'enquiries.error.long'],
  ['email', 'a@b.c', 'enquiries.error.emailFormat'],
  ['email', 'not an address', 'enquiries.error.emailFormat'],
  ['email', `${'a'.repeat(40)}@shop.example`, 'enquiries.error.long'],
  ['confirmEmail', 'other@trade.example', 'enquiries.error.confirmDiffers'],
  ['skype', 'x'.repeat(51), 'enquiries.error.long'],
  ['region', 'x'.repeat(51), 'enquiries.error.long'],
  ['message', 'x'.repeat(151), 'enquiries.error.long'],
])('%s = %s is refused: %s', async (path, value, message) => {
  const answer = await deal({ ...wholesale, [path]: value })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual({ path, message })
  expect(await mails()).toEqual([])
})

test('a third type, or none, is no enquiry', async () => {
  expect((await deal({ ...wholesale, type: '3' })).status).toBe(400)
  expect((await deal({ ...wholesale, type: undefined })).status).toBe(400)
})

test('the same id sent six times at once is one enquiry with one pair of mails', async () => {
  await shop.db.run(sql`truncate rate_limits`)
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => deal({ ...wholesale, id })))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await shop.db.query(sql`select id from enquiries`)).toEqual([{ id }])
  expect((await mails()).map(({ template }) => template)).toEqual(['enquiryForOperator', 'enquiryReceived'])
})

test('another enquiry under a known id is refused, and nobody is told of it', async () => {
  const id = randomUUID()
  await deal({ ...wholesale, id })
  for (const other of [{ message: '900 keys a month' }, { fillname: 'Ada King' }, { skype: '' }, offer]) {
    const { status, body } = await deal({ ...wholesale, id, ...other })
    expect([status, body.msg]).toEqual([422, 'error.idempotencyReused'])
  }
  await shop.db.run(sql`truncate rate_limits`)
  expect((await deal({ ...wholesale, id })).status).toBe(200)
  expect(await shop.db.query(sql`select message from enquiries`)).toEqual([{ message: wholesale.message }])
  expect(await mails()).toHaveLength(2)
})

test('a burst of enquiries in the name of one address is acknowledged once, and repeats nothing that was typed', async () => {
  await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      deal({ ...wholesale, message: `visit evil.example ${i}`, fillname: 'evil.example' }),
    ),
  )
  const templates = (await mails()).map(({ template }) => template)
  expect(templates.filter((template) => template === 'enquiryForOperator')).toHaveLength(5)
  expect(templates.filter((template) => template === 'enquiryReceived')).toHaveLength(1)
  const { subject, text, html } = await written('enquiryReceived')
  expect(subject + text + html).not.toContain('evil.example')
})

test('of twenty enquiries an hour the operator has a mail each; of more an alert tells, once, and the inbox has them', async () => {
  for (let n = 0; n < 22; n++) {
    await shop.db.run(sql`truncate rate_limits`)
    const answer = await deal({
      ...wholesale,
      email: `trader-${n}@example.com`,
      confirmEmail: `trader-${n}@example.com`,
    })
    expect(answer.status).toBe(200)
  }
  const count = (all: Mail[]) => all.filter(({ template }) => template === 'enquiryForOperator').length
  expect(count(await mails())).toBe(20)
  const alerts = () => shop.db.query(sql`select kind from alerts where kind = 'enquiries.many'`)
  expect(await alerts()).toEqual([{ kind: 'enquiries.many' }])
  expect((await shop.db.one(sql`select count(*)::int as n from enquiries`)).n).toBe(22)
  const told = sql`select 1 from mails where template = 'operatorAlert' and data::text like '%enquiries.many%'`
  await until(() => shop.db.query(told), 'the operator is told')
  await shop.db.run(sql`update mails set created_at = now() - interval '61 minutes'`)
  await shop.db.run(sql`truncate rate_limits`)
  await deal(wholesale)
  expect(count(await mails())).toBe(21)
})

test('what was written is text in the operator’s mail', async () => {
  await deal({ ...wholesale, fillname: 'A <b>\r\nBcc: x@y.example', message: '<script>alert(1)</script>' })
  const { subject, html } = await written('enquiryForOperator')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<b>')
})

test('the seventh enquiry of a minute from one address is too many', () =>
  withinOneMinute(shop, async () => {
    const statuses: number[] = []
    // At an address of its own: whoever is over is refused from memory, whatever becomes of the count.
    const at = { 'x-forwarded-for': '198.51.100.9' }
    for (let i = 0; i < 7; i++) statuses.push((await deal({ ...wholesale, fillname: '' }, at)).status)
    expect(statuses).toEqual([...Array(6).fill(400), 429])
  }))
