// `npm run methods`: an operator changes what one can pay by, and the running shop offers just that.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import { EECPAY, openTestShop, PAYPAL, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'methods-'))
  shop = await openTestShop()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))

/** Beside the shop, which goes on meanwhile. */
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const all = {
      ...childEnv(),
      DATA_DIR: join(folder, 'data'),
      JOURNAL_DIR: join(folder, 'journal'),
      DATABASE_URL: shop.databaseUrl,
      ...env,
    }
    const child = execFile(process.execPath, [CLI, ...args], { env: all, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, stdout, stderr }),
    )
  })
const refused = (why: string) => ({ status: 1, stderr: expect.stringContaining(why) })

interface Listed {
  id: number
  name: string
  fee: number
  currency: string[]
  countries: string[]
  countriesExcluded: boolean
}
const list = async (): Promise<Listed[]> => (await shop.call('GET', '/api/check/paymentlist')).body.data
const offered = async (id: number) => (await list()).find((method) => method.id === id)

test('all methods are shown with their terms, and why one is not offered', async () => {
  const { stdout } = await run([])
  expect(stdout).toMatch(/^ {2}2 {2}.* \(stripe\) {2}offered, simulated\n {5}fee 0 %, USD EUR GBP .*, everywhere\n/m)
  expect(stdout).toMatch(
    /^ {2}1 {2}Payssion \(payssion\) {2}offered, simulated\n {5}fee 1.5 %, any currency, everywhere\n/m,
  )
  expect(stdout).toMatch(/^ {2}5 {2}.* \(eecpay\) {2}off$/m)
  expect(stdout).toContain('USD, everywhere, members alone')
}, 60_000)

test('switched off it is not offered, switched on it is, without a restart, with who did it', async () => {
  expect((await run(['disable', String(PAYPAL), '--by', 'grace'])).stdout).toContain('(paypal)  off')
  await until(async () => !(await offered(PAYPAL)), 'the shop has heard of it')
  expect((await run(['enable', String(PAYPAL), '--by', 'grace'])).status).toBe(0)
  await until(() => offered(PAYPAL), 'the shop has heard of it')
  expect((await run(['show', String(PAYPAL)])).stdout).toMatch(
    /UTC {2}enabled: false → true {2}by grace\n.*enabled: true → false {2}by grace\n.*UTC {2}made by/,
  )
}, 90_000)

test('fee, currencies, countries, types, place and name are changed together, and pages show them', async () => {
  const page = async () => (await fetch(`${shop.shop.origin}/`)).text()
  await page()
  const set = [
    'set',
    String(PAYPAL),
    '--fee',
    '1.25',
    '--currencies',
    'eur,USD',
    '--not-countries',
    'us, CN',
    '--position',
    '1',
  ]
  const { stdout } = await run([...set, '--name', 'Pay Pal', '--name', 'de=Mit PayPal', '--minimum', 'EUR=2.50'])
  expect(stdout).toContain('Pay Pal (paypal)')
  expect(stdout).toContain('fee 1.25 %, EUR USD, not in CN US, position 1')
  expect(stdout).toContain('at least 2.50 EUR')
  await until(async () => (await offered(PAYPAL))?.fee === 1.25, 'the shop has heard of it')
  const [first] = await list()
  expect(first).toMatchObject({
    id: PAYPAL,
    name: 'Pay Pal',
    currency: ['EUR', 'USD'],
    countries: ['CN', 'US'],
    countriesExcluded: true,
  })
  // What is not named stays; what is emptied is the provider's own again.
  expect((await run(['set', String(PAYPAL), '--name', '', '--countries', 'all'])).stdout).toContain(
    'EUR USD, everywhere, position 1',
  )
  const { label, fee_bp: fee } = await shop.db.one<{ label: object; fee_bp: number }>(
    sql`select label, fee_bp from payment_methods where id = ${PAYPAL}`,
  )
  expect([label, fee]).toEqual([{ de: 'Mit PayPal' }, 125])
  await run(['set', String(PAYPAL), '--types', '1,0'])
  await until(async () => (await list()).find(({ id }) => id === PAYPAL), 'it is still offered')
  const types = await shop.db.one(sql`select product_types as types from payment_methods where id = ${PAYPAL}`)
  expect(types).toEqual({ types: [0, 1] })
}, 90_000)

