import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accentOf, HOUSE_ACCENT } from '#art/accent.ts'
import { sql } from '#platform/database/sql.ts'
import { findLocale } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'

interface Taken {
  from: string
  to: string[]
  mail: Email
}

let shop: TestShop
let server: SMTPServer
let port: number
let taken: Taken[] = []
/** The next mails meet these answers instead of a welcome. */
let refusals: { responseCode: number; message: string }[] = []
let attempts: string[] = []
/** Answers of the server to whoever signs in to it; undefined: welcome. */
let loginRefusal: number | undefined
/** With what it greets whoever connects, instead of being ready. */
let greeting: number | undefined

/** At its port; one that was stopped does not come back, another does. */
async function startServer() {
  server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(_, session, done) {
      if (loginRefusal) return done(Object.assign(new Error('not you'), { responseCode: loginRefusal }))
      done(null, { user: session.id })
    },
    onConnect: (_, done) =>
      done(greeting ? Object.assign(new Error('not now'), { responseCode: greeting }) : undefined),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        // Alerts come when they come; what they say is tried where they are told.
        if (mail.subject?.startsWith('[Key <Shop>]')) return done()
        attempts.push(mail.messageId ?? '')
        const refusal = refusals.shift()
        if (refusal) return done(Object.assign(new Error(refusal.message), refusal))
        const { mailFrom, rcptTo } = session.envelope
        taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address), mail })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
}
const stopServer = () => new Promise<void>((resolve) => server.close(() => resolve()))

beforeAll(async () => {
  port = await freePort()
  await startServer()
  shop = await openTestShop({
    SMTP_URL: `smtp://shop:password@127.0.0.1:${port}`,
    MAIL_FROM: 'Key Shop <orders@shop.example>',
    SUPPORT_EMAIL: 'help@shop.example',
    SHOP_NAME: 'Key <Shop>',
  })
})
afterAll(async () => {
  await shop.close()
  await stopServer()
})
beforeEach(() => {
  taken = []
  refusals = []
  attempts = []
})

async function buy(options: {
  keys: number
  count?: number
  locale?: string
  name?: string
}): Promise<PlacedOrder & { keys: string[]; offerId: number }> {
  const product = await addProduct(shop, { name: options.name })
  const keys = options.keys > 0 ? await addKeys(shop, product.offerId, options.keys) : []
  const body = orderBody([{ product, count: options.count ?? 1 }], { locale: options.locale })
  const order = await placeOrder(shop, body, options.locale ? { 'x-locale': options.locale } : {})
  return { ...order, keys, offerId: product.offerId }
}

const pay = async (order: PlacedOrder) =>
  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })

const rowOf = (order: PlacedOrder) =>
  shop.db.query<{ id: string; state: string; messageId: string; attempts: number; sealed: Buffer }>(sql`
    select id, state, message_id as "messageId", attempts, sealed from mails where data ->> 'orderId' = ${order.orderId} order by created_at`)

const isSent = (order: PlacedOrder) =>
  until(async () => {
    const rows = await rowOf(order)
    return rows.length > 0 && rows.every(({ state }) => state === 'sent') ? rows : undefined
  }, 'the mail is noted as sent')

