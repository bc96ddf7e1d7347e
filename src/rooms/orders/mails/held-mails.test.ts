// What a hold writes to the buyer: nobody is told of money that nobody knows for certain to have come, nor that nothing was charged
// where something may have been.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { FACE } from '#rooms/mail/face.testing.ts'
import { writeLetter } from '#rooms/mail/letter.ts'
import { writeOrderMail } from '#rooms/mail/write.ts'
import { ordered, pay, quiet } from '#rooms/payments/scene.testing.ts'
import { addMember, attemptOf, openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'odd' }
type Placed = { orderId: string }

const held = ({ orderId }: Placed) =>
  until(
    () => shop.db.query(sql`select from order_holds where order_id = ${orderId} and lifted_at is null`),
    'it is held',
  )

async function written({ orderId }: Placed) {
  await quiet(shop)
  const mails = await shop.db.query<{ template: string; unsure: string | null }>(sql`
    select template, data ->> 'unsure' as unsure from mails where data ->> 'orderId' = ${orderId} order by created_at, id`)
  return mails.map(({ template, unsure }) => [template, unsure !== null])
}

test('a word that nobody knows, and a warning before anything is known of the money, say that nothing is certain', async () => {
  const [strange, warned] = [await ordered(shop, PAYSSION), await ordered(shop, STRIPE)]
  pay(shop, strange, { outcome: 'under_review' as 'completed' })
  pay(shop, warned, { notify: false })
  shop.stripe.warn(warned.attempt)
  for (const order of [strange, warned]) {
    await held(order)
    expect(await written(order)).toEqual([['held', true]])
  }
})

test('too little is money, and what a person holds after it was charged for', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { amountMinor: 500 })
  await held(order)
  await acts.hold(order.orderId, BY)
  expect(await written(order)).toEqual([['held', false]])
})

test('that nothing was charged is told where a person holds what nobody has begun to pay, and not while a bank works', async () => {
  const [untouched, working] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  pay(shop, working, { outcome: 'pending' })
  await until(
    () => shop.db.query(sql`select from payments where id = ${working.attempt} and state = 'processing'`),
    'its bank works',
  )
  for (const order of [untouched, working]) await acts.hold(order.orderId, BY)
  expect(await written(untouched)).toEqual([['heldUnpaid', false]])
  expect(await written(working)).toEqual([
    ['underWay', false],
    ['held', true],
  ])
})

test('a top-up has words of its own for either', async () => {
  const member = await addMember(shop)
  const body = { amount: 20, realAmount: 20.3, paymentId: PAYSSION, requestId: randomUUID() }
  const { body: answer } = await shop.call('POST', '/api/profile/topUp', { body, headers: { cookie: member.cookie } })
  const { orderId } = answer.data as Placed
  pay(
    shop,
    { attempt: await attemptOf(shop, orderId), paymentId: PAYSSION },
    { outcome: 'under_review' as 'completed' },
  )
  await held({ orderId })
  expect(await written({ orderId })).toEqual([['topUpHeld', true]])
})

test.each(LOCALES.map(({ code }) => code))('the words for what is not certain stand in the mail: %s', (locale) => {
  const t = serverWords(locale)
  const at = new Date('2026-11-01T10:00:00Z')
  const order = {
    ...{ locale, face: FACE, orderNo: '23456ABCDE', placedAt: at, expiresAt: at, method: 'PayPal' },
    ...{ parts: [], total: '$ 1.00', link: 'https://shop.example/', waiver: null, lines: [] },
  }
  const write = (isUnsure: boolean) => writeOrderMail({ ...order, template: 'held', isUnsure }).text
  const [plain, unsure] = [write(false), write(true)]
  for (const key of ['mail.held.introUnsure', 'mail.held.keepUnsure'] as const) expect(unsure).toContain(t(key))
  for (const key of ['mail.held.intro', 'mail.held.keep'] as const) {
    expect(unsure).not.toContain(t(key))
    expect(plain).toContain(t(key))
  }
  const letter = { template: 'topUpHeld', locale, face: FACE, values: { amount: '$\u00a050.00' } }
  const [sure, not] = [writeLetter(letter).text, writeLetter({ ...letter, isUnsure: true }).text]
  expect(not).toContain(t('letters.topUpHeld.outroUnsure'))
  expect(not).toContain('50.00')
  expect(sure).not.toBe(not)
})
