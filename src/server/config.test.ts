// What an operator sets: read, or refused by the name of its variable.
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { variableNames } from '#platform/config.ts'
import { namesOf, reasonsOf } from './config.testing.ts'
import { declaredVariables, readConfig } from './config.ts'

test('without any variable the shop is a demo shop on this machine, with its own database', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    mode: 'demo',
    demo: true,
    databaseUrl: undefined,
    smtpUrl: undefined,
    declared: { payments: { PAYSSION_API_KEY: undefined, STRIPE_SECRET_KEY: undefined } },
    trustedProxies: [],
  })
})

test('the operator’s handbook names every variable, and none that the shop does not read', async () => {
  const handbook = await readFile(new URL('../../docs/operate.md', import.meta.url), 'utf8')
  const rows = handbook.split('\n').filter((line) => line.startsWith('| `'))
  const named = (text: string) => [...text.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name!)
  // Nobody operates a shop that dies on purpose.
  const read = variableNames(declaredVariables()).filter((name) => name !== 'LATCHKEY_FAILPOINT')
  expect(read.filter((name) => !named(rows.join('\n')).includes(name))).toEqual([])
  expect(rows.flatMap((row) => named(row.split('|')[1]!)).filter((name) => !read.includes(name))).toEqual([])
})

test('an empty variable is none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '', SHOP_MODE: '' })).toEqual(readConfig({}))
})

const WRONG: Record<string, string> = {
  PORT: 'eighty',
  DATABASE_URL: 'mysql://root:hunter2@db/shop',
  DATABASE_DIRECT_URL: 'hunter2',
  DATABASE_POOL: '1',
  SHOP_MODE: 'production',
  DEMO: 'maybe',
  PUBLIC_URL: 'ftp://shop.example',
  SHOP_NAME: 'x'.repeat(61),
  SUPPORT_EMAIL: 'nobody',
  MAIL_FROM: 'ab',
  SMTP_URL: 'http://mail.example',
  VAULT_KEYS: 'hunter2',
  WORKER: 'yes',
  WORKER_CONCURRENCY: '0',
  ORDERS_PER_MINUTE: '-5',
  LOG_LEVEL: 'loud',
  PAYSSION_BASE_URL: 'javascript:alert(1)',
  STRIPE_BASE_URL: 'nowhere',
}

test('a folder is taken as it is: what only a shell reads is refused, and makes no folder of such a name', () => {
  for (const path of [
    '"/srv/shop"',
    "'/srv/shop'",
    '~/shop',
    '~shop/data',
    '$HOME/shop',
    ' /srv/shop',
    '/srv/shop ',
    '/srv\n/shop',
  ])
    expect(namesOf({ DATA_DIR: path, JOURNAL_DIR: path })).toEqual(['DATA_DIR', 'JOURNAL_DIR'])
  expect(readConfig({ DATA_DIR: '/srv/shop/', JOURNAL_DIR: "/mnt/o'neil" })).toMatchObject({
    dataDir: '/srv/shop',
    journalDir: "/mnt/o'neil",
  })
})

