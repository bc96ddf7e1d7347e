// Mails with keys as they come to a mail server: their words, their links, and what is kept of them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accentOf, HOUSE_ACCENT } from '#art/accent.ts'
import { sql } from '#platform/database/sql.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { addKeys, openTestShop, type TestShop } from '#test/harness.ts'
import { openMail } from './sealed-mail.ts'
import { mailedOrders, smtpServer, type Taken } from './server.testing.ts'

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

const { buy, pay, isSent } = mailedOrders(() => shop)

test('an answer to a mail goes to the support that pages and mails name; to an enquiry, to who wrote it', async () => {
  const order = await buy({ keys: 1 })
  await pay(order)
  await isSent(order)
  expect(smtp.taken[0]!.mail.replyTo).toEqual([expect.objectContaining({ address: 'help@shop.example' })])
  // The operator writes another address on the pages: it is the one everywhere.
  await shop.db.run(sql`
    insert into website_infos (type, content) values (11, '{"en-US":"desk@shop.example"}')
    on conflict (type) do update set content = excluded.content`)
  const named = async () => (await shop.call('GET', '/api/website/shell')).body.data.email
  await until(async () => (await named()) === 'desk@shop.example', 'the pages name the new address')
  smtp.taken = []
  const enquiry = { type: '2', fillname: 'Ada', email: 'ada@trade.example', confirmEmail: 'ada@trade.example' }
  const sent = await shop.call('POST', '/api/bottom/saveDeal', {
    body: { ...enquiry, skype: '', region: 'DE', message: '' },
  })
  expect(sent.status).toBe(200)
  await until(() => smtp.taken.length === 2, 'both mails are there')
  const [toOperator, toCustomer] = smtp.taken.toSorted((a, b) => b.to[0]!.localeCompare(a.to[0]!))
  expect(toOperator).toMatchObject({ to: ['desk@shop.example'] })
  expect(toOperator!.mail.replyTo).toEqual([expect.objectContaining({ address: 'ada@trade.example' })])
  expect(toCustomer).toMatchObject({ to: ['ada@trade.example'] })
  expect(toCustomer!.mail.replyTo).toEqual([expect.objectContaining({ address: 'desk@shop.example' })])
  expect(toCustomer!.mail.text).toContain('within 2 working days')
  expect(toCustomer!.mail.text).not.toContain('around the clock')
  await shop.db.run(sql`delete from website_infos where type = 11`)
  await until(async () => (await named()) === 'help@shop.example', 'the pages name the one of before')
})

