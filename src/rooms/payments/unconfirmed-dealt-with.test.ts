// A person has dealt with what no answer of a provider confirmed: it is told no more, and what is another matter is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { ordered, pay, post, reaches } from './scene.testing.ts'
import { unconfirmed } from './unconfirmed.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { say, after, askAgain, told, openNotices } = unconfirmed(() => shop)

test('a person who has dealt with it says so: it ends, its notices are asked about no more, and it is not told again', async () => {
  const ada = await addStaff(shop, { role: 'manager' })
  const order = await ordered(shop, PAYSSION)
  await say(order, 'completed')
  await after(70, order)
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    shop.call(method, path, { headers: { cookie: ada.cookie }, ...(body && { body }) })
  const list = async () =>
    (await ask('GET', '/office/payments')).body.data.differences.filter(
      ({ orderNo }: { orderNo: string }) => orderNo === order.orderNo,
    )
  const [{ number, seen, what }] = await list()
  expect(what).toBe('notConfirmed')
  const settle = (word: string) =>
    ask('POST', `/office/payments/differences/${number}/settle`, { reason: 'never paid', seen: word })
  expect((await settle('another')).body.msg).toBe('payments.refused.differenceChanged')
  expect(await openNotices(order)).toHaveLength(1)
  expect((await settle(seen)).status).toBe(200)
  expect(await openNotices(order)).toEqual([])
  expect(await list()).toEqual([])
  // Payssion sends it once more.
  await say(order, 'completed')
  expect(await openNotices(order)).toHaveLength(1)
  await after(70, order, { again: true })
  expect((await told(order)).map(({ open }) => open)).toEqual([false])
  expect(await list()).toEqual([])
})

test('what a person has dealt with is told no more when it comes by another name; that something else was said is told', async () => {
  const ada = await addStaff(shop, { role: 'manager' })
  const order = await ordered(shop, STRIPE)
  const comes = async (type: string, id: string) =>
    expect(await post(shop, shop.stripe.webhookFor(order.attempt, { type, id: `evt_${id}_${order.attempt}` }))).toBe(
      200,
    )
  await comes('checkout.session.async_payment_succeeded', 'first')
  await after(70, order)
  const [first] = await told(order)
  const number = Number(first!.details.number)
  const headers = { cookie: ada.cookie }
  const { body } = await shop.call('GET', '/office/payments', { headers })
  const { seen } = body.data.differences.find((one: { number: number }) => one.number === number)
  const settle = `/office/payments/differences/${number}/settle`
  expect((await shop.call('POST', settle, { headers, body: { reason: 'never paid', seen } })).status).toBe(200)

  // Its page has ended meanwhile, which is no money either.
  pay(shop, order, { outcome: 'expired', notify: false })
  await askAgain(order)
  await comes('payment_intent.succeeded', 'second')
  await after(70, order)
  expect(await openNotices(order)).toHaveLength(1)
  expect((await told(order)).map(({ open }) => open)).toEqual([false])

  await comes('charge.dispute.created', 'third')
  await after(70, order)
  expect((await told(order)).map(({ details, open }) => [(details.theirs as { state: string }).state, open])).toEqual([
    ['completed', false],
    ['disputed', true],
  ])
})

test('a second return of money, of which its provider does not say how much, is told when the first was dealt with', async () => {
  const ada = await addStaff(shop, { role: 'manager' })
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const comes = (id: string) =>
    post(shop, shop.stripe.webhookFor(order.attempt, { type: 'charge.refunded', id: `evt_${id}_${order.attempt}` }))
  expect(await comes('one')).toBe(200)
  await after(70, order)
  const [first] = await told(order)
  const number = Number(first!.details.number)
  const headers = { cookie: ada.cookie }
  const { body } = await shop.call('GET', '/office/payments', { headers })
  const { seen } = body.data.differences.find((one: { number: number }) => one.number === number)
  const settle = `/office/payments/differences/${number}/settle`
  expect((await shop.call('POST', settle, { headers, body: { reason: 'seen there', seen } })).status).toBe(200)
  expect(await comes('two')).toBe(200)
  await after(70, order)
  expect((await told(order)).map(({ open }) => open)).toEqual([false, true])
})
