// The legal seller and the ways to reach the shop, as the office sets them: on pages, below mails, in what machines are told, at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { identityIn, MAIL_ADDRESS, MAIL_NAME, SHOP_NAME } from '#platform/identity.ts'
import { until } from '#platform/testing.ts'
import { ordered } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await addStaff(shop)
})
afterAll(() => shop.close())

const get = (path: string) => fetch(shop.shop.origin + path)
const page = async (path: string) => (await get(path)).text()
const set = (key: string, value: string, seen = '') =>
  askAs(shop, owner, `POST /office/settings/${key}`, { value, seen, reason: 'as registered' })
interface Way {
  item: string
  content: Record<string, string>
  seen: string
  changedBy: string | null
}
const ways = async () => (await askAs(shop, owner, 'GET /office/contact')) as Way[]
const way = async (item: string) => (await ways()).find((one) => one.item === item)!
const reach = (item: string, content: Record<string, string>, seen: string, who = owner) =>
  askAs(shop, who, `POST /office/contact/${item}`, { content, seen, reason: 'we moved' })

test('what no seller can be called or found at is refused', async () => {
  for (const [key, value] of [
    ['seller.company', 'Keys\u202e Ltd'],
    ['seller.company', '<b>Keys</b>'],
    ['seller.address', 'One\nTwo\nThree\nFour\nFive\nSix\nSeven'],
    ['seller.address', 'One\u2028Two'],
    ['seller.vatId', 'de 123'],
    ['seller.email', 'keys'],
    ['seller.phone', 'call us'],
    ['mail.fromAddress', 'Keys <a@keys.example>'],
    ['mail.fromName', 'Keys\r\nBcc: x@y.example'],
  ] as const)
    expect(await set(key, value), `${key} ${value}`).toMatchObject({ status: 400 })
})

