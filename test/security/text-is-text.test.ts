// What people and feeds write is text wherever it comes out again: JSON as it is, pages and mails escaped.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '../harness.ts'

const NAME = `</title></script><script>alert('né')</script> "q" & 'drop table orders' \u202e {{x}}`
const NOTE = `Robert'); drop table orders;-- <script>alert(2)</script> \${1} %s ￿ \u{1f600}`

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 2, name: NAME })
  await shop.db.run(sql`
    update products set description = ${JSON.stringify({ 'en-US': NAME })}::jsonb, explanation = ${JSON.stringify({ 'en-US': NAME })}::jsonb, developer = ${NAME}
    where id = ${product.productId}`)
  await until(
    async () => (await list()).body.rows.some((row: { name: string }) => row.name === NAME),
    'the product is listed',
  )
  await until(async () => (await info()).status === 200, 'the category of its address is known')
})
afterAll(() => shop.close())

const list = () => shop.call('POST', '/api/product/list', { body: {} })
const info = () => shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)

/** The escaped form stands there, the tag never does: neither in the text, nor in attributes, nor in data blocks. */
function expectEscaped(html: string, times: number) {
  expect(html).not.toContain(`<script>alert(`)
  expect(html).not.toContain(`</title></script>`)
  expect(html.match(/&lt;script&gt;alert\(|&#60;script&#62;alert\(/g)?.length ?? 0).toBeGreaterThanOrEqual(times)
}

test('a product named like a script is answered as it is by the API', async () => {
  const { body } = await info()
  expect(body.data.iProductInfo).toMatchObject({
    name: NAME,
    description: NAME,
    explanation: NAME,
    developer: NAME,
  })
  const found = await shop.call('GET', `/api/home/queryProducts?name=${encodeURIComponent('drop table')}`)
  expect(found.body.data[0].name).toBe(NAME)
})

test.each([
  ['its page', () => `/games/${product.slug}`, 2],
  ['the page of its category', () => '/games', 1],
  ['the page of a search', () => '/search?name=drop+table', 1],
  ['the home page', () => '/', 1],
])('a product named like a script stands escaped on %s', async (_, path, times) => {
  const page = await fetch(shop.shop.origin + path())
  expect(page.status).toBe(200)
  expectEscaped(await page.text(), times)
})

test('words of a search stand escaped on the page that answers it', async () => {
  const words = `"><script>alert(3)</script>' onmouseover='x`
  const page = await fetch(`${shop.shop.origin}/search?name=${encodeURIComponent(words)}`)
  expect(page.status).toBe(200)
  expectEscaped(await page.text(), 1)
})

test('a search for SQL, patterns or brackets finds by its words and does no harm', async () => {
  for (const words of [
    `' or 1=1 --`,
    `%`,
    `_`,
    `\\`,
    `:* & !`,
    `(((`,
    `a:*`,
    `'; drop table products; --`,
    '\u202e',
    '🎮',
    'x'.repeat(200),
  ]) {
    const answer = await shop.call('GET', `/api/home/queryProducts?name=${encodeURIComponent(words)}`)
    expect(answer.status, words).toBe(200)
    expect((await shop.call('POST', '/api/product/list', { body: { name: words } })).status, words).toBe(200)
  }
  expect((await list()).body.total).toBe(1)
})

test('a note and an address of quotation marks are kept as they were written, and the mail escapes what it shows', async () => {
  const body = orderBody([{ product }], { email: `o'connor+<b>@example.com`.replace('<b>', 'b') })
  const order = await placeOrder(shop, { ...body, orderList: { ...body.orderList, memberRemark: NOTE } } as typeof body)
  const kept = await shop.db.one(sql`select note, delivery_email as email from orders where id = ${order.orderId}`)
  expect(kept).toEqual({ note: NOTE, email: "o'connor+b@example.com" })
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(detail.body.data).toMatchObject({ deliveryEmail: "o'connor+b@example.com", goods: [{ shortName: NAME }] })

  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  const mail = await until(
    () =>
      shop.db.maybe<{ id: string }>(
        sql`select id from mails where state = 'kept' and data ->> 'orderId' = ${order.orderId}`,
      ),
    'the mail is written',
  )
  const part = async (name: string) => (await fetch(`${shop.shop.origin}/sandbox/mail/${mail.id}${name}`)).text()
  expectEscaped(await part('/html'), 1)
  expectEscaped(await part(''), 1)
  expect(await part('/text')).toContain(NAME)
})
