// Currencies as people of the office and the central bank change them, in a shop that sells in them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { type CentralBankSimulator, startCentralBankSimulator } from '#simulators/central-bank.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { followBank } from './bank-rates.ts'

let bank: CentralBankSimulator
let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  bank = await startCentralBankSimulator()
  bank.of(day(0))
  shop = await openTestShop({ ECB_RATES_URL: bank.ratesUrl })
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(async () => {
  await shop.close()
  await bank.close()
})
beforeEach(async () => {
  await shop.db.run(
    sql`update currencies set follows_bank = false, bank_rate_e8 = null, bank_date = null, is_on = true`,
  )
  await shop.db.run(sql`delete from alerts where kind like 'rate.%'`)
})

interface Row {
  id: number
  code: string
  symbol: string
  rate: string
  position: number
  isOn: boolean
  followsBank: boolean
  bank: { rate: string; day: string; percent: number } | null
  changedBy: string | null
  seen: string
}
const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)
const row = async (code: string): Promise<Row> =>
  (await ask('GET /office/currencies')).rows.find((one: Row) => one.code === code)
/** `of`: what was seen of it; else what it is now. */
async function change(code: string, to: object, who = ada, of?: Row) {
  const { id, symbol, rate, position, isOn, followsBank, seen } = of ?? (await row(code))
  const body = { symbol, rate, position, isOn, followsBank, isSure: false, seen, reason: 'the market', ...to }
  return ask(`POST /office/currencies/${id}`, body, who)
}
const offered = async (): Promise<{ moneyType: string; moneyRate: number }[]> =>
  (await shop.call('GET', '/api/home/rate')).body.data
const rateShown = async (code: string) => (await offered()).find(({ moneyType }) => moneyType === code)?.moneyRate
const alerts = () => shop.db.query(sql`select kind, subject, details from alerts where resolved_at is null and kind like 'rate.%' order by kind, subject`) // biome-ignore format: one line
/** So many days ago. The bank's last day is one and the same however long the tests take. */
const day = (ago: number) => new Date(BEGAN - ago * 86_400_000).toISOString().slice(0, 10)
const BEGAN = Date.now()
const follow = () => followBank({ db: shop.db, log: shop.shop.ground.log }, bank.ratesUrl)

test('a rate by hand counts in the shop at once, and stands with who and why', async () => {
  expect(await change('CHF', { rate: '0.81', symbol: 'Fr.' })).toBeNull()
  await until(async () => (await rateShown('CHF')) === 0.81, 'the shop sells at it')
  expect(await row('CHF')).toMatchObject({ rate: '0.81', symbol: 'Fr.', changedBy: ada.email })
  expect(
    await shop.db.one(
      sql`select actor, reason, before, after from audit_log where act = 'currency.change' and subject_id = 'CHF'`,
    ),
  ).toMatchObject({ actor: ada.email, reason: 'the market', before: { rate: '0.7993' }, after: { rate: '0.81' } })
})

test('one that is off is offered to nobody, and an order that was made in it stays in it', async () => {
  const sek = await row('SEK')
  const product = await addProduct(shop, { keys: 1 })
  const body = orderBody([{ product }], { realAmount: 190.21 })
  body.orderList.currencyId = sek.id
  const repetition = { 'idempotency-key': randomUUID() }
  const order = await placeOrder(shop, body, repetition)
  await change('SEK', { isOn: false })
  await until(async () => (await rateShown('SEK')) === undefined, 'it is not offered')
  // Whose answer was lost gets it by the same request.
  const repeated = await shop.call('POST', '/api/check/createOrder', { body, headers: repetition })
  expect([repeated.status, repeated.body.data?.orderId]).toEqual([200, order.orderId])
  const again = await shop.call('POST', '/api/check/createOrder', { body })
  const gone = { message: 'pay.currencyGone' }
  expect([again.status, again.body.errors]).toEqual([400, [{ path: 'orderList.currencyId', ...gone }]])
  const coupon = { ...body, couponCode: 'WELCOME10', currencyId: sek.id, productPrice: [0], productClassId: [1] }
  const asked = await shop.call('POST', '/api/check/useCoupon', { body: coupon })
  expect([asked.status, asked.body.errors]).toEqual([400, [{ path: 'currencyId', ...gone }]])
  const headers = { cookie: order.cookie }
  expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })).body.data).toMatchObject({
    ...{ currencyType: 'SEK', currencyName: 'kr', amounts: { total: 190.21 } },
  })
})

test('one that is not there at all bars an order as one that is off does', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const won = await row('KRW')
  await shop.db.run(sql`delete from currencies where code = 'KRW'`)
  await until(async () => (await rateShown('KRW')) === undefined, 'it is not offered')
  for (const id of [won.id, 2_000_000_000]) {
    const body = orderBody([{ product }])
    body.orderList.currencyId = id
    const answer = await shop.call('POST', '/api/check/createOrder', { body })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ path: 'orderList.currencyId', message: 'pay.currencyGone' }],
    ])
  }
})

