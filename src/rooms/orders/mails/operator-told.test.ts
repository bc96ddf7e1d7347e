// What the operator is told of money and orders, how often, and when it ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, looked, loseKeys, ordered, pay, post, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addKeys, openTestShop, PAYPAL, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const told = ({ orderId }: Bought) =>
  shop.db.query<{ kind: string; count: number; open: boolean }>(sql`
    select kind, count, resolved_at is null as open from alerts where order_id = ${orderId} order by id`)

const putAway = ({ orderId }: Bought) =>
  shop.db.run(sql`update alerts set resolved_at = now() where order_id = ${orderId} and resolved_at is null`)

/** Its provider is asked as the clock does. */
async function askedAgain({ attempt }: Bought): Promise<void> {
  await shop.db.run(sql`update payments set poll_at = now() where id = ${attempt}`)
  await looked(shop, attempt)
}

test('what went back is told once for each sum, however often its provider is asked and whatever was put away', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const kind = 'payment.partlyRefunded'
  shop.stripe.refund(order.attempt, { amountMinor: 100, notify: false })
  await askedAgain(order)
  await askedAgain(order)
  expect(await told(order)).toEqual([{ kind, count: 1, open: true }])
  await putAway(order)
  await askedAgain(order)
  expect(await told(order)).toEqual([{ kind, count: 1, open: false }])
  shop.stripe.refund(order.attempt, { amountMinor: 200, notify: false })
  await askedAgain(order)
  expect((await told(order)).map(({ open }) => open)).toEqual([false, true])
  await putAway(order)
  shop.stripe.refund(order.attempt, { notify: false })
  await askedAgain(order)
  await askedAgain(order)
  expect(await told(order)).toMatchObject([{ kind }, { kind }, { kind: 'payment.refunded', count: 1, open: true }])
  await putAway(order)
  await askedAgain(order)
  expect((await told(order)).filter(({ open }) => open)).toEqual([])
  expect(await statusOf(shop, order.orderId)).toBe('Refunded')
})

test('that an order waits for keys ends when they come during a dispute and it is delivered at its end', async () => {
  const order = await ordered(shop, STRIPE)
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  const dispute = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  await addKeys(shop, order.product.offerId, 1)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Disputed')
  shop.stripe.moveDispute(dispute, 'won')
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect((await told(order)).filter(({ open }) => open)).toEqual([])
  expect((await told(order)).map(({ kind }) => kind)).toContain('order.waitingForKeys')
})

const BY = { actor: 'ada', reason: 'this key does not work' }

async function delivered(paymentId: Bought['paymentId'] = STRIPE): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

test.each([
  ['Stripe', STRIPE],
  ['Payssion', PAYSSION],
  ['PayPal', PAYPAL],
] as const)(
  'a refund at %s that people here wanted is told to nobody, also beside one that they did not',
  async (_, paymentId) => {
    const order = await delivered(paymentId)
    await acts.refund(order.orderId, BY, 300)
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await told(order)).toEqual([])
    const elsewhere = { amountMinor: 200 }
    if (paymentId === STRIPE) shop.stripe.refund(order.attempt, elsewhere)
    else if (paymentId === PAYSSION) shop.payssion.refund(order.attempt, elsewhere)
    else shop.paypal.refund(order.attempt, elsewhere)
    const kind = 'payment.partlyRefunded'
    await until(async () => (await told(order)).length > 0, 'it is told')
    await quiet(shop)
    expect(await told(order)).toEqual([{ kind, count: 1, open: true }])
    await putAway(order)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    await askedAgain(order)
    expect(await told(order)).toEqual([{ kind, count: 1, open: false }])
  },
)

/** What a person does in the office with a row of Today. */
async function seenTo(kind: string, subject: string): Promise<void> {
  const headers = { cookie: ada.cookie }
  const { rows } = (await shop.call('GET', '/office/alerts', { headers })).body.data
  const row = rows.find((one: { kind: string; subject: string }) => one.kind === kind && one.subject.includes(subject))
  const done = await shop.call('POST', `/office/alerts/${row.id}/done`, { headers, body: { seenAt: row.lastAt } })
  expect(done.status).toBe(200)
}

const rowsOf = (kind: string, subject: string) =>
  shop.db.query<{ open: boolean; details: object }>(sql`
    select resolved_at is null as open, details from alerts where kind = ${kind} and subject like ${`%${subject}%`} order by id`)

describe('what a person has seen to', () => {
  test('of a payment that nobody knows is not told again by a notice of another name; that it is contested is', async () => {
    const order = await ordered(shop, PAYSSION)
    const [kind, lost] = ['payment.unknown', crypto.randomUUID()]
    let notices = 0
    const says = async (state: string) => {
      const fields = { order_id: lost, transaction_id: `T-${lost}`, state, paid: `${++notices}.00` }
      expect(await post(shop, shop.payssion.webhookFor(order.attempt, { fields }))).toBe(200)
      await quiet(shop)
    }
    await says('completed')
    await seenTo(kind, lost)
    await says('completed')
    await says('refunded')
    expect(await rowsOf(kind, lost)).toMatchObject([{ open: false }])
    await says('disputed')
    expect(await rowsOf(kind, lost)).toMatchObject([{ open: false }, { open: true, details: { dispute: '' } }])
  })

  test('of a contradiction is not told again by each answer; another one is, and the same once it had ended', async () => {
    const order = await delivered(PAYSSION)
    const [kind, { attempt }] = ['payment.contradicted', order]
    const books = shop.payssion.payment(attempt)!
    const open = async () => (await rowsOf(kind, attempt)).map((row) => row.open)
    const answers = async (now: object) => {
      Object.assign(books, now)
      await askedAgain(order)
    }
    const { state, paidMinor } = { ...books }
    await answers({ state: 'pending', paidMinor: 0 })
    await seenTo(kind, attempt)
    await askedAgain(order)
    expect(await open()).toEqual([false])
    await answers({ state: 'failed' })
    expect(await open()).toEqual([false, true])
    await seenTo(kind, attempt)
    await answers({ state: 'pending' })
    expect(await open()).toEqual([false, false])
    await answers({ state, paidMinor })
    await answers({ state: 'pending', paidMinor: 0 })
    expect(await open()).toEqual([false, false, true])
  })

  test('of a refund that could not be made at Payssion is not told again while its provider says the same', async () => {
    const order = await delivered(PAYSSION)
    const [kind, { attempt }] = ['refund.failed', order]
    const fails = async () => {
      pay(shop, order, { outcome: 'refund_failed' as 'failed' })
      await quiet(shop)
    }
    await fails()
    await seenTo(kind, attempt)
    await fails()
    await askedAgain(order)
    expect(await rowsOf(kind, attempt)).toMatchObject([{ open: false }])
    pay(shop, order, { outcome: 'refund_pending' as 'failed' })
    await quiet(shop)
    await fails()
    expect(await rowsOf(kind, attempt)).toMatchObject([{ open: false }, { open: true }])
  })

  test('of a refund that could not be made at PayPal is not told again until another one fails', async () => {
    const order = await delivered(PAYPAL)
    const [kind, { attempt }] = ['refund.failed', order]
    const fails = async () => {
      shop.paypal.refund(attempt, { amountMinor: 300, status: 'FAILED' })
      await quiet(shop)
      await askedAgain(order)
    }
    await fails()
    await seenTo(kind, attempt)
    await askedAgain(order)
    expect(await rowsOf(kind, attempt)).toMatchObject([{ open: false }])
    await fails()
    expect(await rowsOf(kind, attempt)).toMatchObject([{ open: false }, { open: true }])
  })
})