test('a second place of the journal that only by its name lies outside of the data is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-config-'))
  try {
    await mkdir(join(folder, 'data', 'journal'), { recursive: true })
    await symlink(join(folder, 'data', 'journal'), join(folder, 'elsewhere'))
    const env = { DATA_DIR: join(folder, 'data'), JOURNAL_DIR: join(folder, 'elsewhere') }
    expect(namesOf(env)).toEqual(['JOURNAL_DIR'])
    await rm(join(folder, 'elsewhere'))
    expect(namesOf(env)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('figures are told at another port than the shop’s, or at another address', () => {
  const same = { PORT: '3000', METRICS_PORT: '3000' }
  const inOneWay: Record<string, string>[] = [{}, { HOST: '0.0.0.0' }, { HOST: '10.0.0.7', METRICS_HOST: '::' }]
  for (const hosts of inOneWay) expect(namesOf({ ...same, ...hosts })).toEqual(['METRICS_PORT'])
  expect(namesOf({ ...same, HOST: '10.0.0.7' })).toEqual([])
  expect(namesOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([])
})

test('the public address is an origin, written as browsers write it', () => {
  for (const [given, said] of [
    ['http://Shop.Example/', 'http://shop.example'],
    ['HTTP://shop.example:80', 'http://shop.example'],
    ['http://shop.example:8080//', 'http://shop.example:8080'],
  ] as const)
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(said)
  // In capitals, too, it is one that strangers reach.
  expect(reasonsOf({ PUBLIC_URL: 'HTTPS://shop.example' })).toEqual([expect.stringMatching(/^PUBLIC_URL: .*SHOP_MODE/)])
  for (const more of ['/shop', '/?a=1', '/#a'])
    expect(namesOf({ PUBLIC_URL: `http://shop.example${more}` })).toEqual(['PUBLIC_URL'])
  expect(namesOf({ PUBLIC_URL: 'http://ada:hunter2@shop.example' })).toEqual(['PUBLIC_URL'])
})

test('cookies are shared with the domain of the public address or one above it, and with no other', () => {
  const shared = { PUBLIC_URL: 'http://www.shop.example', COOKIE_DOMAIN: 'shop.example' }
  expect(readConfig(shared).cookieDomain).toBe('shop.example')
  expect(namesOf({ ...shared, COOKIE_DOMAIN: 'op.example' })).toEqual(['COOKIE_DOMAIN'])
  expect(namesOf({ COOKIE_DOMAIN: 'shop.example' })).toEqual(['COOKIE_DOMAIN'])
  expect(namesOf({ ...shared, COOKIE_DOMAIN: 'shop.example; Path=/x' })).toEqual(['COOKIE_DOMAIN'])
})

test('every wrong value is named in one go, one line each, and none is shown', () => {
  const reasons = reasonsOf(WRONG)
  expect(reasons.map((reason) => reason.split(':')[0]).sort()).toEqual(Object.keys(WRONG).sort())
  for (const reason of reasons) {
    expect(reason).toMatch(/^[A-Z_]+: \S/)
    for (const value of Object.values(WRONG).filter((value) => value.length > 2))
      expect(reason).not.toContain(`${value}`)
  }
})

test('what is wanted is said in plain words', () => {
  const wrong = { PORT: 'eighty', DATABASE_POOL: '1.5', METRICS_TOKEN: 'short', DEMO: 'maybe', SUPPORT_EMAIL: 'nobody' }
  expect(reasonsOf({ ...wrong, RETAIN_MAILS_DAYS: '0', SHOP_NAME: 'x'.repeat(61) }).sort()).toEqual([
    'DATABASE_POOL: must be a whole number from 2 to 200',
    'DEMO: must be on or off',
    'METRICS_TOKEN: must have at least 16 characters',
    'PORT: must be a whole number from 0 to 65535',
    'RETAIN_MAILS_DAYS: must be a whole number from 1 to 36500',
    'SHOP_NAME: must have at most 60 characters',
    'SUPPORT_EMAIL: must be an e-mail address, like help@keys.shop',
  ])
  // No words of a library anywhere.
  for (const reason of reasonsOf(WRONG)) expect(reason).toMatch(/^[A-Z_]+: must /)
  // Those that rooms declare, too.
  const numbers = variableNames(declaredVariables()).filter((name) => /_(PER_MINUTE|DAYS)$/.test(name))
  expect(numbers.length).toBeGreaterThan(10)
  for (const name of numbers) expect(reasonsOf({ [name]: 'many' })[0]).toMatch(`${name}: must be a whole number from `)
})

test('a number is written in figures alone: what only a machine reads as one is refused by its name', () => {
  const others = [
    'PORT',
    'METRICS_PORT',
    'DRAIN_SECONDS',
    'MOST_CONNECTIONS',
    'WORKER_CONCURRENCY',
    'UNPAID_PER_MAILBOX',
  ]
  const perMinute = variableNames(declaredVariables()).filter((name) => /_(PER_MINUTE|DAYS)$/.test(name))
  for (const name of [...others, ...perMinute])
    for (const text of ['0x10', '1e1', '0b1010', '+10', '10.0', ' 10', '-0', '١٠'])
      expect(reasonsOf({ [name]: text })).toEqual([expect.stringMatching(`^${name}: must be a whole number from `)])
  expect(readConfig({ PORT: '08080', DATABASE_POOL: '20' })).toMatchObject({ port: 8080, databasePool: 20 })
})

describe('the sender of mails', () => {
  test.each([
    'shop@keys.shop',
    'Keys <shop@keys.shop>',
    'Keys & More <shop@keys.shop>',
    '"Keys, Ltd." <shop@keys.shop>',
    '钥匙店 <shop@keys.shop>',
    '<shop@keys.shop>',
    'Keys <shop@xn--e1afmkfd.xn--p1ai>',
    'shop@localhost',
    '"Keys \\"R\\" Us: Games" <shop@keys.shop>',
  ])('may be %s', (from) => {
    expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from)
  })

  test.each([
    'Key Shop',
    'shop',
    'Keys <shop>',
    'Keys <>',
    'Keys shop@keys.shop',
    'Keys <shop@keys.shop',
    'Keys, Ltd. <shop@keys.shop>',
    'one@keys.shop, two@keys.shop',
    'one@keys.shop <two@keys.shop>',
    'Keys <one@keys.shop> <two@keys.shop>',
    'Keys: Games <shop@keys.shop>',
    'Keys\n<shop@keys.shop>',
    'Keys\r\nBcc: all@keys.shop <shop@keys.shop>',
  ])('may not be %j, live or not', (from) => {
    for (const mode of ['demo', 'live'])
      expect(reasonsOf({ SHOP_MODE: mode, MAIL_FROM: from })).toEqual([
        'MAIL_FROM: must be an address or a name with one, like Key Shop <shop@keys.shop> (a name with one of , ; : @ in quotes)',
      ])
  })
})

test.each([
  [
    'half of the credentials of Payssion',
    { PAYSSION_API_KEY: 'hunter2' },
    /^PAYSSION_API_KEY and PAYSSION_SECRET_KEY belong together/,
  ],
  [
    'half of the credentials of Stripe',
    { STRIPE_WEBHOOK_SECRET: 'hunter2' },
    /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together/,
  ],
])('%s are refused: an empty secret would verify everything', (_, env: Record<string, string>, reason) => {
  const [only, ...more] = reasonsOf(env)
  expect(only).toMatch(reason)
  expect(only).not.toContain('hunter2')
  expect(more).toEqual([])
})

describe('proxies', () => {
  test('are a list of addresses and networks', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: ' 10.0.0.1, 10.1.0.0/16 ,::1,fd00::/8, ' })
    expect(trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8'])
  })

  test.each(['proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.1/', '::1/129', '10.0.0.1 10.0.0.2', '*'])(
    '“%s” is none and is named as such, not found out at the first request',
    (list) => expect(namesOf({ TRUSTED_PROXIES: list })).toEqual(['TRUSTED_PROXIES']),
  )
})