test('the seller has a page of his own as soon as he is named with his address, in the words of every language', async () => {
  expect([(await get('/legal-notice')).status, (await page('/')).includes('/legal-notice')]).toEqual([404, false])
  await set('seller.company', 'Keys & Söhne GmbH')
  await set('seller.address', 'Schlüsselgasse 1\n 10115 Berlin \n\nGermany')
  await set('seller.registration', 'HRB 12345, Amtsgericht Berlin')
  await set('seller.vatId', 'DE123456789')
  await set('seller.responsible', 'Ada Schlüssel')
  await set('seller.phone', '+49 30 1234567')
  const html = await until(async () => {
    const answer = await get('/legal-notice?lang=de')
    const text = await answer.text()
    return answer.status === 200 && text.includes('+49 30 1234567') ? text : undefined
  }, 'the notice is there')
  for (const said of [
    'Impressum',
    'Keys &amp; Söhne GmbH',
    'Schlüsselgasse 1',
    '10115 Berlin',
    'Ada Schlüssel',
    'DE123456789',
    'HRB 12345',
  ])
    expect(html).toContain(said)
  // He has none of his own.
  expect(html).toContain('mailto:support@latchkey.example')
  const home = await page('/')
  expect(home).toContain('href="/legal-notice"')
  const shopNode = /\{"@type":"OnlineStore".*?"contactPoint"/.exec(home)?.[0]
  expect(shopNode).toContain('"legalName":"Keys & Söhne GmbH","address":"Schlüsselgasse 1, 10115 Berlin, Germany"')
  expect(await page('/sitemaps/pages-en-US.xml')).toContain('/legal-notice</loc>')
  expect(
    (await askAs(shop, owner, 'GET /office/first-steps')).find(({ step }: { step: string }) => step === 'seller')
      .isDone,
  ).toBe(true)
})

test('he stands below mails and in the evidence for a bank', async () => {
  const { id } = await askAs(shop, owner, 'POST /office/health/mail-test', {})
  const mail = await until(async () => {
    const text = await page(`/sandbox/mail/${id}`)
    return text.includes('Schlüsselgasse 1') ? text : undefined
  }, 'the mail is written')
  expect(mail).toContain('HRB 12345, Amtsgericht Berlin · DE123456789')
  const order = await ordered(shop, STRIPE)
  const evidence = await askAs(shop, owner, `POST /office/orders/${order.orderId}/evidence`, { reason: 'a dispute' })
  expect(JSON.stringify(evidence)).toContain('Keys &amp; Söhne GmbH, Schlüsselgasse 1, 10115 Berlin')
})

test('a way to reach the shop is changed where the operator’s texts stand, with who did it, and what was seen decides', async () => {
  expect(await way('phone')).toMatchObject({ content: {}, seen: '', changedBy: null })
  for (const [
    item,
    text,
  ] of [['phone', 'ring'], ['chat', 'javascript:alert(1)'], ['social1', 'x.com/keys'], ['hours', 'Mo\u202e']] as const) // biome-ignore format: pairs
    expect(await reach(item, { 'en-US': text }, ''), item).toMatchObject({ status: 400 })
  expect(await reach('hours', { de: 'Mo bis Fr' }, '')).toMatchObject({ status: 400, errors: [{ path: 'text.en-US' }] })
  const both = await Promise.all(['+49 30 111', '+49 30 222'].map((text) => reach('phone', { 'en-US': text }, '')))
  expect(both.filter((answer) => answer === null)).toHaveLength(1)
  expect(both.find((answer) => answer !== null)).toMatchObject({ refused: 'settings.refused.changed' })
  expect(await reach('hours', { 'en-US': 'Mon to Fri', de: 'Mo bis Fr' }, '')).toBeNull()
  expect(await reach('social1', { 'en-US': 'https://mastodon.example/@keys' }, '')).toBeNull()
  await until(async () => (await page('/?lang=de')).includes('Mo bis Fr'), 'the pages say when')
  const html = await page('/')
  expect(html).toMatch(/\+49 30 (111|222)/)
  expect(html).toContain('https://mastodon.example/@keys')
  expect(await way('hours')).toMatchObject({ changedBy: owner.email, content: { de: 'Mo bis Fr' } })
  expect((await shop.call('GET', '/api/website/info/13')).body.data.content).toBe('Mon to Fri')
  // What he saw was there before.
  expect(await reach('hours', {}, '')).toMatchObject({ refused: 'settings.refused.changed' })
  expect(await reach('hours', {}, (await way('hours')).seen)).toBeNull()
  await until(async () => !(await page('/')).includes('Mon to Fri'), 'the pages say it no more')
  expect(
    await shop.db.query(sql`select act, subject_id, reason from audit_log where subject_kind = 'contact' order by id`),
  ).toEqual(
    ['phone', 'hours', 'social1', 'hours'].map((id) => ({ act: 'contact.change', subject_id: id, reason: 'we moved' })),
  )
  const reader = await addStaff(shop, { role: 'reader' })
  expect(await reach('phone', {}, '', reader)).toMatchObject({ status: 403 })
})

test('mails come from whom the office says, and answers go where it says', async () => {
  const config = { shopName: 'Latchkey', mailFrom: '"Key Shop" <orders@shop.example>' }
  const from = (said: Record<string, string>) =>
    identityIn({ read: ((of: { key: string }) => said[of.key] ?? '') as never }, config).sender()
  expect(from({})).toBe(config.mailFrom)
  expect(from({ [MAIL_ADDRESS.key]: 'a@keys.example' })).toEqual({ name: 'Key Shop', address: 'a@keys.example' })
  expect(from({ [MAIL_NAME.key]: 'Keys', [SHOP_NAME.key]: 'Other' })).toEqual({
    name: 'Keys',
    address: 'orders@shop.example',
  })
})

test('limits of what is reserved without paying go before the environment, and an empty one is what it says', async () => {
  // The environment of this shop sets none.
  expect(await set('limit.unpaid.address', '-1')).toMatchObject({ status: 400 })
  expect(await set('limit.unpaid.stockPercent', '101')).toMatchObject({ status: 400 })
  expect(await set('limit.unpaid.address', '1')).toEqual({ value: '1' })
  await until(async () => {
    const order = await ordered(shop, STRIPE).catch((error: unknown) => String(error))
    return typeof order === 'string' && order.includes('tooManyUnpaid')
  }, 'another order is too many')
  expect(await set('limit.unpaid.address', '', '1')).toEqual({ value: '' })
  await until(async () => typeof (await ordered(shop, STRIPE).catch(String)) !== 'string', 'orders are made again')
})