test.each(['en-US', 'zh-CN', 'ar'])(
  'in %s the keys come as text and as HTML, in that language and its direction',
  async (locale) => {
    const order = await buy({ keys: 2, count: 2, locale, name: 'A & B <i>' })
    await pay(order)
    await isSent(order)
    expect(smtp.taken).toHaveLength(1)
    const [{ from, to, mail }] = smtp.taken as [Taken]
    expect({ from, to }).toEqual({ from: 'orders@shop.example', to: ['buyer@example.com'] })
    expect(mail.from).toMatchObject({ name: 'Key Shop', address: 'orders@shop.example' })
    const t = serverWords(locale)
    expect(mail.subject).toBe(t('mail.delivery.subject', { game: 'A & B <i>' }))
    const { tag, dir } = findLocale(locale)!
    expect(mail.html).toContain(`<html lang="${tag}" dir="${dir}">`)
    for (const part of [mail.html!, mail.text!]) {
      for (const key of order.keys) expect(part.split(key)).toHaveLength(2)
      expect(part).toContain(t('mail.delivery.intro'))
      expect(part).toContain(order.orderNo)
      expect(part).toContain('help@shop.example')
      expect(part).toContain('$\u00a039.98\u00a0USD')
    }
    expect(mail.text).toContain('A & B <i>')
    expect(mail.html).not.toContain('<i>')
    expect(mail.html).not.toContain('<Shop>')
    if (locale !== 'en-US')
      expect(mail.subject).not.toBe(serverWords('en-US')('mail.delivery.subject', { game: 'A & B <i>' }))
    expect(mail.attachments).toEqual([])
    // Pictures are the shop's own, the same for everybody: nobody learns from them who reads his mail, or when.
    expect(mail.html).not.toMatch(/<script|url\(/i)
    const pictures = [...mail.html!.matchAll(/src="([^"]*)"/g)].map(([, address]) => address!)
    expect(pictures.length).toBeGreaterThan(1)
    const { origin } = shop.shop
    for (const address of pictures)
      expect(address).toMatch(new RegExp(`^${origin}/media/(icons|products)/[\\w/-]+\\.\\w+$`))
    for (const part of [mail.html, mail.text]) {
      expect(part).not.toContain(t('mail.vat'))
      expect(part).toContain(t('mail.parts.goods'))
      expect(part).toContain(t('mail.method'))
    }
    expect(mail.html).toContain('prefers-color-scheme:dark')
  },
)

test('who has a VAT number says that what was paid includes VAT', async () => {
  const seller = { company: 'Keys B.V.', address: '1 Quay', vatId: 'NL123456789B01' }
  for (const [name, value] of Object.entries(seller))
    await shop.db.run(sql`
      insert into settings (key, value) values (${`seller.${name}`}, ${value})
      on conflict (key) do update set value = excluded.value`)
  await until(
    async () => (await (await fetch(`${shop.shop.origin}/legal-notice`)).text()).includes(seller.vatId),
    'the pages name the seller',
  )
  const order = await buy({ keys: 1 })
  await pay(order)
  await isSent(order)
  expect(smtp.taken[0]!.mail.text).toMatch(/^ {2}Total \(VAT included\): \S*\$\u00a019\.99\u00a0USD/m)
  await shop.db.run(sql`update settings set value = '' where key like 'seller.%'`)
})

test('its buttons and links have the colour of the shop, which its owner can choose', async () => {
  const coloursOf = (html: string) => [
    /class="button"[^>]*background:(#\w+);color:(#\w+)/.exec(html)!.slice(1),
    /\.button\{background:(#\w+)!important;color:(#\w+)/.exec(html)!.slice(1),
    /\.link\{color:(#\w+)/.exec(html)![1],
  ]
  const expected = ({ light, dark }: ReturnType<typeof accentOf>) => [
    ...[light, dark].map((colours) => [colours.accent, colours['on-accent']]),
    dark['accent-ink'],
  ]
  const sold = async () => {
    smtp.taken = []
    const order = await buy({ keys: 1 })
    await pay(order)
    await isSent(order)
    return coloursOf(String(smtp.taken[0]!.mail.html))
  }
  expect(await sold()).toEqual(expected(accentOf(HOUSE_ACCENT)))
  const choose = (colour: string) =>
    shop.db.run(sql`
      insert into settings (key, value) values ('shop.colour', ${colour})
      on conflict (key) do update set value = excluded.value`)
  await choose('#FACC15')
  await until(
    async () => (await (await fetch(shop.shop.origin)).text()).includes('/media/colours/facc15-'),
    'the shop knows its colour',
  )
  expect(await sold()).toEqual(expected(accentOf('#facc15')))
  await choose('')
})

test('its pictures are shown by mail programs that run on another site, and its seller keeps the direction of his own address', async () => {
  const company = JSON.stringify({ 'en-US': 'Keys B.V.\n1 Quay' })
  await shop.db.run(sql`
    insert into website_infos (type, content) values (17, ${company}::jsonb)
    on conflict (type) do update set content = excluded.content`)
  await until(
    async () => (await shop.call('GET', '/api/website/shell')).body.data.company?.startsWith('Keys B.V.'),
    'the pages name the company',
  )
  const order = await buy({ keys: 1, locale: 'ar' })
  await pay(order)
  await isSent(order)
  const html = String(smtp.taken.at(-1)!.mail.html)
  const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => new URL(address!).pathname)
  expect(pictures).toHaveLength(2)
  for (const path of pictures) {
    const answer = await fetch(shop.shop.origin + path)
    expect(answer.headers.get('content-type'), path).toMatch(/^image\//)
    expect(answer.headers.get('cross-origin-resource-policy'), path).toBe('cross-origin')
  }
  expect(html).toContain('dir="rtl"')
  expect(html).toContain('<bdi>Keys B.V.</bdi><br><bdi>1 Quay</bdi>')
})

test('its link opens the order in the shop, and the token in it the keys', async () => {
  const order = await buy({ keys: 1 })
  await pay(order)
  await isSent(order)
  const link = /class="button" href="([^"]+)"/
    .exec(smtp.taken[0]!.mail.html!)![1]!
    .replaceAll('&#38;', '&')
    .replaceAll('&amp;', '&')
  expect(smtp.taken[0]!.mail.text).toContain(link)
  const url = new URL(link)
  expect(url.origin).toBe(shop.shop.origin)
  expect((await fetch(url)).status).toBe(200)
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${url.searchParams.get('order_id')}`, {
    headers: { 'order-access': url.hash.replace('#access=', '') },
  })
  expect(keys.body.data[0].keys).toEqual(order.keys)
})

test('what was written is kept sealed: in the database stands no key', async () => {
  const order = await buy({ keys: 1 })
  await pay(order)
  const [row] = await isSent(order)
  expect(row!.sealed.toString('latin1')).not.toContain(order.keys[0])
  const words = openMail(shop.shop.ground.keyring, row!)
  expect(words.text).toContain(order.keys[0])
  // Sealed for this mail alone.
  expect(() => shop.shop.ground.keyring.open('mail', row!.sealed, crypto.randomUUID())).toThrow()
  const { n } = await shop.db.one<{ n: number }>(
    sql`select count(*) as n from mails where data::text like ${`%${order.keys[0]}%`}`,
  )
  expect(n).toBe(0)
})

test('a paid order that waits for keys is told so, without any, and gets them by a second mail', async () => {
  const order = await buy({ name: 'A Game', keys: 1 })
  const late = await addKeys(shop, order.offerId, 1)
  // The reserved keys are lost: somebody took them out of stock while the order was being paid.
  await shop.db.run(
    sql`update vault_keys set state = 'available', order_line_id = null where offer_id = ${order.offerId}`,
  )
  await shop.db.run(sql`delete from vault_keys where offer_id = ${order.offerId}`)
  await pay(order)
  const [waiting] = await isSent(order)
  const t = serverWords('en-US')
  expect(smtp.taken[0]!.mail.subject).toBe(t('mail.processing.subject', { orderNo: order.orderNo }))
  for (const key of [...order.keys, ...late]) expect(JSON.stringify(smtp.taken[0]!.mail)).not.toContain(key)

  const fresh = await addKeys(shop, order.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.offerId}::int))`,
  )
  await until(async () => (await isSent(order)).length === 2, 'the second mail is sent')
  expect(smtp.taken[1]!.mail.subject).toBe(t('mail.delivery.subject', { game: 'A Game' }))
  expect(smtp.taken[1]!.mail.text).toContain(fresh[0])
  expect(smtp.taken[1]!.mail.messageId).not.toBe(waiting!.messageId)
})
