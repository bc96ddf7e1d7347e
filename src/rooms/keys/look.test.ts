// What is brought in is looked at before: what would come in, what would not, and what looks like no key.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { LINES_SHOWN } from '#rooms/vault/limits.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let editor: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  editor = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const fresh = () => `KEY-${randomUUID().toUpperCase()}`
const ask = (name: string, body?: object, who = editor) => askAs(shop, who, name, body)
const typed = (product: { slug: string }, lines: string[]) => ({
  ...{ id: randomUUID(), skuCode: product.slug.toUpperCase(), source: 'order 7', supplier: 'Kinguin' },
  text: lines.join('\r\n'),
})
/** Whatever an import leaves anywhere. */
const left = () =>
  shop.db.one(sql`
    select (select count(*) from vault_keys)::int as keys, (select count(*) from key_batches)::int as batches,
      (select count(*) from audit_log)::int as acts, (select sum(stock) from offers)::int as stock`)

test('it tells what comes in, what does not and what is odd, by lines; nothing of it is kept, and then just that comes in', async () => {
  const product = await addProduct(shop, { name: 'Looked <at>' })
  const [a, b, c] = [fresh(), fresh(), fresh()]
  await ask('POST /office/key-batches', typed(product, [c!]))
  const before = await left()
  const body = typed(product, ['key', a!, b!, a!, c!, `${fresh()},${fresh()}`, ''])
  const seen = {
    ...{ product: 'Looked <at>', lines: 6, added: 4, sample: [1, 2, 3, 6] },
    refused: {
      count: 2,
      first: [
        { line: 4, reason: 'repeated-in-file' },
        { line: 5, reason: 'in-the-shop' },
      ],
    },
    odd: {
      count: 2,
      first: [
        { line: 1, reason: 'short' },
        { line: 6, reason: 'several' },
      ],
    },
  }
  expect(await ask('POST /office/key-batches/look', body)).toEqual(seen)
  expect(await ask('POST /office/key-batches/look', body)).toEqual(seen)
  expect(await left()).toEqual(before)
  await ask('POST /office/key-batches', body)
  expect((await ask(`GET /office/key-batches/${body.id}`)).report).toMatchObject({ lines: 6, added: 4 })
})

test('the lines shown as coming in do come in, however many are left out', async () => {
  const product = await addProduct(shop)
  const known = Array.from({ length: LINES_SHOWN + 5 }, fresh)
  await ask('POST /office/key-batches', typed(product, known))
  const lines = [...known, '', ...Array.from({ length: 6 }, fresh), ...known, '']
  const look = await ask('POST /office/key-batches/look', typed(product, lines))
  expect(look.refused.count).toBe(2 * known.length)
  expect(look.sample).toEqual([17, 18, 21, 22])
})

test('of many lines the first are named; what cannot come in at all is refused as it would be, and to whoever may not', async () => {
  const product = await addProduct(shop)
  const many = Array.from({ length: LINES_SHOWN + 1 }, (_, n) => `k${n}`)
  const { odd } = await ask('POST /office/key-batches/look', typed(product, [...many, ...many.map(fresh), fresh()]))
  expect([odd.count, odd.first.length]).toEqual([LINES_SHOWN + 1, LINES_SHOWN])
  const look = (body: object, who = editor) => ask('POST /office/key-batches/look', body, who)
  expect(await look({ ...typed(product, [fresh()]), skuCode: 'NO-SUCH' })).toMatchObject({ status: 422 })
  expect(await look(typed(product, [' ', '']))).toMatchObject({ status: 422, refused: 'keys.refused.noLines' })
  const reader = await addStaff(shop, { role: 'reader' })
  expect(await look(typed(product, [fresh()]), reader)).toMatchObject({ status: 403 })
})