test('a method of a provider that has many is found, added, switched on and offered', async () => {
  expect((await run(['catalogue', 'pix'])).stdout).toBe('payssion:pix_br  Pix  BRL USD  BR\n')
  expect((await run(['catalogue', 'zzzz'])).stdout).toBe('nothing that can be added has "zzzz" in it\n')
  const added = await run(['add', 'payssion:pix_br', '--fee', '2'])
  expect(added.stdout).toContain('Pix (payssion:pix_br)  off')
  const id = Number(/enable (\d+)/.exec(added.stdout)?.[1])
  expect(await offered(id)).toBeUndefined()
  expect((await run(['enable', String(id)])).status).toBe(0)
  await until(() => offered(id), 'the shop has heard of it')
  expect(await offered(id)).toMatchObject({ name: 'Pix', fee: 2, currency: ['BRL', 'USD'], countries: ['BR'] })
  expect((await run(['catalogue', 'pix'])).stdout).toContain('there already')
  expect(await run(['add', 'payssion:pix_br'])).toMatchObject(refused('payssion:pix_br is there already'))
  expect(await run(['add', 'payssion:pixie'])).toMatchObject(refused('payssion has no method pixie'))
  expect(await run(['add', 'stripe:card'])).toMatchObject(refused('stripe has one method alone'))
  expect(await run(['add', 'hand'])).toMatchObject(refused('no shopper pays by hand'))
  expect(await run(['add', 'kiosk'])).toMatchObject(
    refused('the shop knows no provider kiosk; it knows payssion, stripe'),
  )
}, 120_000)

test('of what lies in the shop’s own books there is one method, and no second can be added; of others there can', async () => {
  const all = () => shop.db.query(sql`select id, provider, code from payment_methods order by id`)
  const before = await all()
  expect(await run(['add', 'balance'])).toMatchObject(refused('balance is there already: `npm run methods` lists it'))
  expect(await all()).toEqual(before)
  expect((await run(['add', 'stripe', '--name', 'Other cards'])).stdout).toContain('Other cards (stripe)  off')
  expect(await all()).toEqual([...before, { id: expect.any(Number), provider: 'stripe', code: null }])
}, 60_000)

test('who reads only the beginning of what it says gets no fault', async () => {
  const shell = `"$0" "$1" catalogue | head -n 1`
  const env = { ...childEnv(), DATA_DIR: join(folder, 'data'), DATABASE_URL: shop.databaseUrl }
  const heard = await new Promise<{ stdout: string; stderr: string }>((resolve) =>
    execFile('sh', ['-c', shell, process.execPath, CLI], { env, encoding: 'utf8' }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    ),
  )
  expect(heard).toEqual({
    stdout: 'payssion:card_ae  Credit or debit card  AED USD  AE  consumers’ cards\n',
    stderr: '',
  })
}, 60_000)

/** A shop that sells, as far as this command asks. */
const LIVE = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://keys.shop',
  SMTP_URL: 'smtps://shop:secret@mail.keys.shop',
  SUPPORT_EMAIL: 'help@keys.shop',
  MAIL_FROM: 'Keys <shop@keys.shop>',
  TRUSTED_PROXIES: 'none',
  VAULT_KEYS: randomBytes(32).toString('base64'),
}

test('without its credentials nothing is switched on where it would be for real: the variables are named', async () => {
  await run(['disable', String(STRIPE)])
  const enable = ['enable', String(STRIPE)]
  expect(await run(enable, LIVE)).toMatchObject(refused('set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET'))
  expect(await run(enable, { ...LIVE, STRIPE_SECRET_KEY: 'sk_live_1' })).toMatchObject(
    refused('set STRIPE_WEBHOOK_SECRET'),
  )
  const secrets = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const tested = await run(enable, { ...LIVE, ...secrets })
  expect(tested).toMatchObject(refused('STRIPE_SECRET_KEY: live mode refuses a test key'))
  expect(tested.stdout + tested.stderr).not.toContain('sk_test_1')
  expect(await run([], { ...LIVE, STRIPE_BASE_URL: 'nonsense' })).toMatchObject(refused('STRIPE_BASE_URL'))
  expect((await run([], LIVE)).stdout).toMatch(
    /\(payssion\) {2}not offered: set PAYSSION_API_KEY and PAYSSION_SECRET_KEY$/m,
  )
  expect(await offered(STRIPE)).toBeUndefined()
  expect((await run(enable, { ...LIVE, ...secrets, STRIPE_SECRET_KEY: 'sk_live_1' })).status).toBe(0)
  await until(() => offered(STRIPE), 'the shop has heard of it')
}, 120_000)