test('whoever had chosen one that is off gets the one of his language, and where that is off dollars', async () => {
  const priceIn = async () => {
    const headers = { cookie: 'currencyType=MXN', 'accept-language': 'ja' }
    const page = await (await fetch(`${shop.shop.origin}/?lang=ja`, { headers })).text()
    return /[¥$]\u00a0/.exec(page.replaceAll('&nbsp;', '\u00a0'))?.[0][0]
  }
  await addProduct(shop)
  await change('MXN', { isOn: false })
  await until(async () => (await rateShown('MXN')) === undefined, 'it is not offered')
  await until(async () => (await priceIn()) === '¥', 'yen')
  await change('JPY', { isOn: false })
  await until(async () => (await rateShown('JPY')) === undefined, 'it is not offered')
  await until(async () => (await priceIn()) === '$', 'dollars')
})

test('dollars stay what everything is counted in', async () => {
  for (const to of [{ rate: '1.1' }, { isOn: false }, { followsBank: true }])
    expect(await change('USD', { ...to, isSure: true })).toMatchObject({ refused: 'currencies.refused.dollar' })
  expect(await change('USD', { position: 5 })).toBeNull()
})

test('a rate that jumps is refused, unless it is meant; one that is none is never taken', async () => {
  const { rate } = await row('GBP')
  expect(await change('GBP', { rate: '7.497' })).toMatchObject({
    ...{ status: 422, refused: 'currencies.refused.jump', data: { percent: 900, most: 10 } },
  })
  expect((await row('GBP')).rate).toBe(rate)
  expect(await change('GBP', { rate: '0.95', isSure: true })).toBeNull()
  for (const wrong of ['0', '0.00', '-1', '1e3', '1,5', '0.123456789', ''])
    expect(await change('GBP', { rate: wrong }), wrong).toMatchObject({ status: 400 })
  for (const symbol of ['', '\u202e$', '<b>', 'too long', ' '])
    expect(await change('GBP', { symbol }), symbol).toMatchObject({ status: 400 })
})

test('two people at once: one does it, the other is told', async () => {
  const seen = await row('HKD')
  const both = await Promise.all(['7.9', '7.8'].map((rate) => change('HKD', { rate }, ada, seen)))
  expect(both.filter((answer) => answer?.refused === 'currencies.refused.changed')).toHaveLength(1)
})

test('one is added once, with a code that there is, and offered once somebody has looked at its rate', async () => {
  const add = (code: string) => ask('POST /office/currencies', { code, symbol: 'zł', rate: '3.7', reason: 'Poland' })
  const both = await Promise.all([add('pln'), add('PLN')])
  expect(both.map((answer) => (answer.id ? 'id' : answer.errors[0].message)).sort()).toEqual([
    'currencies.codeThere',
    'id',
  ])
  expect(await add('XQQ')).toMatchObject({ status: 400, errors: [{ path: 'code', message: 'currencies.codeUnknown' }] })
  expect((await row('PLN')).isOn).toBe(false)
  expect(await change('PLN', { isOn: true })).toBeNull()
  await until(async () => (await offered()).at(-1)?.moneyType === 'PLN', 'it is offered, the last')
})

test('those that follow the bank take its rates once; the others are left alone', async () => {
  await shop.db.run(sql`update currencies set rate_e8 = 86000000, follows_bank = true where code = 'EUR'`)
  const answers = await Promise.all([ask('POST /office/currency-rates', {}), ask('POST /office/currency-rates', {})])
  expect(answers.map(({ taken }) => taken).sort()).toEqual([[], ['EUR']])
  await until(async () => (await rateShown('EUR')) === 0.86843248, 'the shop sells at it')
  expect(await row('EUR')).toMatchObject({ changedBy: 'European Central Bank', bank: { day: day(0), percent: 0 } })
  const { rate, bank: said } = await row('JPY')
  expect([rate, said?.rate]).toEqual(['160.77', '160.77290491'])
  // Yesterday's document, from a cache in between.
  bank.of('2026-01-05')
  bank.name({ USD: '1.2' })
  expect((await ask('POST /office/currency-rates', {})).taken).toEqual([])
  bank.of(day(0))
  bank.name({ USD: '1.1515' })
})

test('a jump waits for a person, who takes it or sets another', async () => {
  await shop.db.run(sql`update currencies set rate_e8 = 500000000, follows_bank = true where code in ('BRL', 'INR')`)
  expect((await ask('POST /office/currency-rates', {})).jumped.sort()).toEqual(['INR'])
  expect(await alerts()).toMatchObject([
    { kind: 'rate.jumped', subject: 'INR', details: { ours: '5', theirs: '94.96222319' } },
  ])
  expect(await shop.db.query(sql`select money from alerts where kind = 'rate.jumped' and subject = 'INR'`)).toEqual([
    { money: true },
  ])
  const { id, seen, rate } = await row('INR')
  expect(rate).toBe('5')
  const take = (word: string, theirs = '94.96222319') =>
    ask(`POST /office/currencies/${id}/take-bank`, { rate: theirs, seen: word, reason: 'it is true' })
  for (const refused of [await take('x'), await take(seen, '94')])
    expect(refused).toMatchObject({ refused: 'currencies.refused.changed' })
  expect(await take(seen)).toBeNull()
  expect(await row('INR')).toMatchObject({ rate: '94.96222319', changedBy: ada.email })
  expect(await alerts()).toEqual([])
})