/** Makes the jobs that wait for their next try due now. */
async function tryAgainNow() {
  await shop.db.run(
    sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`,
  )
  await shop.db.run(sql`select pg_notify('jobs:insert', '{"count":10}')`)
}

/** Its mail was tried in vain and is tried again in hours. */
const putOff = (order: PlacedOrder) =>
  until(
    async () =>
      (await shop.db.run(sql`
        update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
        where locked_at is null and last_error is not null
          and payload ->> 'mailId' = (select id::text from mails where data ->> 'orderId' = ${order.orderId})`)) > 0,
    'it was tried in vain',
  )

test('an answer to a mail goes to the support that pages and mails name; to an enquiry, to who wrote it', async () => {
  const order = await buy({ keys: 1 })
  await pay(order)
  await isSent(order)
  expect(taken[0]!.mail.replyTo).toEqual([expect.objectContaining({ address: 'help@shop.example' })])
  // The operator writes another address on the pages: it is the one everywhere.
  await shop.db.run(sql`
    insert into website_infos (type, content) values (11, '{"en-US":"desk@shop.example"}')
    on conflict (type) do update set content = excluded.content`)
  await until(async () => {
    const { body } = await shop.call('GET', '/api/website/shell')
    return body.data.email === 'desk@shop.example'
  }, 'the pages name the new address')
  taken = []
  const enquiry = { type: '2', fillname: 'Ada', email: 'ada@trade.example', confirmEmail: 'ada@trade.example' }
  const sent = await shop.call('POST', '/api/bottom/saveDeal', {
    body: { ...enquiry, skype: '', region: 'DE', message: '' },
  })
  expect(sent.status).toBe(200)
  await until(() => taken.length === 2, 'both mails are there')
  const [toOperator, toCustomer] = taken.toSorted((a, b) => b.to[0]!.localeCompare(a.to[0]!))
  expect(toOperator).toMatchObject({ to: ['desk@shop.example'] })
  expect(toOperator!.mail.replyTo).toEqual([expect.objectContaining({ address: 'ada@trade.example' })])
  expect(toCustomer).toMatchObject({ to: ['ada@trade.example'] })
  expect(toCustomer!.mail.replyTo).toEqual([expect.objectContaining({ address: 'desk@shop.example' })])
  expect(toCustomer!.mail.text).toContain('within 2 working days')
  expect(toCustomer!.mail.text).not.toContain('around the clock')
  await shop.db.run(sql`delete from website_infos where type = 11`)
})

test.each(['en-US', 'zh-CN', 'ar'])(
  'in %s the keys come as text and as HTML, in that language and its direction',
  async (locale) => {
    const order = await buy({ keys: 2, count: 2, locale, name: 'A & B <i>' })
    await pay(order)
    await isSent(order)
    expect(taken).toHaveLength(1)
    const [{ from, to, mail }] = taken as [Taken]
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
  expect(taken[0]!.mail.text).toMatch(/^ {2}Total \(VAT included\): \S*\$\u00a019\.99\u00a0USD/m)
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
    taken = []
    const order = await buy({ keys: 1 })
    await pay(order)
    await isSent(order)
    return coloursOf(String(taken[0]!.mail.html))
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
  const html = String(taken.at(-1)!.mail.html)
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
    .exec(taken[0]!.mail.html!)![1]!
    .replaceAll('&#38;', '&')
    .replaceAll('&amp;', '&')
  expect(taken[0]!.mail.text).toContain(link)
  const url = new URL(link)
  expect(url.origin).toBe(shop.shop.origin)
  expect((await fetch(url)).status).toBe(200)
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${url.searchParams.get('order_id')}`, {
    headers: { 'order-access': url.hash.replace('#access=', '') },
  })
  expect(keys.body.data[0].keys).toEqual(order.keys)
})

