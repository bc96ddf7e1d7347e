// What is told by Telegram and by webhook, held against the bot's interface and an independent verifier of Standard Webhooks.
import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { until } from '#platform/testing.ts'
import { valuesOf } from '#platform/variables.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { openShop } from '#server/open-shop.ts'
import { freePort } from '#test/free-port.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { webhookChannel } from './channels/webhook.ts'
import { raiseAlert } from './store.ts'
import { VARIABLES } from './variables.ts'

const TOKEN = '123456789:AAFakeTokenOfABotThatNobodyHas_0'
const SECRET = `whsec_${Buffer.from('thirty-two bytes that nobody has').toString('base64')}`

interface Heard {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Another company's machine, which answers as it is told. */
async function receiver(answers: (heard: Heard) => number): Promise<{ url: string; heard: Heard[]; server: Server }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const one = { url: request.url!, headers: request.headers, body: await text(request) }
    heard.push(one)
    response.writeHead(answers(one), { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server }
}

const status = { telegram: 200, webhook: 204 }
let telegram: Awaited<ReturnType<typeof receiver>>
let webhook: Awaited<ReturnType<typeof receiver>>
let shop: TestShop
beforeAll(async () => {
  telegram = await receiver(() => status.telegram)
  webhook = await receiver(() => status.webhook)
  shop = await openTestShop({
    ...{ ALERTS_TELEGRAM_TOKEN: TOKEN, ALERTS_TELEGRAM_CHAT: '-1001234567', ALERTS_TELEGRAM_URL: telegram.url },
    ...{ ALERTS_WEBHOOK_URL: `${webhook.url}/hooks/secret-path?key=1`, ALERTS_WEBHOOK_SECRET: SECRET },
  })
})
afterAll(async () => {
  await shop.close()
  for (const { server } of [telegram, webhook]) await new Promise((closed) => server.close(closed))
})
beforeEach(async () => {
  Object.assign(status, { telegram: 200, webhook: 204 })
  await shop.db.run(sql`update alerts set resolved_at = now() where resolved_at is null`)
  await shop.db.run(sql`delete from alert_messages`)
  await shop.db.run(sql`delete from graphile_worker._private_jobs where locked_at is null and run_at > now()`)
  for (const { heard } of [telegram, webhook]) heard.splice(0)
})

const raise = (subject: string, kind: 'payment.doubt' | 'order.waitingForKeys' = 'payment.doubt') =>
  raiseAlert(shop.db, { kind, subject, details: { paid: 190, email: 'buyer@example.com' }, money: true })

const messages = () =>
  shop.db.query<{ channel: string; tries: number; isSent: boolean; isGivenUp: boolean; error: string | null }>(sql`
    select channel, tries, sent_at is not null as "isSent", given_up_at is not null as "isGivenUp", error from alert_messages order by channel, at`)

/** Both channels have come so far. */
const both = (so: (message: Awaited<ReturnType<typeof messages>>[number]) => boolean) =>
  until(async () => (await messages()).filter(so).length === 2, 'both channels have come so far')

/** What the webhook did not take is not tried again by itself, seconds later, and no try is under way. */
const held = () =>
  until(
    () =>
      shop.db.query(sql`
        select 1 from graphile_worker.reschedule_jobs(array(
          select j.id from graphile_worker._private_jobs j join alert_messages m on m.id::text = j.payload ->> 'id'
          where m.channel = 'webhook'), now() + interval '1 day')`),
    'the next try is put off',
  )

/** As if the pause before the next try were over. */
const tryAgain = () =>
  shop.db.run(
    sql`select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs where task_identifier = 'alerts.send'`,
  )

const openAlerts = async (kind: string) =>
  (
    await shop.db.query<{ subject: string }>(
      sql`select subject from alerts where kind = ${kind} and resolved_at is null order by subject`,
    )
  ).map(({ subject }) => subject)

test('an alert comes into the chat, with what to do and where to look, and nothing of what is known of a buyer', async () => {
  await raise('the-payment')
  const [told] = await until(async () => telegram.heard, 'it is told')
  const { url, body } = told!
  expect(url).toBe(`/bot${TOKEN}/sendMessage`)
  const said = JSON.parse(body)
  expect(said).toMatchObject({ chat_id: '-1001234567', link_preview_options: { is_disabled: true } })
  expect(said.text).toMatch(/Money: payment\.doubt/)
  expect(said.text).toMatch(/^Since \d{4}-/m)
  expect(said.text).not.toContain('the-payment')
  expect(said.text).toContain(`${shop.shop.origin}/office/today`)
  expect(said.text).not.toContain('buyer@')
  expect(said.parse_mode).toBeUndefined()
  // What is on its way is of this alert, not of the next test's.
  await both((one) => one.isSent)
})

test('the chat is not told whom an alert is about that has no order: an employee is known by his address', async () => {
  await raiseAlert(shop.db, { kind: 'staff.codesGuessed', subject: 'grace@shop.example', details: {}, money: true })
  const [told] = await until(async () => telegram.heard, 'it is told')
  const { text: said } = JSON.parse(told!.body)
  expect(said).toContain('staff.codesGuessed')
  expect(said).not.toContain('grace')
  await both((one) => one.isSent)
  expect(webhook.heard[0]!.body).toContain('grace@shop.example')
})

test('a webhook is signed as Standard Webhooks asks, and holds what a mail holds', async () => {
  await raise('one')
  const [told] = await until(async () => webhook.heard, 'it is told')
  const { headers, body, url } = told!
  expect(url).toBe('/hooks/secret-path?key=1')
  const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>)
  expect(verified).toMatchObject({
    type: 'alerts.raised',
    data: { kind: 'payment.doubt', alerts: [{ subject: 'one', money: true, count: 1, details: { paid: 190 } }] },
  })
  expect(() => new Webhook(SECRET).verify(body.replace('190', '191'), headers as Record<string, string>)).toThrow()
})

