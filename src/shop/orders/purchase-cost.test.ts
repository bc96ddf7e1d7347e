// What one guest purchase asks of the database, statement by statement: each costs more than what it does, so one more is
// a decision and not an accident.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '#src/testing.ts'

interface Sent {
  /** Which pool, and which of its connections. */
  by: string
  text: string
}

/** Everything that this process asks of the database, from now on. */
function listenIn(): Sent[] {
  const sent: Sent[] = []
  const query = pg.Client.prototype.query
  const connections = new Map<object, number>()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { text: string }]
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name: string } }
    if (!connections.has(this)) connections.set(this, connections.size)
    const text = (typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim()
    sent.push({ by: `${connectionParameters.application_name} ${connections.get(this)}`, text })
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return sent
}

/** Of a purchase that goes as it should: one provider, one payment, one notice, keys in stock. */
const PURCHASE = [
  'count the call',
  'begin, read what is bought, write the order, claim its keys, commit',
  'catalogue reads the product again',
  'store what the provider opened',
  'store the notice',
  'read the notice',
  'read a payment',
  'attach the notice',
  'read open claims',
  [
    'begin, lock the order, record the state, match refunds, look for a refund, lift holds, look for holds',
    'take over the method, mark it as not released, enqueue a job, sell its keys, look whether a part was refunded',
    'move the order, promise the mail, commit',
  ].join(', '),
  'read the notice',
  'read a payment',
  'read the payments of the order',
  'read the mail',
  'read the order',
  'read its lines',
  'read what is bought',
  'begin, lock the order, read its keys, record that they are shown, commit',
  'keep the words of the mail',
  'mark the mail as done',
]
const JOBS = 3

/** Those that come by the clock, whether or not somebody buys. */
const BY_THE_CLOCK: RegExp[] = [
  /journal/,
  /from alerts|pg_try_advisory_xact_lock/,
  /^select id from orders o where status = 'Unpaid'/,
  /from method_refusals/,
  // The job library fetches and ends jobs by itself: they are counted as jobs.
  /with j as \( select jobs|^delete from "graphile_worker"/,
  /attempts >= j\.max_attempts|flags \? /,
  /^select locked_by as pool/,
]

const NAMES: [name: string, RegExp][] = [
  ['test', / as asked/],
  ['count the call', /^insert into rate_limits/],
  ['read what is bought', /^select o\.id as "offerId"/],
  ['write the order', /^with o as \( insert into orders/],
  ['claim its keys', /^with free as \( select id from vault_keys/],
  ['catalogue reads the product again', /^select p\.id, p\.category_id/],
  ['store what the provider opened', /^update payments set provider_ref/],
  ['store the notice', /^with e as \( insert into payment_events/],
  ['read the notice', /^select e\.id, e\.provider/],
  ['attach the notice', /^with e as \(update payment_events/],
  ['read open claims', /^select id, kind, claim from payment_events/],
  ['read a payment', /from payments where id = \$1$/],
  ['read the payments of the order', /from payments where order_id = .* limit 50/],
  ['lock the order', /^select id, order_no .* for update$/],
  ['record the state', /^with p as \( update payments set state/],
  ['match refunds', /^update refunds set state = case/],
  ['look for a refund', /^select 1 from refunds/],
  ['lift holds', /^update order_holds set lifted_at/],
  ['look for holds', /^select reason, payment_id .* from order_holds/],
  ['take over the method', /^update orders set paid_payment_id/],
  ['mark it as not released', /^update orders set released_at/],
  ['enqueue a job', /^select graphile_worker\.add_job/],
  ['sell its keys', /^update vault_keys set state = 'sold'/],
  ['look whether a part was refunded', /^select 1 from orders o join payments p on p\.id = o\.paid_payment_id/],
  ['move the order', /^with before as \( select id, status from orders/],
  ['promise the mail', /^with m as \( insert into mails/],
  ['read the mail', /^select id, message_id .* where id = /],
  ['read the order', /^select id, order_no .* from orders where id = \$1$/],
  ['read its lines', /^select l\.id, l\.position/],
  ['read its keys', /^select k\.id, k\.order_line_id/],
  ['record that they are shown', /^with delivered as/],
  ['keep the words of the mail', /^update mails set sealed/],
  ['mark the mail as done', /^update mails set state/],
]

/** What was asked apart from the clock, each transaction as one list; in the order in which they began. */
function transactionsOf(asked: Sent[]): string[][] {
  const transactions: string[][] = []
  const open = new Map<string, string[]>()
  for (const { by, text } of asked) {
    const known = open.get(by)
    if (text === 'begin') open.set(by, [])
    else if (known && /^(commit|rollback)$/.test(text)) {
      if (known.length > 0) transactions.push(['begin', ...known, text])
      open.delete(by)
    } else if (!BY_THE_CLOCK.some((each) => each.test(text))) {
      const name = NAMES.find(([, each]) => each.test(text))?.[0] ?? text
      if (name === 'test') continue
      if (known) known.push(name)
      else transactions.push([name])
    }
  }
  return transactions
}

const sent = listenIn()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const jobsSoFar = async () =>
  (
    await shop.db.one<{ jobs: number }>(
      sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')), 0) as jobs, 1 as asked`,
    )
  ).jobs

async function buy(product: TestProduct): Promise<void> {
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  const { id } = await shop.db.one<{ id: string }>(
    sql`select id, true as asked from payments where order_id = ${order.orderId}`,
  )
  shop.payssion.pay(id, { outcome: 'completed' })
  const written = sql`select 1 as asked from mails where data ->> 'orderId' = ${order.orderId} and state <> 'queued'`
  await until(() => shop.db.query(written), 'the mail is written')
  await until(
    async () =>
      (await shop.db.query(sql`select 1 as asked from graphile_worker.jobs where locked_by is not null`)).length === 0,
    'no job runs',
  )
}

test('a guest purchase is these transactions and no others', async () => {
  const product = await addProduct(shop, { keys: 50 })
  // What is read once and kept.
  await buy(product)
  const [from, jobs] = [sent.length, await jobsSoFar()]
  await buy(product)
  expect((await jobsSoFar()) - jobs).toBe(JOBS)
  const transactions = transactionsOf(sent.slice(from))
  expect(transactions.map((statements) => statements.join(', ')).toSorted()).toEqual(PURCHASE.toSorted())
})
