// Where a key, a secret and a person's address may be read: nowhere but where they are shown to whom they belong.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { failed } from '#platform/http/envelope.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { depositKeys } from '#rooms/vault/vault.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import {
  addProduct,
  callShop,
  orderBody,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestProduct,
  type TestShop,
} from '../harness.ts'
import { makeSecrets, shopEnvironment, startSimulators } from '../surroundings.testing.ts'
import { viewDatabase } from './database.testing.ts'

const KEY = 'PLANTED-KEY-7Q2X9-VOAM3'
const UNSOLD = 'PLANTED-UNSOLD-8R3Y0-WPBN4'
const EMAIL = 'planted.buyer.5k1@example.com'
const NOTE = 'planted note zebra umbrella'

const METRICS_TOKEN = 'a-token-of-the-test'

const secrets = makeSecrets()
let dataDir: string
let shop: TestShop
let product: TestProduct
let logged = ''
/** What strangers, collectors and the buyer's own other calls were answered. */
const answers: string[] = []
let shown = ''
let token = ''

beforeAll(async () => {
  const database = await createTestDatabase()
  dataDir = await mkdtemp(join(inject('dataDir'), 'secrecy-'))
  const { payssion, stripe, paypal, eecpay } = await startSimulators(secrets)
  const env = {
    ...shopEnvironment({ databaseUrl: database.url, dataDir, payssion, stripe, paypal, eecpay, secrets }),
    LOG_LEVEL: 'trace',
    METRICS_TOKEN,
  }
  const sink = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  const running: Shop = await openShop(readConfig(env), createLog('trace', sink))
  stripe.sendWebhooksTo(`${running.origin}/prod-api/api/pay/notify/stripe`)
  paypal.sendWebhooksTo(`${running.origin}/prod-api/api/pay/notify/paypal`)
  shop = {
    shop: running,
    db: running.ground.db,
    databaseUrl: database.url,
    payssion,
    stripe,
    paypal,
    eecpay,
    call: async (method, path, options) => {
      const answer = await callShop(running.origin, method, path, options)
      answers.push(`${path} ${JSON.stringify(answer.body)} ${JSON.stringify([...answer.headers])}`)
      return answer
    },
    async close() {
      await running.close()
      await Promise.all([payssion.close(), stripe.close(), paypal.close(), eecpay.close()])
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await keepEveryJob(database.url)
  product = await addProduct(shop)
  await shop.db.transaction((tx) => depositKeys(tx, running.ground.keyring, product.offerId, 'test', [KEY, UNSOLD]))
  await livesThroughEverything()
})
afterAll(() => shop.close())

/** Jobs go when they are done; what they held is kept here for the dump. */
async function keepEveryJob(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create table every_job as select * from graphile_worker._private_jobs with no data;
    create function keep_job() returns trigger language plpgsql as $$
      begin insert into public.every_job select new.*; return null; end $$;
    create trigger keep_job after insert or update on graphile_worker._private_jobs for each row execute function keep_job()`)
  await client.end()
}

/** A purchase with every detour: refused, unreachable, forged, fault. */
async function livesThroughEverything() {
  const body = orderBody([{ product }], { email: EMAIL })
  const withNote = { ...body, orderList: { ...body.orderList, memberRemark: NOTE } } as typeof body
  await shop.call('POST', '/api/check/createOrder', {
    body: { ...withNote, orderList: { ...withNote.orderList, realAmount: 1 } },
  })
  await shop.call('POST', '/api/check/createOrder', {
    body: `{"orderList":{"deliveryEmail":"${EMAIL}"`,
    headers: { 'content-type': 'application/json' },
  })
  shop.stripe.failNext({ how: 'error', on: 'checkout' })
  const placed = await placeOrder({ ...shop, call: (...args) => callShop(shop.shop.origin, ...args) }, withNote)
  token = placed.cookie.split('=')[1]!
  const headers = { cookie: placed.cookie }
  shop.payssion.failNext({ how: 'garbage' })
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: placed.orderId, paymentId: PAYSSION }, headers })
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: placed.orderId, paymentId: STRIPE }, headers })
  await shop.call('POST', '/api/pay/notify/stripe', {
    body: `{"forged":"${KEY}"}`,
    headers: { 'stripe-signature': 't=1,v1=00' },
  })
  const attempt = await shop.db.one<{ id: string }>(sql`
    select id from payments where order_id = ${placed.orderId} and provider = 'stripe' and redirect_url is not null order by created_at desc limit 1`)
  shop.stripe.pay(attempt.id, { outcome: 'completed' })
  await until(
    async () =>
      (await shop.db.query(sql`select 1 from mails where state = 'kept' and template = 'delivery'`)).length === 1,
    'the mail is written',
  )
  // The keys themselves, shown to whom they belong; not through `call`, which keeps what must not hold them.
  shown = JSON.stringify(
    (await callShop(shop.shop.origin, 'GET', `/api/profile/order/pointCode/${placed.orderId}`, { headers })).body,
  )
  await shop.call('GET', `/api/profile/order/pointCode/${placed.orderId}`)
  await shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)
  await shop.call('POST', '/api/product/list', { body: {} })
  await shop.call('GET', `/api/home/queryProducts?name=${KEY}`)
  for (const path of [
    '/metrics',
    '/prod-api/openapi.json',
    '/prod-api/docs',
    '/',
    '/games',
    `/games/${product.slug}`,
    '/success-payment',
    '/checkout',
    '/nothing',
  ])
    answers.push(
      `${path} ${await (await fetch(shop.shop.origin + path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()}`,
    )
}

/** Each of these, and the forms in which it could slip through. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  // Base64 of a part is found at any of three offsets; whole it is enough for what is encoded by itself.
  return [
    text,
    text.toLowerCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(text),
  ]
}

function expectNowhere(haystack: string, what: Record<string, string>) {
  const found = Object.entries(what).filter(([, text]) => formsOf(text).some((form) => haystack.includes(form)))
  expect(found.map(([name]) => name)).toEqual([])
}

const keys = () => ({ 'the sold key': KEY, 'the unsold key': UNSOLD })
const operatorSecrets = () => ({
  VAULT_KEYS: secrets.vaultKey,
  PAYSSION_API_KEY: secrets.payssionApiKey,
  PAYSSION_SECRET_KEY: secrets.payssionSecret,
  STRIPE_SECRET_KEY: secrets.stripeSecret,
  STRIPE_WEBHOOK_SECRET: secrets.stripeWebhook,
  PAYPAL_CLIENT_SECRET: secrets.paypalSecret,
})

test('a sold key is read in the buyer’s answer and in his mail', async () => {
  expect(shown).toContain(KEY)
  expect(shown).not.toContain(UNSOLD)
  const { id } = await shop.db.one<{ id: string }>(sql`select id from mails where template = 'delivery'`)
  expect(await (await fetch(`${shop.shop.origin}/sandbox/mail/${id}/text`)).text()).toContain(KEY)
})

test('no log line, not even a trace, holds a key, a secret, an address, a note or a token', () => {
  expect(logged).toContain('"level"')
  expectNowhere(logged, {
    ...keys(),
    ...operatorSecrets(),
    'the buyer’s address': EMAIL,
    'the note': NOTE,
    'the order’s token': token,
  })
})

test('no answer but the one that shows it holds a key, and none a secret', () => {
  expect(answers.length).toBeGreaterThan(15)
  expect(answers.join('\n')).toContain('latchkey_call_seconds')
  const others = answers.filter((text) => !text.startsWith('/api/home/queryProducts') && !text.includes('forged'))
  expectNowhere(others.join('\n'), { ...keys(), ...operatorSecrets(), 'the buyer’s address': EMAIL, 'the note': NOTE })
})

test('a dump of all tables, jobs included, holds no key, no secret and no token', async () => {
  const view = await viewDatabase(shop.databaseUrl)
  const dump = await view.dump()
  await view.close()
  // It is a dump of what happened, and of the jobs.
  expect(dump.includes(EMAIL)).toBe(true)
  expect(dump.match(/^public\.every_job /gm)?.length).toBeGreaterThanOrEqual(2)
  expectNowhere(dump, { ...keys(), ...operatorSecrets(), 'the order’s token': token })
})

test('the data directory holds no key and, outside of its folder for secrets, no secret', async () => {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    const text = (await readFile(path)).toString('latin1')
    expectNowhere(text, keys())
    if (!path.startsWith(join(dataDir, 'secrets'))) expectNowhere(text, operatorSecrets())
  }
})

test('a statement that fails says neither in the log nor to the caller which values it failed on', async () => {
  const before = logged.length
  const sealed = Buffer.from('x')
  const statement = shop.db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, sealed)
    select id, message_id, ${EMAIL}, ${KEY}, 'delivery', ${JSON.stringify({ key: KEY })}::jsonb, ${sealed} from mails`)
  const error = await statement.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  // PostgreSQL itself does say them: without care they would be in the log.
  expect(JSON.stringify(error)).toContain('already exists')
  const { envelope } = failed(error, 'request-1', 'POST /test', shop.shop.ground.log)
  expect(envelope).toEqual({ code: 500, msg: 'error.unexpected', requestId: 'request-1' })
  const lines = logged.slice(before)
  expect(lines).toContain('23505')
  expect(lines).toContain('request-1')
  expect(lines).not.toContain('already exists')
  expectNowhere(lines, { ...keys(), 'the buyer’s address': EMAIL })
})

test('a value that a statement cannot read is not in the log either', async () => {
  const before = logged.length
  const error = await shop.db.query(sql`select ${KEY}::uuid`).catch((thrown: unknown) => thrown)
  failed(error, 'request-2', 'POST /test', shop.shop.ground.log)
  expect(logged.slice(before)).toContain('22P02')
  expectNowhere(logged.slice(before), keys())
})

test('what is logged under a name of a secret is removed, at any depth that we log', () => {
  const before = logged.length
  const { log } = shop.shop.ground
  log.error({ token: KEY, order: { deliveryEmail: EMAIL }, a: { b: { password: KEY } } }, 'x')
  log.error({ err: Object.assign(new Error('y'), { detail: KEY, where: KEY, parameters: [KEY] }) }, 'x')
  expectNowhere(logged.slice(before), { ...keys(), 'the buyer’s address': EMAIL })
})
