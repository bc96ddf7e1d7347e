// A review whose answer was lost is sent again and is one review all the same (decisions A6, D4).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct

beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.run(sql`truncate reviews, rate_limits`)
})

const said = { fillName: 'Maya', email: 'maya@example.com', content: 'Arrived at once.', score: 4 }

async function write(more: object = {}, cookie = '') {
  const body = { pid: product.productId, ...said, ...more }
  const answer = await shop.call('POST', '/api/bottom/saveFeedbacks', { body, headers: { cookie } })
  return [answer.status, answer.body.data ?? answer.body.msg]
}

const kept = () =>
  shop.db.query<{ content: string; state: string }>(sql`select content, state from reviews order by id`)

test('the same id sent six times at once is one review, and each time the answer is the same', async () => {
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => write({ id })))
  expect(answers).toEqual(Array(6).fill([200, { state: 'pending' }]))
  expect(await kept()).toEqual([{ content: said.content, state: 'pending' }])
})

test('a repetition is told what has become of the review, and that it was rejected is not told here', async () => {
  const id = randomUUID()
  await write({ id })
  const decided = (state: string) => shop.db.run(sql`update reviews set state = ${state}`)
  await decided('published')
  expect(await write({ id, email: 'Maya@Example.com' })).toEqual([200, { state: 'published' }])
  await decided('rejected')
  expect(await write({ id })).toEqual([200, { state: 'pending' }])
  expect(await kept()).toHaveLength(1)
})

test('another review under a known id is refused, and the minute of whoever wrote it stays his', async () => {
  const id = randomUUID()
  await write({ id })
  await shop.db.run(sql`truncate rate_limits`)
  const { cookie } = await addMember(shop)
  for (const other of [
    { content: 'It never arrived.' },
    { score: 1 },
    { fillName: 'Ada' },
    { email: 'a@example.com' },
    { pid: 0 },
  ])
    expect(await write({ id, ...other })).toEqual([422, 'error.idempotencyReused'])
  expect(await write({ id }, cookie)).toEqual([422, 'error.idempotencyReused'])
  expect(await kept()).toHaveLength(1)
  expect(await write()).toEqual([200, { state: 'pending' }])
})

test('without an id, or under another one, the same words a minute later are another review', async () => {
  for (const more of [{}, {}, { id: randomUUID() }, { id: randomUUID() }]) {
    expect((await write(more))[0]).toBe(200)
    await shop.db.run(sql`truncate rate_limits`)
  }
  expect(await kept()).toHaveLength(4)
})

test('a review that was refused, or erased since, is written under its id', async () => {
  const id = randomUUID()
  await write()
  expect(await write({ id })).toEqual([422, 'message.feedbackLimit'])
  await shop.db.run(sql`truncate rate_limits, reviews`)
  expect(await write({ id })).toEqual([200, { state: 'pending' }])
  expect(await kept()).toHaveLength(1)
})