test('who begins to follow has the bank’s rate as soon as it is asked; where it names none that is said', async () => {
  expect(await change('CAD', { followsBank: true })).toBeNull()
  await until(async () => (await row('CAD')).bank?.day === day(0), 'the bank was asked')
  expect(await row('CAD')).toMatchObject({ rate: '1.40347373', followsBank: true })
  expect(await change('TWD', { followsBank: true })).toMatchObject({ refused: 'currencies.refused.notNamed' })
  // Somebody sets it again: the bank changes it no more.
  expect(await change('CAD', { followsBank: false, rate: '1.5' })).toBeNull()
  bank.name({ CAD: '1.7' })
  await follow()
  expect(await row('CAD')).toMatchObject({ rate: '1.5' })
  bank.name({ CAD: '1.6161' })
})

test('a bank that is silent for more than six days is told, and forgotten once it speaks', async () => {
  const requests = bank.requests
  await follow()
  expect(bank.requests).toBe(requests)
  await shop.db.run(sql`
    update currencies set rate_e8 = 86000000, follows_bank = true, bank_rate_e8 = 86000000, bank_date = ${day(7)}::date where code = 'EUR'`)
  bank.failNext({ how: 'error' })
  expect(await ask('POST /office/currency-rates', {})).toMatchObject({
    status: 422,
    refused: 'currencies.refused.bank.status',
  })
  bank.failNext({ how: 'error' })
  await follow()
  expect(await alerts()).toMatchObject([{ kind: 'rate.old', details: { why: 'status' } }])
  await follow()
  expect(await alerts()).toEqual([])
  expect(await row('EUR')).toMatchObject({ rate: '0.86843248' })
})

test('one that the bank does not name is told by itself, and hides no old rates of the others', async () => {
  await shop.db.run(sql`
    update currencies set follows_bank = code in ('TWD', 'EUR'), bank_rate_e8 = case code when 'EUR' then 86843248 end,
      bank_date = case code when 'EUR' then ${day(7)}::date end`)
  bank.failNext({ how: 'error' })
  await follow()
  expect(await alerts()).toMatchObject([{ kind: 'rate.old', subject: 'ecb', details: { why: 'status' } }])
  await follow()
  expect(await alerts()).toMatchObject([{ kind: 'rate.old', subject: 'TWD', details: { why: 'not named' } }])
  const { rate } = await row('TWD')
  expect(await change('TWD', { followsBank: false, rate })).toBeNull()
  expect(await alerts()).toEqual([])
})

test('one that the bank stops naming is told once its own rate is old, and the bank is not blamed', async () => {
  const aged = (days: number) =>
    shop.db.run(sql`
      update currencies set follows_bank = code in ('BRL', 'EUR'), bank_rate_e8 = rate_e8,
        bank_date = case code when 'BRL' then ${day(days)}::date else ${day(0)}::date end
      where code in ('BRL', 'EUR')`)
  const { rate: before } = await row('BRL')
  bank.name({ BRL: null })
  try {
    await aged(4)
    await follow()
    expect(await alerts()).toEqual([])
    await aged(8)
    // What is known of it is known while the bank cannot be asked, too.
    bank.failNext({ how: 'error' })
    await follow()
    const own = [{ kind: 'rate.old', subject: 'BRL', details: { why: 'not named', since: day(8) } }]
    expect(await alerts()).toEqual(own)
    await follow()
    expect(await alerts()).toEqual(own)
    expect((await row('BRL')).rate).toBe(before)
  } finally {
    bank.name({ BRL: '5.9005' })
  }
  await follow()
  expect((await alerts()).filter(({ kind }) => kind === 'rate.old')).toEqual([])
})

test('a bank that has been silent is told once, and not of each that follows it', async () => {
  await shop.db.run(sql`
    update currencies set follows_bank = code in ('CAD', 'EUR'), bank_rate_e8 = rate_e8, bank_date = ${day(9)}::date
    where code in ('CAD', 'EUR')`)
  bank.of(day(9))
  await follow().finally(() => bank.of(day(0)))
  expect(await alerts()).toMatchObject([{ subject: 'ecb', details: { why: 'nothing new' } }])
})

test('who may read settings sees them, and changes none', async () => {
  const reader = await addStaff(shop, { role: 'reader' })
  expect((await ask('GET /office/currencies', undefined, reader)).rows.length).toBeGreaterThan(10)
  expect(await ask('POST /office/currency-rates', {}, reader)).toMatchObject({ status: 403 })
})
