// What a live shop needs, and what a demo may not have.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { namesOf, reasonsOf } from './config.testing.ts'
import { readConfig } from './config.ts'

const KEY = randomBytes(32).toString('base64')
const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH1' }
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'

describe('live mode', () => {
  const live = {
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtps://user:pass@mail.example',
    SUPPORT_EMAIL: 'support@keys.shop',
    MAIL_FROM: 'Keys <shop@keys.shop>',
    TRUSTED_PROXIES: '10.0.0.0/8',
    JOURNAL_DIR: '/mnt/journal',
    DATABASE_URL: 'postgres://shop:long-and-random@db/shop?sslmode=verify-full',
    VAULT_KEYS: KEY,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }

  test('starts with what it needs, and shows no demo', () => {
    expect(readConfig({ ...live, DEMO: 'on' })).toMatchObject({
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
    [
      'no payment provider',
      { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' },
      ['PAYSSION_* or STRIPE_* or PAYPAL_* or EECPAY_*'],
    ],
    ['a simulator in Stripe’s place', { STRIPE_BASE_URL: 'http://127.0.0.1:4000' }, ['STRIPE_BASE_URL']],
    [
      'Payssion’s sandbox',
      {
        PAYSSION_API_KEY: 'a',
        PAYSSION_SECRET_KEY: 'b',
        PAYSSION_PM_ID: 'alipay_cn',
        PAYSSION_BASE_URL: 'http://sandbox.payssion.com',
      },
      ['PAYSSION_BASE_URL'],
    ],
    [
      'a host that only begins like Payssion’s',
      {
        PAYSSION_API_KEY: 'a',
        PAYSSION_SECRET_KEY: 'b',
        PAYSSION_PM_ID: 'alipay_cn',
        PAYSSION_BASE_URL: 'https://www.payssion.com.evil.example',
      },
      ['PAYSSION_BASE_URL'],
    ],
    ['a key of its own where instances share a database', { VAULT_KEYS: '' }, ['VAULT_KEYS']],
    ['a default password', { DATABASE_URL: 'postgres://shop:postgres@db/shop?sslmode=require' }, ['DATABASE_URL']],
    ['an empty password', { DATABASE_URL: 'postgres://shop:@db/shop?sslmode=require' }, ['DATABASE_URL']],
    [
      'a password of the direct address that is a default',
      { DATABASE_DIRECT_URL: 'postgres://shop:admin@localhost/shop' },
      ['DATABASE_DIRECT_URL'],
    ],
    ['a database on another machine without TLS', { DATABASE_URL: 'postgres://shop:long@db/shop' }, ['DATABASE_URL']],
    [
      'the same with TLS that trusts anybody',
      { DATABASE_URL: 'postgres://shop:long@db/shop?sslmode=no-verify' },
      ['DATABASE_URL'],
    ],
    [
      'the same as lenient as libpq',
      { DATABASE_URL: 'postgres://shop:long@db/shop?sslmode=require&uselibpqcompat=true' },
      ['DATABASE_URL'],
    ],
    [
      'a host named beside the address',
      { DATABASE_URL: 'postgres://shop:long@localhost/shop?host=db' },
      ['DATABASE_URL'],
    ],
    ['mail on another machine without TLS', { SMTP_URL: 'smtp://mail.keys.shop:587' }, ['SMTP_URL']],
    [
      'mail with TLS that trusts anybody',
      { SMTP_URL: 'smtps://mail.keys.shop?tls.rejectUnauthorized=false' },
      ['SMTP_URL'],
    ],
    ['a test key of Stripe', { STRIPE_SECRET_KEY: 'sk_test_1' }, ['STRIPE_SECRET_KEY']],
    ['a restricted test key of Stripe', { STRIPE_SECRET_KEY: 'rk_test_1' }, ['STRIPE_SECRET_KEY']],
    ['the sandbox of PayPal', { ...PAYPAL }, ['PAYPAL_MODE']],
    [
      'a simulator in PayPal’s place',
      {
        ...PAYPAL,
        PAYPAL_MODE: 'live',
        PAYPAL_SIMULATOR_URL: 'http://127.0.0.1:4000',
        PAYPAL_SIMULATOR_CA: CERTIFICATE,
      },
      ['PAYPAL_SIMULATOR_URL'],
    ],
    ['Payssion’s test method', { PAYSSION_API_KEY: 'a', PAYSSION_SECRET_KEY: 'b' }, ['PAYSSION_PM_ID']],
    ['the addresses that the shop comes with', { SUPPORT_EMAIL: '', MAIL_FROM: '' }, ['SUPPORT_EMAIL', 'MAIL_FROM']],
    ['an address of this network', { MAIL_FROM: 'Shop <shop@mailhost>' }, ['MAIL_FROM']],
    ['an example’s address', { MAIL_FROM: 'Shop <shop@example.com>' }, ['MAIL_FROM']],
    ['nothing said of proxies', { TRUSTED_PROXIES: '' }, ['TRUSTED_PROXIES']],
    ['no second place for the journal beside a database that others may use', { JOURNAL_DIR: '' }, ['JOURNAL_DIR']],
    [
      'a second place inside of the first',
      { DATA_DIR: '/srv/shop', JOURNAL_DIR: '/srv/shop/journal' },
      ['JOURNAL_DIR'],
    ],
    ['a vault key of zeros', { VAULT_KEYS: `${'A'.repeat(43)}=` }, ['VAULT_KEYS']],
    [
      'a vault key of one byte, behind a good one',
      { VAULT_KEYS: `${KEY},${Buffer.alloc(32, 7).toString('base64')}` },
      ['VAULT_KEYS'],
    ],
    [
      'a vault key that counts',
      { VAULT_KEYS: Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64') },
      ['VAULT_KEYS'],
    ],
    [
      'a vault key that is a sentence',
      { VAULT_KEYS: Buffer.from('correct horse battery staple 123').toString('base64') },
      ['VAULT_KEYS'],
    ],
    [
      'alerts and rates over plain http, in capitals',
      {
        ALERTS_WEBHOOK_URL: 'HTTP://alerts.keys.shop',
        ALERTS_WEBHOOK_SECRET: `whsec_${KEY}`,
        ECB_RATES_URL: 'Http://rates.keys.shop',
      },
      ['ECB_RATES_URL', 'ALERTS_WEBHOOK_URL'],
    ],
    ['a failpoint', { LATCHKEY_FAILPOINT: 'order written' }, ['LATCHKEY_FAILPOINT']],
  ]
  test.each(refusals)('refuses to start with %s', (_, change, names) => {
    expect(namesOf({ ...live, ...change })).toEqual(names)
  })

  test('takes mail and database without TLS on this machine, STARTTLS that is demanded, and no proxies when told so', () => {
    const near = {
      SMTP_URL: 'smtp://127.0.0.1:25',
      DATABASE_URL: 'postgres://shop:long@localhost/shop?host=/run/postgresql',
    }
    expect(readConfig({ ...live, ...near, TRUSTED_PROXIES: 'none' })).toMatchObject({ trustedProxies: [] })
    expect(reasonsOf({ ...live, SMTP_URL: 'smtp://mail.keys.shop:587?requireTLS=true' })).toEqual([])
    expect(reasonsOf({ ...live, DATABASE_URL: 'postgres://shop:long@[::1]/shop' })).toEqual([])
  })

  test('names all reasons at once', () => {
    const all = namesOf({ SHOP_MODE: 'live', DATABASE_URL: 'postgres://a:admin@db/shop', LATCHKEY_FAILPOINT: 'x' })
    expect(all.sort()).toEqual([
      'DATABASE_URL',
      'DATABASE_URL',
      'JOURNAL_DIR',
      'LATCHKEY_FAILPOINT',
      'MAIL_FROM',
      'PAYSSION_* or STRIPE_* or PAYPAL_* or EECPAY_*',
      'PUBLIC_URL',
      'SMTP_URL',
      'SUPPORT_EMAIL',
      'TRUSTED_PROXIES',
      'VAULT_KEYS',
    ])
  })
})

describe('demo mode', () => {
  const stripe = { STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const payssion = { PAYSSION_API_KEY: 'a', PAYSSION_SECRET_KEY: 'b' }
  test.each<[string, Record<string, string>, string[]]>([
    ['a live key of Stripe', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }, ['STRIPE_SECRET_KEY']],
    ['a restricted live key of Stripe', { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }, ['STRIPE_SECRET_KEY']],
    ['PayPal’s live account', { ...PAYPAL, PAYPAL_MODE: 'live' }, ['PAYPAL_MODE']],
    ['Payssion itself', payssion, ['PAYSSION_BASE_URL']],
  ])('refuses %s, also when it was said explicitly', (_, env, names) => {
    expect(namesOf(env)).toEqual(names)
    expect(namesOf({ ...env, SHOP_MODE: 'demo' })).toEqual(names)
  })

  test('must be said where strangers come: at a public address, with a real mail server', () => {
    const open = { PUBLIC_URL: 'https://try.keys.shop', SMTP_URL: 'smtps://mail.keys.shop' }
    expect(namesOf(open)).toEqual(['PUBLIC_URL', 'SMTP_URL'])
    expect(readConfig({ ...open, SHOP_MODE: 'demo' })).toMatchObject({ mode: 'demo', demo: true })
    expect(readConfig({ SMTP_URL: 'smtp://localhost:1025', PUBLIC_URL: 'http://shop.local' }).mode).toBe('demo')
  })

  test('takes test keys and Payssion’s sandbox', () => {
    expect(namesOf({ ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([])
    expect(namesOf({ ...payssion, PAYSSION_BASE_URL: 'http://sandbox.payssion.com' })).toEqual([])
    expect(namesOf(PAYPAL)).toEqual([])
  })
})
