// The newsletter: asked for, confirmed by a mailed link, left again; few mails to one mailbox.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { wholesale, writing } from './enquiries.testing.ts'
import { linkToken } from './link-token.ts'
import { forgetNewsletter } from './store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ SUPPORT_EMAIL: 'help@shop.example', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.run(sql`truncate enquiries, enquiry_messages, newsletter_subscriptions, mails, rate_limits`)
})

const { deal, mails, written } = writing(() => shop)
const subscribe = (email: string, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/bottom/subscription', { body: { email }, headers })

const states = () =>
  shop.db.query<{ id: string; email: string; state: string }>(
    sql`select id, email, state from newsletter_subscriptions order by email`,
  )

test('the newsletter is asked for, confirmed by the mailed link, and left again', async () => {
  const asked = await subscribe('  Reader@News.example ', { 'x-locale': 'ar' })
  expect(asked).toMatchObject({ status: 200, body: { data: null } })
  const [row] = await states()
  expect(row).toMatchObject({ email: 'reader@news.example', state: 'asked' })
  expect(await mails()).toMatchObject([
    {
      template: 'newsletterConfirm',
      recipient: 'reader@news.example',
      locale: 'ar',
      data: { subscriptionId: row!.id },
    },
  ])
  const { text } = await written('newsletterConfirm')
  const token = /\/newsletter#token=([\w.-]+)/.exec(text)?.[1]
  for (const [action, state] of [
    ['confirm', 'confirmed'],
    ['confirm', 'confirmed'],
    ['leave', 'left'],
    ['leave', 'left'],
  ]) {
    const answer = await shop.call('POST', `/api/bottom/subscription/${action}`, { body: { token } })
    expect(answer.status).toBe(200)
    expect(await states()).toMatchObject([{ state }])
  }
})

test('one mail per address and hour, and the same answer to everybody', async () => {
  const [first] = await Promise.all(Array.from({ length: 5 }, () => subscribe('reader@news.example')))
  await shop.db.run(sql`truncate rate_limits`)
  expect(await mails()).toHaveLength(1)
  await shop.db.run(sql`update newsletter_subscriptions set asked_at = now() - interval '61 minutes'`)
  await Promise.all(Array.from({ length: 5 }, () => subscribe('reader@news.example')))
  expect(await mails()).toHaveLength(2)
  // Confirmed: nothing more is mailed, and nobody learns that the address is known.
  await shop.db.run(sql`truncate rate_limits`)
  await shop.db.run(sql`update newsletter_subscriptions set state = 'confirmed', asked_at = now() - interval '2 hours'`)
  const again = await subscribe('READER@news.example')
  expect(again.body).toEqual(first!.body)
  expect(await mails()).toHaveLength(2)
  expect(await states()).toMatchObject([{ state: 'confirmed' }])
})

test.each(['', 'a', 'reader', 'reader@', `${'a'.repeat(40)}@news.example`])(
  'the address "%s" is refused without a message',
  async (email) => {
    const answer = await subscribe(email)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toEqual({ path: 'email', message: '' })
    expect(await states()).toEqual([])
  },
)

test('one network asks for two mails about the newsletter an hour to a mailbox, and its owner elsewhere gets his', async () => {
  for (let i = 0; i < 4; i++) await subscribe(`reader+${i}@news.example`, { 'x-forwarded-for': '203.0.113.7' })
  expect(await mails()).toHaveLength(2)
  await subscribe('reader@news.example', { 'x-forwarded-for': '203.0.113.8' })
  expect((await mails()).filter(({ recipient }) => recipient === 'reader@news.example')).toHaveLength(1)
})

test('the spellings of one mailbox get three mails of a kind an hour, and the same answer', async () => {
  const answers = []
  for (let i = 0; i < 5; i++)
    answers.push(await subscribe(`g.race+${i}@gmail.com`, { 'x-forwarded-for': `203.0.113.${i}` }))
  for (let i = 0; i < 5; i++) {
    const email = `ra.ce+${i}@gmail.com`
    answers.push(await deal({ ...wholesale, email, confirmEmail: email }))
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const to = (template: string) => mails().then((all) => all.filter((mail) => mail.template === template))
  expect(await to('newsletterConfirm')).toHaveLength(3)
  expect(await to('enquiryReceived')).toHaveLength(3)
  // The operator hears of every enquiry.
  expect(await to('enquiryForOperator')).toHaveLength(5)
})

test('a token that is not ours moves nothing', async () => {
  await subscribe('reader@news.example')
  const { id } = (await states())[0]!
  const { keyring } = shop.shop.ground
  const ours = linkToken(keyring, 'newsletter', id)
  const forged = [
    id,
    `${id}.${'A'.repeat(43)}`,
    `${randomUUID()}.${ours.split('.')[1]}`,
    linkToken(keyring, 'newsletter', randomUUID()),
    'x',
  ]
  for (const token of forged) {
    for (const action of ['confirm', 'leave']) {
      const answer = await shop.call('POST', `/api/bottom/subscription/${action}`, { body: { token } })
      expect(answer, token).toMatchObject({ status: 422, body: { code: 500, msg: 'newsletter.badLink' } })
    }
  }
  expect(await states()).toMatchObject([{ state: 'asked' }])
})

test('an address that nobody confirmed is forgotten after 30 days, a confirmed one stays', async () => {
  await subscribe('old@news.example')
  await subscribe('loyal@news.example')
  await subscribe('new@news.example')
  await shop.db.run(
    sql`update newsletter_subscriptions set asked_at = now() - interval '31 days' where email <> 'new@news.example'`,
  )
  await shop.db.run(sql`update newsletter_subscriptions set state = 'confirmed' where email = 'loyal@news.example'`)
  expect(await forgetNewsletter(shop.db, 30, 500)).toBe(1)
  expect((await states()).map(({ email }) => email)).toEqual(['loyal@news.example', 'new@news.example'])
})