describe('a mail server that', () => {
  test('says “later” is asked again, with the same words and the same message id', async () => {
    refusals.push({ responseCode: 451, message: 'try again later' })
    const order = await buy({ keys: 1 })
    await pay(order)
    await until(() => attempts.length === 1, 'the first try was made')
    const [queued] = await until(async () => {
      const rows = await rowOf(order)
      return rows[0]?.attempts === 1 ? rows : undefined
    }, 'the failure is noted')
    expect(queued!.state).toBe('queued')
    expect(taken).toEqual([])
    // What was written stands, whatever changes meanwhile.
    await shop.db.run(sql`update products set name = '{"en-US":"Renamed"}'`)
    await until(
      async () =>
        (
          await shop.db.query(
            sql`select 1 from graphile_worker.jobs where task_identifier = 'mail.send' and attempts = 1 and locked_at is null`,
          )
        ).length === 1,
      'the job waits',
    )
    await tryAgainNow()
    const [row] = await isSent(order)
    expect(attempts).toEqual([row!.messageId, row!.messageId])
    expect(row!.attempts).toBe(2)
    expect(row!.sealed.equals(queued!.sealed)).toBe(true)
    expect(taken).toHaveLength(1)
    expect(taken[0]!.mail.text).toContain(order.keys[0])
    expect(row!.messageId).toMatch(/^<[^<>@\s]+@127\.0\.0\.1>$/)
  })

  test('is back after a while has all that could not reach it at once, not hours later', async () => {
    await stopServer()
    const waits = await buy({ keys: 1 })
    await pay(waits)
    const job = sql`
      update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
      where locked_at is null and last_error ~ '^the mail server did not take it: [A-Z]+$'`
    await until(async () => (await shop.db.run(job)) > 0, 'it was tried in vain')
    await startServer()
    const next = await buy({ keys: 1 })
    await pay(next)
    await isSent(next)
    await isSent(waits)
  })

  test.each([535, 454])(
    'refuses the shop’s login (%s) and takes it later has all that waited for it at once, not hours later',
    async (answer) => {
      await stopServer()
      await startServer()
      loginRefusal = answer
      const waits = await buy({ keys: 1 })
      await pay(waits)
      await putOff(waits)
      loginRefusal = undefined
      const next = await buy({ keys: 1 })
      await pay(next)
      await isSent(next)
      await isSent(waits)
    },
  )

  test.each([421, 554])('greets with %s and is ready later has all that waited for it at once, too', async (answer) => {
    greeting = answer
    const waits = await buy({ keys: 1 })
    await pay(waits)
    await putOff(waits)
    greeting = undefined
    const next = await buy({ keys: 1 })
    await pay(next)
    await isSent(next)
    await isSent(waits)
  })

  test('takes no mail before a login has all that waited for it at once, too; what one recipient’s server refused waits on', async () => {
    refusals.push({ responseCode: 550, message: 'no such user' })
    const unknown = await buy({ keys: 1 })
    await pay(unknown)
    await putOff(unknown)
    const waiting = []
    for (const responseCode of [530, 421]) {
      refusals.push({ responseCode, message: 'not now' })
      const waits = await buy({ keys: 1 })
      await pay(waits)
      await putOff(waits)
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
    refusals.push({ responseCode: 550, message: `no such user buyer@example.com, refused ${order.keys[0]}` })
    await pay(order)
    const error = await until(async () => {
      const [job] = await shop.db.query<{ error: string }>(
        sql`select last_error as error from graphile_worker.jobs where task_identifier = 'mail.send' and last_error is not null`,
      )
      return job?.error
    }, 'the job has failed')
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

test('what was written is kept sealed: in the database stands no key', async () => {
  const order = await buy({ keys: 1 })
  await pay(order)
  const [row] = await isSent(order)
  expect(row!.sealed.toString('latin1')).not.toContain(order.keys[0])
  const words = JSON.parse(shop.shop.ground.keyring.open('mail', row!.sealed, row!.id))
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
  expect(taken[0]!.mail.subject).toBe(t('mail.processing.subject', { orderNo: order.orderNo }))
  for (const key of [...order.keys, ...late]) expect(JSON.stringify(taken[0]!.mail)).not.toContain(key)

  const fresh = await addKeys(shop, order.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.offerId}::int))`,
  )
  await until(async () => (await isSent(order)).length === 2, 'the second mail is sent')
  expect(taken[1]!.mail.subject).toBe(t('mail.delivery.subject', { game: 'A Game' }))
  expect(taken[1]!.mail.text).toContain(fresh[0])
  expect(taken[1]!.mail.messageId).not.toBe(waiting!.messageId)
})

test('each mail that holds keys is recorded as a reveal, once, however often it is sent', async () => {
  refusals.push({ responseCode: 451, message: 'later' })
  const order = await buy({ keys: 2, count: 2 })
  await pay(order)
  await until(
    async () =>
      (
        await shop.db.query(
          sql`select 1 from graphile_worker.jobs where task_identifier = 'mail.send' and attempts = 1 and locked_at is null`,
        )
      ).length === 1,
    'the job waits',
  )
  await tryAgainNow()
  await isSent(order)
  const reveals = await shop.db.query(
    sql`select via, actor, address from key_reveals where order_id = ${order.orderId}`,
  )
  expect(reveals).toEqual(Array(2).fill({ via: 'mail', actor: 'system', address: 'buyer@example.com' }))
})
