// Guessing at coupon codes from many addresses (decision A9).
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { type Answer, addProduct, openTestShop, type TestProduct, type TestShop, withinOneMinute } from '../harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1', WORKER: 'off' })
  product = await addProduct(shop, { keys: 5 })
  await shop.db.run(sql`insert into coupons (code, percent_bp) values ('RIGHT', 1000)`)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

const ask = (couponCode: string, from: number, more: { altcha?: string; couponId?: string } = {}) =>
  shop.call('POST', '/api/check/useCoupon', {
    body: {
      couponCode,
      currencyId: 1,
      productId: [product.productId],
      productCount: [1],
      productPrice: [0],
      supplyProductId: [product.offerId],
      productClassId: [1],
      ...more,
    },
    headers: { 'x-forwarded-for': address(from) },
  })

const said = ({ status, body }: Answer) => (status === 200 ? 'good' : body.msg)

/** So many wrong codes, each from an address of its own, many at once. */
async function guess(times: number, first = 1): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let n = 0; n < times; n += 50)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, times - n) }, (_, i) => ask(`NO${n + i}`, first + n + i)),
      )),
    )
  return answers
}

test('of two thousand guesses from two thousand addresses exactly 100 are answered, and nobody learns more from the right one', async () => {
  const answers = await guess(2_000)
  expect(answers.filter((answer) => said(answer) === 'pay.couponNotExist')).toHaveLength(100)
  expect(answers.filter((answer) => said(answer) === 'captcha.required')).toHaveLength(1_900)
  const [right, wrong] = [await ask('RIGHT', 60_000), await ask('WRONG', 60_001)]
  const told = ({ status, body }: Answer) => ({ status, code: body.code, msg: body.msg, data: Object.keys(body.data) })
  expect(told(right)).toEqual(told(wrong))
})

test('whoever has a code gets it by a solved captcha, each once, and asks again about it without', async () => {
  await guess(120)
  const { challenge } = (await ask('RIGHT', 70_000)).body.data
  const altcha = solveForTest(challenge)
  const good = await ask('RIGHT', 70_000, { altcha })
  expect(said(good)).toBe('good')
  expect(said(await ask('RIGHT', 70_000, { altcha }))).toBe('captcha.required')
  const { couponId } = good.body.data
  for (let i = 0; i < 5; i++) expect(said(await ask('RIGHT', 70_000, { couponId }))).toBe('good')
  // The reference of one code excuses no other.
  expect(said(await ask('WRONG', 70_000, { couponId }))).toBe('captcha.required')
})

test('a solution is good for one guess, for the address that it was asked from', async () => {
  await guess(120)
  const challengeFor = async (from: number) => (await ask('X1', from)).body.data.challenge
  const altcha = solveForTest(await challengeFor(71_000))
  expect(said(await ask('X2', 71_001, { altcha }))).toBe('captcha.required')
  expect(said(await ask('X2', 71_000, { altcha }))).toBe('pay.couponNotExist')
  expect(said(await ask('X3', 71_000, { altcha }))).toBe('captcha.required')
})

test('the work grows with the guesses that were paid for, and has an end', () =>
  withinOneMinute(shop, async () => {
    await guess(100)
    const usual = (await ask('RIGHT', 72_000)).body.data.challenge.maxnumber
    const bucketOfNow = await shop.db.one<{ bucket: Buffer }>(sql`select bucket from rate_limits where calls = 100`)
    await shop.db.run(sql`update rate_limits set calls = 400 where bucket = ${bucketOfNow.bucket}`)
    expect((await ask('RIGHT', 72_001)).body.data.challenge.maxnumber).toBe(usual * 4)
    await shop.db.run(sql`update rate_limits set calls = 1000000 where bucket = ${bucketOfNow.bucket}`)
    expect((await ask('RIGHT', 72_002)).body.data.challenge.maxnumber).toBe(usual * 8)
  }))

test('right codes count for nothing, and ten minutes later all is as before', async () => {
  for (let i = 0; i < 150; i++) await ask('RIGHT', 73_000 + i)
  expect(said(await ask('RIGHT', 74_000))).toBe('good')
  // Counts of eleven minutes ago stand under another name than those of now.
  const { old } = await shop.db.one<{ old: string }>(sql`
    select (extract(epoch from date_trunc('minute', now()))::bigint - 660)::text as old`)
  const bucket = createHash('sha256').update(`wrong coupon codes ${old}`).digest()
  await shop.db.run(sql`insert into rate_limits (bucket, minute, calls) values (${bucket}, now(), 5000)`)
  expect(said(await ask('WRONG', 74_001))).toBe('pay.couponNotExist')
})
