// What pages, lists and purchases ask of the database lies in docs/queries.sql, so that a changed statement
// is seen by whoever reads a change. After a wanted change: `npm test -- test/queries.test.ts --update`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  type PlacedOrder,
  placeOrder,
  type TestMember,
  type TestProduct,
  type TestShop,
} from './harness.ts'

const HEAD = `-- What pages, lists and purchases ask of the database, each statement once, with who asks it.
-- Written by test/queries.test.ts, not by hand.
`
const FILE = join(import.meta.dirname, '..', 'docs', 'queries.sql')

/** What comes when its time has come, whoever asks at that moment. */
const BY_THE_CLOCK: RegExp[] = [
  // Calls that were counted in memory are written together.
  /^insert into rate_limits .*unnest/s,
  // Which methods of payment are refused is read every two seconds, for all.
  /from method_refusals/,
]

let shop: TestShop
let product: TestProduct
/** What is done for a request happens in its context; ticks, jobs and whoever hears NOTIFY have none. */
const forRequest = new AsyncLocalStorage<true>()
let sent: string[] | undefined
const { query: clientQuery } = pg.Client.prototype
const { query: poolQuery } = pg.Pool.prototype
const { emit } = Server.prototype

beforeAll(async () => {
  Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]) {
    const go = () => Reflect.apply(emit, this, [event, ...args]) as boolean
    return event === 'request' ? forRequest.run(true, go) : go()
  }
  // The pool sends what it was asked in the context of whoever gave a connection back.
  const ofPool = new WeakSet<object>()
  const note = (asked: unknown) => {
    const { text, name } = asked as { text?: string; name?: string }
    if (name && text && forRequest.getStore()) sent?.push(text)
  }
  pg.Pool.prototype.query = function (this: pg.Pool, ...args: unknown[]) {
    note(args[0])
    if (typeof args[0] === 'object') ofPool.add(args[0]!)
    return Reflect.apply(poolQuery, this, args)
  } as typeof poolQuery
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (!ofPool.has(Object(args[0]))) note(args[0])
    return Reflect.apply(clientQuery, this, args)
  } as typeof clientQuery
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 9, name: 'The Long Road' })
  member = await addMember(shop)
  const isFound = async () => (await searchCall()).body.data?.length === 1 && (await listCall()).body.rows?.length === 1
  await until(async () => (await productCall()).status === 200 && (await isFound()), 'it is in the index')
})
afterAll(async () => {
  Server.prototype.emit = emit
  pg.Pool.prototype.query = poolQuery
  pg.Client.prototype.query = clientQuery
  await shop.close()
})

const productCall = () => shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)

const listCall = () => shop.call('POST', '/api/product/list', { body: { stock: '0' } })
const searchCall = () => shop.call('GET', '/api/home/queryProducts?name=long%20road')

/** Another language each time, or it would be in memory: the second is the one that is looked at. */
function pageCall(path: () => string): () => Promise<void> {
  const languages = ['fr', 'de']
  return async () => {
    const answer = await fetch(`${shop.shop.origin}${path()}?lang=${languages.shift()}`)
    expect(answer.status, await answer.text()).toBe(200)
  }
}

const ACTS: [name: string, act: () => Promise<unknown>][] = [
  ['the home page', pageCall(() => '/')],
  ['a list', listCall],
  ['a search', searchCall],
  ['a product page', pageCall(() => `/games/${product.slug}`)],
  ['a purchase', buy],
  [
    'the orders of a member',
    () => shop.call('GET', '/api/profile/orders?name=road', { headers: { cookie: member.cookie } }),
  ],
  ['his key library', () => shop.call('GET', '/api/profile/keys', { headers: { cookie: member.cookie } })],
  ['an order', () => shop.call('GET', `/api/pay/detail/${bought.orderId}`, { headers: { cookie: bought.cookie } })],
]

let bought: PlacedOrder
let member: TestMember
async function buy(): Promise<void> {
  // As a guest, to the confirmed address of a member.
  bought = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION, email: member.email }))
  shop.payssion.pay(await attemptOf(shop, bought.orderId), { outcome: 'completed' })
  // The first mail is written by a job; the words that are in every one are in memory then.
  const written = sql`select 1 from mails where data ->> 'orderId' = ${bought.orderId} and state <> 'queued'`
  await until(() => shop.db.query(written), 'it is delivered and its mail is written')
}

/** The different statements, without the indentation that they have in the source; in the order of their letters. */
function written(statements: string[]): string[] {
  const plain = statements
    .filter((text) => !BY_THE_CLOCK.some((each) => each.test(text.trim())))
    .map((text) => {
      const lines = text.replace(/^\n/, '').trimEnd().split('\n')
      const indents = lines
        .slice(1)
        .filter(Boolean)
        .map((line) => line.search(/\S/))
      const least = Math.min(...indents, text.startsWith('\n') ? lines[0]!.search(/\S/) : Number.POSITIVE_INFINITY)
      return lines.map((line, at) => (at === 0 ? line.trimStart() : line.slice(least))).join('\n')
    })
  return [...new Set(plain)].sort()
}

test('docs/queries.sql is what they ask', async () => {
  const askedBy = new Map<string, string[]>()
  for (const [name, act] of ACTS) {
    // Once to fill what is kept in memory.
    await act()
    sent = []
    await act()
    for (const text of written(sent)) askedBy.set(text, [...(askedBy.get(text) ?? []), name])
    sent = undefined
  }
  const file = [...askedBy].map(([text, names]) => `-- ${names.join(', ')}\n${text};\n`).join('\n')
  await expect(`${HEAD}\n${file}`).toMatchFileSnapshot(FILE)
})