test('once per crossing: a repetition is not told again, and after it was mended it is', async () => {
  await raise('again')
  await until(() => webhook.heard.length === 1, 'it is told')
  await raise('again')
  await raise('something else')
  await until(() => webhook.heard.length === 2, 'the other one is told')
  await shop.db.run(sql`update alerts set resolved_at = now() where subject = 'again'`)
  await raise('again')
  await until(() => webhook.heard.length === 3, 'it is told anew')
  const told = webhook.heard.map(({ body }) =>
    JSON.parse(body).data.alerts.map((one: { subject: string }) => one.subject),
  )
  expect(told).toEqual([['again'], ['something else'], ['again']])
})

test('who does not answer is asked again, with the same id; the other channel does not wait for it', async () => {
  status.webhook = 503
  await raise('late')
  await both((one) => one.tries > 0)
  expect(await messages()).toMatchObject([
    { channel: 'telegram', isSent: true, error: null },
    { channel: 'webhook', isSent: false, isGivenUp: false, error: 'status' },
  ])
  expect(await openAlerts('alert.channelAway')).toEqual([])
  await held()
  status.webhook = 200
  await tryAgain()
  await both((one) => one.isSent)
  const [first, second] = webhook.heard.map(({ headers }) => headers['webhook-id'])
  expect(second).toBe(first)
})

test('a channel that takes nothing for minutes is told by mail alone, and that ends with what it takes next', async () => {
  status.webhook = 500
  await raise('unheard')
  await until(async () => (await messages()).some((one) => one.error === 'status'), 'it was tried')
  await held()
  await shop.db.run(
    sql`update alert_messages set failed_at = failed_at - interval '6 minutes' where failed_at is not null`,
  )
  await tryAgain()
  await until(async () => (await openAlerts('alert.channelAway')).length > 0, 'the operator is told')
  expect(await openAlerts('alert.channelAway')).toEqual(['webhook'])
  const mailed = sql`select 1 from mails where template = 'operatorAlert' and data ->> 'kind' = 'alert.channelAway'`
  await until(() => shop.db.query(mailed), 'by mail')
  expect(telegram.heard.map(({ body }) => body).join()).not.toContain('channelAway')
  await held()
  status.webhook = 200
  await tryAgain()
  await until(async () => (await openAlerts('alert.channelAway')).length === 0, 'it has ended')
})

test('that a channel takes nothing ends with the start of a shop that is not set up with it any more', async () => {
  for (const subject of ['telegram', 'webhook'])
    await raiseAlert(shop.db, { kind: 'alert.channelAway', subject, details: {} })
  const { config } = shop.shop.ground
  const { ALERTS_WEBHOOK_URL, ALERTS_WEBHOOK_SECRET } = valuesOf(config, VARIABLES)
  const alerts = { ALERTS_WEBHOOK_URL, ALERTS_WEBHOOK_SECRET }
  const dataDir = await mkdtemp(join(inject('dataDir'), 'restarted-'))
  const declared = { ...config.declared, [VARIABLES.name]: alerts }
  const restarted = await openShop({ ...config, declared, dataDir, worker: false }, createLog('silent'))
  await restarted.close()
  expect(await openAlerts('alert.channelAway')).toEqual(['webhook'])
})

