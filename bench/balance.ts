// Purchases from members' balances, eight at a time, against those of guests in the same run; and refunds.
import { createHash, randomBytes } from 'node:crypto'
import type { Keyring } from '../src/platform/crypto.ts'
import type { Database } from '../src/platform/database/database.ts'
import { sql } from '../src/platform/database/sql.ts'
import { credit } from '../src/rooms/ledger/hands.ts'
import { createActs } from '../src/rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '../src/rooms/orders/beside-shop.ts'
import { callShop } from './asking.ts'
import { stockGoods } from './data.ts'
import { type Purchases, readWaiver, type Sellable } from './purchases.ts'
import type { Row } from './table.ts'

const AT_ONCE = 8
const WARM_UP = 200
const RICH_CENTS = 100_000_000

export interface BalanceBench {
  origin: string
  databaseUrl: string
  db: Database
  keyring: Keyring
  /** Purchases of guests at a provider, measured before; at least `refunds` of them were delivered. */
  guests: Purchases
  count: number
  refunds: number
}

export async function measureBalance(bench: BalanceBench): Promise<Row[]> {
  const { db, origin, guests, count, refunds } = bench
  const goods = await stockGoods(bench.databaseUrl, bench.keyring, 100, Math.ceil((count + WARM_UP) / 100))
  const method = await offerBalance(bench)
  const members = await Promise.all(Array.from({ length: AT_ONCE }, () => richMember(db)))
  const buy = shopper({ origin, method, goods, waiver: await readWaiver(origin) })
  await times(members, WARM_UP, buy)
  const bought = await times(members, count, buy)
  const back = await measureRefunds(db, refunds)
  return [
    {
      figure: 'purchases from a balance, 8 at a time',
      value: bought.perSecond,
      unit: '/s',
      limit: { what: 'guest purchases', value: guests.perSecond },
      reached: bought.perSecond >= guests.perSecond * 1.5,
      note: `p50 ${bought.p50.toFixed(0)}, p99 ${bought.p99.toFixed(0)} ms`,
    },
    {
      figure: 'refunds at a provider, whole orders',
      value: back,
      unit: '/s',
      note: `${refunds} asked for 8 at a time, until all is back and told`,
    },
  ]
}

/** It is off in a new shop; and nobody gets a level here, for what is shown would change from purchase to purchase. */
async function offerBalance({ db, origin }: BalanceBench): Promise<number> {
  await db.run(sql`
    with changed as (
      update settings set value = '[{"name":"Bench","growth":0,"discount":0}]' where key = 'member.levels' returning key)
    select pg_notify('settings', key) from changed`)
  const { id } = await db.one<{ id: number }>(
    sql`update payment_methods set enabled = true where provider = 'balance' returning id`,
  )
  for (;;) {
    const answer = await fetch(`${origin}/prod-api/api/check/paymentlist`)
    const { data } = (await answer.json()) as { data: { id: number }[] }
    if (data.some((offered) => offered.id === id)) return id
  }
}

interface Member {
  token: string
  email: string
}

async function richMember(db: Database): Promise<Member> {
  const name = `rich-${randomBytes(6).toString('hex')}`
  const email = `${name}@example.com`
  const token = randomBytes(32).toString('base64url')
  const { id } = await db.one<{ id: string }>(sql`
    insert into members (id, username, username_key, email, email_key, uname, locale)
    values (gen_random_uuid(), ${name}, ${name}, ${email}, ${email}, ${name}, 'en-US') returning id`)
  await db.run(sql`
    insert into sessions (id, token_hash, member_id, seconds, address, system, device, expires_at)
    values (gen_random_uuid(), ${createHash('sha256').update(token).digest()}, ${id}, 3600, '127.0.0.1', 'Linux', 'bench', now() + interval '1 hour')`)
  const gift = { kind: 'adjustment', memberId: id, cents: RICH_CENTS, against: 'adjustments' } as const
  await db.transaction((tx) => credit(tx, { ...gift, cause: `bench ${id}` }))
  return { token, email }
}

/** Ordered, then paid; the answer comes when it is delivered. */
function shopper(of: {
  origin: string
  method: number
  goods: Sellable[]
  waiver: Awaited<ReturnType<typeof readWaiver>>
}) {
  return async ({ token, email }: Member, n: number): Promise<void> => {
    const { productId, offerId, skuId, priceCents } = of.goods[n % of.goods.length]!
    const say = (path: string, body: object) =>
      callShop<{ orderId: string }>(`${of.origin}/prod-api${path}`, body, { authorization: `Bearer ${token}` })
    const amount = priceCents / 100
    const { orderId } = await say('/api/check/createOrder', {
      orderList: { deliveryEmail: email, paymentId: of.method, currencyId: 1, realAmount: amount, waiver: of.waiver },
      productId: [productId],
      productCount: [1],
      supplyProductId: [offerId],
      extId: [skuId],
    })
    await say('/api/pay/balance', { orderId, amount })
  }
}

async function times(members: Member[], count: number, act: (member: Member, n: number) => Promise<void>) {
  const taken: number[] = []
  let next = 0
  const began = performance.now()
  const one = async (member: Member) => {
    while (next < count) {
      const n = next++
      const started = performance.now()
      await act(member, n)
      taken.push(performance.now() - started)
    }
  }
  await Promise.all(members.map(one))
  const seconds = (performance.now() - began) / 1000
  taken.sort((a, b) => a - b)
  return {
    perSecond: count / seconds,
    p50: taken[count >> 1]!,
    p99: taken[Math.floor(count * 0.99)]!,
  }
}

/** Guests' orders, as an operator asks for it: each is done when its money is back and its buyer's mail is written. */
async function measureRefunds(db: Database, count: number): Promise<number> {
  const acts = createActs({ db, settling: settlingBesideShop(() => 'bench.example') })
  const orders = await db.query<{ id: string }>(sql`
    select id from orders where status = 'Delivered' and member_id is null and total > 0 order by placed_at, id limit ${count}`)
  if (orders.length < count) throw new Error(`only ${orders.length} orders are there to be refunded`)
  const ids = orders.map(({ id }) => id)
  const began = performance.now()
  let next = 0
  const operator = async () => {
    while (next < count) await acts.refund(ids[next++]!, { actor: 'bench', reason: 'measured' }, null)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, operator))
  for (;;) {
    const { left } = await db.one<{ left: number }>(sql`
      select count(*)::int as left from orders where id = any(${ids}::uuid[]) and status <> 'Refunded'`)
    if (left === 0) return count / ((performance.now() - began) / 1000)
  }
}