test('the card form wants PCI DSS to be accepted first, which is remembered as whose word it was', async () => {
  const enable = ['enable', String(EECPAY), '--by', 'grace']
  expect(await run(enable)).toMatchObject(refused('--accept-saq-d says that you meet PCI DSS SAQ D'))
  expect(await offered(EECPAY)).toBeUndefined()
  expect((await run([...enable, '--accept-saq-d'])).stdout).toContain('offered')
  await until(() => offered(EECPAY), 'the shop has heard of it')
  expect(
    await shop.db.query(
      sql`select after, actor from setting_changes where key = 'payment.card.saqDAccepted' and actor = 'grace'`,
    ),
  ).toEqual([{ after: '1', actor: 'grace' }])
  await run(['disable', String(EECPAY)])
}, 60_000)

test('a fee on consumers’ cards in the EEA or the United Kingdom is warned against; where they are left out it is not', async () => {
  expect((await run(['set', String(STRIPE), '--fee', '1.5'])).stdout).toMatch(
    /WARNING: payment method 2 \(.*\) asks a fee of 1\.5 % for consumers’ cards in the EEA and the United Kingdom/,
  )
  expect((await run([])).stdout).toContain('WARNING: payment method 2')
  expect((await run(['set', String(STRIPE), '--countries', 'US,DE,BR'])).stdout).toContain(
    'consumers’ cards in DE, where',
  )
  expect((await run(['set', String(STRIPE), '--countries', 'US,BR'])).stdout).not.toContain('WARNING')
  await run(['set', String(STRIPE), '--countries', 'all', '--fee', '0'])
}, 90_000)

test('live mode says it at readyz, as long as it is so', async () => {
  const port = await freePort()
  const live = await openTestShop({
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
    // Live mode takes the providers themselves and nothing in their place; nobody is called here.
    ...{ PAYSSION_BASE_URL: '', PAYSSION_PM_ID: 'alipay_cn', STRIPE_BASE_URL: '', STRIPE_SECRET_KEY: 'sk_live_nobody' },
    ...{ PAYPAL_SIMULATOR_URL: '', PAYPAL_SIMULATOR_CA: '', PAYPAL_MODE: 'live' },
    ...{ EECPAY_BASE_URL: '', EECPAY_MERCHANT_NO: '', EECPAY_SECRET_KEY: '' },
    SUPPORT_EMAIL: 'support@keys.shop',
    MAIL_FROM: 'shop@keys.shop',
    TRUSTED_PROXIES: 'none',
    JOURNAL_DIR: inject('dataDir'),
    WORKER: 'off',
  })
  try {
    const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text()
    const said = 'payment method 2 (Card, Apple Pay, Google Pay (Stripe)) asks a fee of 1 % for consumers’ cards'
    expect(await readyz()).not.toContain('consumers’ cards')
    await live.db.run(sql`update payment_methods set fee_bp = 100 where id = ${STRIPE}`)
    await until(async () => (await readyz()).includes(said), 'readyz says it')
    await live.db.run(sql`update payment_methods set fee_bp = 0 where id = ${STRIPE}`)
    await until(async () => !(await readyz()).includes(said), 'readyz is content')
  } finally {
    await live.close()
  }
}, 60_000)

test('what makes no sense is refused by name, and nothing is changed', async () => {
  const before = await shop.db.query(sql`select * from payment_methods order by id`)
  const set = ['set', String(PAYPAL)]
  expect(await run(['set', '99', '--fee', '1'])).toMatchObject(refused('there is no method 99'))
  expect(await run(['enable', 'x'])).toMatchObject(refused('x is no number of a method'))
  expect(await run([...set, '--fee', '101'])).toMatchObject(refused('--fee: 101 is no percentage'))
  expect(await run([...set, '--fee', '1', '--countries', 'UK'])).toMatchObject(refused('UK is called GB'))
  expect(await run(set)).toMatchObject(refused('no task of mine'))
  expect(await run(['enable', String(PAYPAL), '--fee', '1'])).toMatchObject(refused('no task of mine'))
  expect(await shop.db.query(sql`select * from payment_methods order by id`)).toEqual(before)
}, 90_000)