test('a bot that may not write there is not asked again, and after ten tries nobody is', async () => {
  Object.assign(status, { telegram: 403, webhook: 500 })
  await raise('refused')
  await until(async () => (await openAlerts('alert.channelAway')).includes('telegram'), 'the operator is told')
  await until(async () => (await messages()).some((one) => one.error === 'status'), 'the webhook was tried')
  await held()
  await shop.db.run(sql`update alert_messages set tries = 9 where channel = 'webhook' and given_up_at is null`)
  await tryAgain()
  await both((one) => one.isGivenUp)
  expect(await messages()).toMatchObject([{ channel: 'telegram', tries: 1, error: 'refused' }, { tries: 10 }])
  expect(telegram.heard).toHaveLength(1)
  const left = sql`select 1 from graphile_worker.jobs where task_identifier = 'alerts.send'`
  await until(async () => (await shop.db.query(left)).length === 0, 'no job is left')
})

test('why a channel is not reached is said in one word for the log, and nothing of its address', async () => {
  const nobody = await freePort()
  const failures: [string, string][] = [
    [`http://127.0.0.1:${nobody}/hooks/secret-path`, 'ECONNREFUSED'],
    // Whoever answers there speaks no TLS.
    [`${webhook.url.replace('http:', 'https:')}/hooks/secret-path`, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ]
  for (const [url, why] of failures) {
    const message = { id: '1', at: new Date(), shop: '', kind: 'test', what: '', alerts: [], office: '' }
    const failed = await webhookChannel({ url, secret: SECRET })
      .send(message)
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ what: 'unreachable', message: `webhook does not take alerts: unreachable (${why})` })
  }
})

test('what is over before it could be told is not told', async () => {
  status.webhook = 500
  await raise('mended')
  // By the chat, too, which would drop it otherwise.
  await both((one) => one.tries > 0)
  await held()
  const tried = webhook.heard.length
  await shop.db.run(sql`update alerts set resolved_at = now() where subject = 'mended'`)
  status.webhook = 200
  await tryAgain()
  await until(async () => (await messages()).length === 1, 'it is dropped')
  expect(webhook.heard).toHaveLength(tried)
})

test('the back office says where alerts go and sends a test; neither token nor secret is shown or kept', async () => {
  const owner = await addStaff(shop)
  const shown = () =>
    askAs(shop, owner, 'GET /office/alert-channels') as Promise<{ channels: { channel: string; where: string }[] }>
  const before = await shown()
  expect(before.channels).toMatchObject([
    { channel: 'telegram', where: '-1001234567', failing: null },
    { channel: 'webhook', where: new URL(webhook.url).host, failing: null },
  ])
  const testOf = (channel: string) => askAs(shop, owner, `POST /office/alert-channels/${channel}/test`, {})
  expect(await testOf('webhook')).toBeNull()
  expect(JSON.parse(webhook.heard[0]!.body)).toMatchObject({ type: 'alerts.test', data: { alerts: [] } })
  status.telegram = 401
  expect(await testOf('telegram')).toMatchObject({ refused: 'settings.refused.channelRefused' })
  const after = await shown()
  expect(after.channels).toMatchObject([
    { failing: { what: 'refused' } },
    { sentAt: expect.any(String), failing: null },
  ])
  expect(await openAlerts('alert.channelAway')).toEqual([])
  const audited = await shop.db.query(sql`select subject_id as of from audit_log where act = 'alerts.test' order by id`)
  expect(audited).toEqual([{ of: 'webhook' }, { of: 'telegram' }])
  for (let n = 0; n < 4; n++) expect(await testOf('webhook')).toBeNull()
  expect(await testOf('webhook')).toMatchObject({ refused: 'settings.refused.channelTests' })
  const written = await shop.db.query(
    sql`select to_jsonb(m) from alert_messages m union all select to_jsonb(a) from alerts a`,
  )
  for (const secret of [TOKEN, SECRET, 'secret-path'])
    expect(JSON.stringify([before, after, written])).not.toContain(secret)
})
