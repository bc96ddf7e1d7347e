// What one purchase asks of the database, a guest's and one from a balance, statement by statement: each costs more than what it does, so one more is
// a decision and not an accident.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

interface Sent {
  /** Which pool, and which of its connections. */
  by: string
  text: string
  values: string
}

/** Everything that this process asks of the database, until `stop`. */
function listenIn(): { sent: Sent[]; stop(): void } {
  const sent: Sent[] = []
  const query = pg.Client.prototype.query
  const connections = new Map<object, number>()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string; values?: unknown[] }]
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name: string } }
    if (!connections.has(this)) connections.set(this, connections.size)
    const text = (typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim()
    const values = typeof asked === 'string' ? '' : JSON.stringify(asked.values ?? [])
    sent.push({ by: `${connectionParameters.application_name} ${connections.get(this)}`, text, values })
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return {
    sent,
    stop() {
      pg.Client.prototype.query = query
    },
  }
}

/** A purchase that goes as it should: one provider, one payment, one notice, keys in stock. */
const PURCHASE = [
  'begin, read what is bought, write the order with its keys, commit',
  'store what the provider opened',
  'store the notice with its payment',
  'begin, lock the order, settle it, keep the written mail, commit',
]
const JOBS = 0

/** A purchase from a member's balance: no provider, no notice. */
const FROM_BALANCE = [
  'who asks',
  'begin, read what is bought, what he has earned, write the order with its keys, commit',
  'who asks',
  'begin, lock the order, its attempts, move the money, settle it, keep the written mail, enter what he earns, commit',
]

