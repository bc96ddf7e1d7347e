import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

const KEY = `${'A'.repeat(43)}=`

function reasonsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.reasons
    throw error
  }
  return []
}

const namesOf = (env: Record<string, string>) => reasonsOf(env).map((reason) => reason.split(':')[0])

test('without any variable the shop is a demo shop on this machine, with its own database', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    mode: 'demo',
    demo: true,
    databaseUrl: undefined,
    smtpUrl: undefined,
    payssion: undefined,
    stripe: undefined,
    trustedProxies: [],
  })
})

test('an empty variable is none', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '', SHOP_MODE: '' })).toEqual(parseConfig({}))
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

test('cookies are shared with the domain of the public address or one above it, and with no other', () => {
  const shared = { PUBLIC_URL: 'http://www.shop.example', COOKIE_DOMAIN: 'shop.example' }
  expect(parseConfig(shared).cookieDomain).toBe('shop.example')
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
    const { trustedProxies } = parseConfig({ TRUSTED_PROXIES: ' 10.0.0.1, 10.1.0.0/16 ,::1,fd00::/8, ' })
    expect(trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8'])
  })

  test.each(['proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.1/', '::1/129', '10.0.0.1 10.0.0.2', '*'])(
    '“%s” is none and is named as such, not found out at the first request',
    (list) => expect(namesOf({ TRUSTED_PROXIES: list })).toEqual(['TRUSTED_PROXIES']),
  )
})

describe('live mode', () => {
  const live = {
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtps://user:pass@mail.example',
    DATABASE_URL: 'postgres://shop:long-and-random@db/shop',
    VAULT_KEYS: KEY,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }

  test('starts with what it needs, and shows no demo', () => {
    expect(parseConfig({ ...live, DEMO: 'on' })).toMatchObject({
      mode: 'live',
      demo: false,
      publicUrl: 'https://shop.example',
    })
    expect(reasonsOf({ ...live, DATABASE_URL: '', VAULT_KEYS: '' })).toEqual([])
  })

  const refusals: [string, Record<string, string>, string[]][] = [
    ['no public address', { PUBLIC_URL: '' }, ['PUBLIC_URL']],
    ['a public address without https', { PUBLIC_URL: 'http://shop.example' }, ['PUBLIC_URL']],
    ['no mail server', { SMTP_URL: '' }, ['SMTP_URL']],
    ['no payment provider', { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }, ['PAYSSION_* or STRIPE_*']],
    ['a simulator in Stripe’s place', { STRIPE_BASE_URL: 'http://127.0.0.1:4000' }, ['STRIPE_BASE_URL']],
    [
      'Payssion’s sandbox',
      { PAYSSION_API_KEY: 'a', PAYSSION_SECRET_KEY: 'b', PAYSSION_BASE_URL: 'http://sandbox.payssion.com' },
      ['PAYSSION_BASE_URL'],
    ],
    [
      'a host that only begins like Payssion’s',
      { PAYSSION_API_KEY: 'a', PAYSSION_SECRET_KEY: 'b', PAYSSION_BASE_URL: 'https://www.payssion.com.evil.example' },
      ['PAYSSION_BASE_URL'],
    ],
    ['a key of its own where instances share a database', { VAULT_KEYS: '' }, ['VAULT_KEYS']],
    ['a default password', { DATABASE_URL: 'postgres://shop:postgres@db/shop' }, ['DATABASE_URL']],
    ['an empty password', { DATABASE_URL: 'postgres://shop:@db/shop' }, ['DATABASE_URL']],
    ['a failpoint', { LATCHKEY_FAILPOINT: 'order written' }, ['LATCHKEY_FAILPOINT']],
  ]
  test.each(refusals)('refuses to start with %s', (_, change, names) => {
    expect(namesOf({ ...live, ...change })).toEqual(names)
  })

  test('names all reasons at once', () => {
    const all = namesOf({ SHOP_MODE: 'live', DATABASE_URL: 'postgres://a:admin@db/shop', LATCHKEY_FAILPOINT: 'x' })
    expect(all.sort()).toEqual([
      'DATABASE_URL',
      'LATCHKEY_FAILPOINT',
      'PAYSSION_* or STRIPE_*',
      'PUBLIC_URL',
      'SMTP_URL',
      'VAULT_KEYS',
    ])
  })
})