/** Those that come by the clock, whether or not somebody buys. */
const BY_THE_CLOCK: RegExp[] = [
  /journal/,
  /from alerts|pg_try_advisory_xact_lock/,
  /'(product listings|stock checks)'|(listing|stock)_checks|product_listings|from planned_prices/,
  /from method_refusals/,
  /^select 1$/,
  /^with overdue as/,
  /^insert into rate_limits/,
  // The job library fetches and ends jobs by itself: they are counted as jobs.
  /with j as \( select jobs|^delete from "graphile_worker"/,
  /attempts >= j\.max_attempts|flags \? /,
  /^select locked_by as pool/,
  // A connection is made when all others are busy, as on a slow machine.
  /^select set_config\('statement_timeout'/,
  // What happened is followed afterwards, many events at once, by whichever process looks first.
  /known_crontabs/,
  /product_?.?listings|listing_checks|planned_prices/,
  /^update banners set is_shown/,
  /^select id from sellers where is_shop and name <>/,
  /event_cursors|^select xid::text as xid, id, name/,
  // Every five seconds or less often: only a purchase that takes long meets them.
  /^update alerts set resolved_at = now\(\) where kind = \$1 and subject ~ \$2/,
  /^select id from unnest\(\$1::uuid\[\]\) id where not exists \( select from refunds/,
  /from wish_(checks|news)\b/,
  /^select id from orders o where status = 'Unpaid' .* and reminded_at is null/,
  /^with j as \( update "graphile_worker"\._private_jobs as jobs set locked_at = null/,
]

/** It ends whenever the journal has been written, the first time after a start. */
const ALERT_OF_JOURNAL = '"journal.notWritten"'

const NAMES: [name: string, RegExp][] = [
  ['who asks', /^select s\.id, s\.member_id/],
  ['what he has earned', /^select points, pending, growth from member_rewards where member_id = \$1$/],
  ['its attempts', /^select id, order_id .* from payments where order_id/],
  ['move the money', /insert into ledger_movements/],
  ['enter what he earns', /^with decided as \( insert into order_rewards/],
  ['test', / as asked/],
  ['read what is bought', /^select o\.id as "offerId"/],
  ['write the order with its keys', /^with o as \( insert into orders/],
  ['catalogue reads the product again', /^select p\.id, p\.category_id/],
  ['store what the provider opened', /^update payments set provider_ref/],
  ['store the notice with its payment', /^with known as .* insert into payment_events/],
  ['lock the order', /^select id, order_no .* for update$/],
  ['settle it', /^with lines as/],
  ['keep the written mail', /^with m as \( insert into mails .*attempts/],
]

/** What was asked apart from the clock, each transaction as one list; in the order in which they began. */
function transactionsOf(asked: Sent[]): string[][] {
  const transactions: string[][] = []
  const open = new Map<string, string[]>()
  for (const { by, text, values } of asked) {
    const known = open.get(by)
    if (/^begin\b/.test(text)) open.set(by, [])
    else if (/^(commit|rollback)$/.test(text)) {
      if (known && known.length > 0) transactions.push(['begin', ...known, text])
      open.delete(by)
    } else if (!BY_THE_CLOCK.some((each) => each.test(text)) && !values.includes(ALERT_OF_JOURNAL)) {
      const name = NAMES.find(([, each]) => each.test(text))?.[0] ?? text
      if (name === 'test') continue
      if (known) known.push(name)
      else transactions.push([name])
    }
  }
  return transactions
}

const { sent, stop } = listenIn()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  // What comes with the turn of a minute, an hour or a night does not come between: the job library cannot note a run.
  await shop.db.run(sql`
    create function no_run() returns trigger language plpgsql as 'begin return null; end'`)
  await shop.db.run(sql`
    create trigger no_run before insert on graphile_worker._private_known_crontabs for each row execute function no_run()`)
})
afterAll(async () => {
  stop()
  await shop.close()
})

const jobsSoFar = async () =>
  (
    await shop.db.one<{ jobs: number }>(
      sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')), 0) as jobs, 1 as asked`,
    )
  ).jobs

let noProduct = 2_147_483_647
/** Of a product that is new the catalogue hears by and by: a purchase begins to count once it has read all that it was told. */
async function catalogueIsRead(): Promise<void> {
  await shop.db.run(sql`select pg_notify('catalog', ${`${noProduct}`})`)
  const isRead = ({ text, values }: Sent) =>
    /^select p\.id, p\.category_id/.test(text) && values.includes(`${noProduct}`)
  await until(() => sent.some(isRead), 'the catalogue has read what it was told')
  noProduct--
}
async function buy(product: TestProduct): Promise<void> {
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  const { id } = await shop.db.one<{ id: string }>(
    sql`select id, true as asked from payments where order_id = ${order.orderId}`,
  )
  shop.payssion.pay(id, { outcome: 'completed' })
  const written = sql`select 1 as asked from mails where data ->> 'orderId' = ${order.orderId} and state <> 'queued'`
  await until(() => shop.db.query(written), 'the mail is written')
}

test('a guest purchase is these transactions and no others', async () => {
  const product = await addProduct(shop, { keys: 50 })
  // The texts around every mail are not in memory yet: who settles an order waits for no other connection, so a job writes.
  const before = await jobsSoFar()
  await buy(product)
  expect((await jobsSoFar()) - before).toBe(1)
  await catalogueIsRead()
  const [from, jobs] = [sent.length, await jobsSoFar()]
  await buy(product)
  expect((await jobsSoFar()) - jobs).toBe(JOBS)
  const transactions = transactionsOf(sent.slice(from))
  expect(transactions.map((statements) => statements.join(', ')).toSorted()).toEqual(PURCHASE.toSorted())
})

async function buyFromBalance(member: TestMember, product: TestProduct, paymentId: number): Promise<void> {
  const headers = { cookie: member.cookie }
  const body = orderBody([{ product }], { paymentId, email: member.email, realAmount: 10 })
  const { orderId } = (await shop.call('POST', '/api/check/createOrder', { body, headers })).body.data
  const paid = await shop.call('POST', '/api/pay/balance', { body: { orderId, amount: 10 }, headers })
  expect(paid.status).toBe(200)
}

test('a purchase from a balance is these', async () => {
  const product = await addProduct(shop, { keys: 50, priceCents: 1_000 })
  const member = await addMember(shop)
  await giveBalance(shop, member.id, 9_000)
  const { id } = await shop.db.one<{ id: number }>(
    sql`select id, 1 as asked from payment_methods where provider = 'balance'`,
  )
  await buyFromBalance(member, product, id)
  await catalogueIsRead()
  const [from, jobs] = [sent.length, await jobsSoFar()]
  await buyFromBalance(member, product, id)
  expect((await jobsSoFar()) - jobs).toBe(JOBS)
  const transactions = transactionsOf(sent.slice(from)).map((statements) => statements.join(', '))
  expect(transactions.toSorted()).toEqual(FROM_BALANCE.toSorted())
})
