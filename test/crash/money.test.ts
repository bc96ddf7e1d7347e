// Points, coupons, levels and balance together, under orders, refunds, disputes and deaths by chance (decisions C8 to C10, F4 to
// F7, E5): the books balance at every moment, and whoever knows only what the shop says comes to the same sums to the cent.
// MONEY_SEED repeats what was chosen in a run that failed, MONEY_ROUNDS makes it longer.
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { hasNothingToTell } from '#rooms/payments/scene.testing.ts'
import { freePort } from '../free-port.testing.ts'
import { type Answer, addMember, addProduct, callShop, orderBody, type TestMember } from '../harness.ts'
import { audit } from './money-audit.testing.ts'
import { faultsOfBooks } from './money-books.testing.ts'
import { type Ending, liveThrough, topUp } from './money-plans.testing.ts'
import { type Chance, chance, type Storm } from './money-steps.testing.ts'
import { openWorld, type ShopProcess, type World } from './world.testing.ts'

const SEED = Number(process.env.MONEY_SEED ?? randomInt(2 ** 31))
const ROUNDS = Number(process.env.MONEY_ROUNDS ?? 1)
const MEMBERS = 6
const ORDERS_EACH = 5
const KILLS = 3
const START_CENTS = 4_000

/** Between two steps of what moves money; else it dies at any moment. */
const STEPS = ['order written', 'payment created', 'payment stored', 'payment settled', 'settlement committed', 'balance spent', 'local payment settled', 'local payment committed', 'refund begun', 'refund asked', 'refund stored', 'refund put on balance', 'refund on balance settled', 'refund over'] as const // biome-ignore format: a list of words

let world: World
let storm: Storm
let shops: Mortal[]
beforeAll(async () => {
  world = await openWorld()
  shops = [new Mortal(world.origin), new Mortal(`http://127.0.0.1:${await freePort()}`)]
  await shops[0]!.start()
  await setUp()
  await shops[1]!.start()
  storm = await makeStorm()
})
afterAll(() => world.close())

/** A shop that is started again whenever it has died, as a supervisor would; what the books are then is looked at first. */
class Mortal {
  readonly origin: string
  deaths = 0
  #shop: ShopProcess | undefined
  #isEnding = false

  constructor(origin: string) {
    this.origin = origin
  }

  async start(step?: string): Promise<void> {
    const { port } = new URL(this.origin)
    const starting = world.start({
      PORT: port,
      PUBLIC_URL: world.origin,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(step && { LATCHKEY_FAILPOINT: step }),
    })
    // What waits to be done when it starts may lead to its step before it has said that it is open.
    const shop = await starting.catch((error: Error) => {
      if (!step || !error.message.includes('SIGKILL')) throw error
    })
    if (!shop) {
      this.deaths++
      return
    }
    this.#shop = shop
    void shop.ended.then(() => {
      if (this.#isEnding) return
      this.deaths++
      this.#shop = undefined
    })
  }

  get isAlive() {
    return this.#shop !== undefined
  }

  kill(): void {
    this.#shop?.kill('SIGKILL')
  }

  async end(): Promise<void> {
    this.#isEnding = true
    this.#shop?.kill('SIGTERM')
    await this.#shop?.ended
  }
}

/** Rates at which everything has to be rounded, levels that are reached within a few orders. */
async function setUp() {
  const settings = {
    'rate.of.orderPoint': '0.337',
    'order.growth.count': '1.13',
    'rate.of.points': '0.91',
    'member.levels': JSON.stringify([
      { name: 'Bronze', growth: 0, discount: 0 },
      { name: 'Silver', growth: 30, discount: 2.5 },
      { name: 'Gold', growth: 90, discount: 4.75 },
      { name: 'Platinum', growth: 200, discount: 7.13 },
    ]),
  }
  for (const [key, value] of Object.entries(settings))
    await world.db.run(sql`
      with changed as (update settings set value = ${value} where key = ${key} returning key)
      select pg_notify('settings', key) from changed`)
  await world.db.run(sql`update payment_methods set enabled = true where provider = 'balance'`)
  await world.db.run(sql`
    insert into coupons (code, percent_bp, amount_usd_cents, minimum_usd_cents, total_uses, per_member_uses) values
      ('STORM7', 733, null, 0, 9, 2), ('STORM2', null, 211, 1500, 20, 3)`)
}

async function makeStorm(): Promise<Storm> {
  const methods = async () => {
    const { body } = await world.call('GET', '/api/check/paymentlist')
    return body.data as { id: number; type: string }[]
  }
  await until(async () => (await methods()).some(({ type }) => type === 'balance'), 'balance is offered')
  const balance = (await methods()).find(({ type }) => type === 'balance')!.id
  const products = await Promise.all([333, 777, 1_001, 1_499].map((priceCents) => addProduct(world, { keys: 400, priceCents }))) // biome-ignore format: one thought
  return {
    world,
    products,
    balance,
    coupons: [
      { code: 'STORM7', percentBp: 733, cents: null, minimum: 0 },
      { code: 'STORM2', percentBp: null, cents: 211, minimum: 1_500 },
    ],
    insist,
  }
}

/**
 * What a browser does when the connection breaks: the same again, perhaps to another instance. Every member has an address of
 * his own: what one address may ask in a minute is not shared by all of them.
 */
async function insist(
  who: TestMember,
  method: string,
  path: string,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const address = `10.${[...Buffer.from(who.id.slice(0, 6), 'hex')].join('.')}`
  const headers = { cookie: who.cookie, 'x-forwarded-for': address, ...(key && { 'idempotency-key': key }) }
  let turn = path.length
  return until(
    async () => {
      const { origin } = shops[turn++ % shops.length]!
      const answer = await callShop(origin, method, path, { body, headers }).catch(() => undefined)
      return answer && answer.status < 500 ? answer : undefined
    },
    `${method} ${path} is answered`,
    60_000,
  )
}

async function rich(cents: number): Promise<TestMember> {
  const member = await addMember(world)
  await giveBalance(world, member.id, cents)
  return member
}

/** Some points become balance; asked for twice at once, they do once. */
async function convert(member: TestMember, by: Chance): Promise<void> {
  const { body } = await insist(member, 'GET', '/api/getInfo')
  const all = Math.round(body.data.uintegral * 100)
  // They can be below nothing: what they became was not taken back.
  const points = Math.max(1, by.happens(0.2) ? all + 1 : 1 + by.below(Math.max(1, all)))
  const wish = { points: points / 100, requestId: crypto.randomUUID() }
  const answers = await Promise.all(
    [1, 2].map(() => insist(member, 'POST', '/api/profile/points/toBalance', { body: wish })),
  )
  for (const { status, body } of answers)
    if (status !== 200) expect(['points.tooFew', 'points.nothing']).toContain(body.msg)
}

/** Dies and is born again until this round has had its deaths; then both live. */
async function killByChance(by: Chance, isOver: () => boolean): Promise<void> {
  const lives = shops.map(({ deaths }) => deaths)
  const deaths = () => shops.reduce((sum, shop, i) => sum + shop.deaths - lives[i]!, 0)
  while (!isOver() || shops.some(({ isAlive }) => !isAlive)) {
    for (const shop of shops.filter(({ isAlive }) => !isAlive)) {
      expect(await faultsOfBooks(world.db)).toEqual([])
      await shop.start(deaths() < KILLS && by.happens(0.6) ? by.of(STEPS) : undefined)
    }
    await pause(200 + by.below(1_500))
    if (deaths() < KILLS && !isOver()) by.of(shops).kill()
  }
}

/** Whatever is due is done, also what a provider has yet to tell and what waits to be tried again. */
async function quiet(): Promise<void> {
  let left: object[] = []
  const isDone = async () => {
    await world.db.run(sql`
      update graphile_worker._private_jobs set run_at = now()
      where locked_at is null and run_at between now() and now() + interval '1 hour'
        and task_id in (select id from graphile_worker._private_tasks where identifier in ('payment.refund', 'payment.event', 'payment.ask', 'order.reward'))`)
    // One that another has replaced while it ran, and whose shop then died, has no attempts left and nothing to do.
    left = await world.db.query(sql`
      select task_identifier as what, last_error from graphile_worker.jobs where (run_at <= now() and attempts < max_attempts) or locked_by is not null
      union all select 'notice of ' || provider, kind || coalesce(outcome, '') from payment_events where due_at is not null and handled_at is null
      union all select 'refund', state || coalesce(problem, '') from refunds where state in ('wanted', 'asked', 'pending')`)
    return left.length === 0
  }
  const isQuiet = await until(() => hasNothingToTell(world, isDone), 'nothing is left to be done', 60_000).catch(
    () => false,
  )
  expect({ left, isQuiet }).toEqual({ left: [], isQuiet: true })
}

async function checkEverything(members: TestMember[], endings: Ending[]): Promise<void> {
  expect(await faultsOfBooks(world.db)).toEqual([])
  const told = new Map<string, { status: string; refunded: number; onBalance: number }>()
  for (const member of members) {
    const { orders, faults } = await audit((path) => insist(member, 'GET', path))
    expect(faults).toEqual([])
    for (const { id, ...order } of orders) told.set(id, order)
  }
  for (const { orderId, story, statuses, refunded, onBalance } of endings) {
    const { status, refunded: shown, onBalance: there } = told.get(orderId)!
    expect({ orderId, story, refunded: shown, onBalance: there }).toEqual({
      ...{ orderId, story, refunded: refunded ?? shown, onBalance: onBalance ?? there },
    })
    expect(statuses, `${orderId} ${story}`).toContain(status)
  }
}

test(`whatever happens to members’ money, and whoever dies meanwhile, it adds up (seed ${SEED})`, async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => rich(START_CENTS)))
  const endings: Ending[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let isOver = false
    const live = async (member: TestMember, i: number) => {
      const by = chance(SEED + 1_000 * round + i)
      for (let n = 0; n < ORDERS_EACH; n++) {
        // Two at once, for the same balance and the same level.
        const lives = await Promise.all(by.happens(0.5) ? [0, 1].map(() => liveThrough(storm, member, by)) : [liveThrough(storm, member, by)]) // biome-ignore format: one thought
        if (by.happens(0.5)) lives.push(await topUp(storm, member, by))
        endings.push(...lives.filter((ending) => ending !== undefined))
        await convert(member, by)
      }
    }
    const killing = killByChance(chance(SEED + 1_000 * round + 999), () => isOver)
    const living = Promise.all(members.map(live)).finally(() => {
      isOver = true
    })
    await Promise.all([living, killing])
    await quiet()
    await checkEverything(members, endings)
  }
  expect(shops.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThanOrEqual(ROUNDS)
}, 600_000)

test('of fifty that would each spend the whole balance, at several instances, one succeeds', async () => {
  const [product] = storm.products
  const member = await rich(product!.priceCents + 30)
  const body = orderBody([{ product: product! }], { paymentId: storm.balance, email: member.email })
  const amount = body.orderList.realAmount
  const orders = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { body: answer } = await insist(member, 'POST', '/api/check/createOrder', { body })
      return answer.data.orderId as string
    }),
  )
  const answers = await Promise.all(
    orders.map((orderId, i) =>
      callShop(shops[i % 2]!.origin, 'POST', '/api/pay/balance', {
        body: { orderId, amount },
        headers: { cookie: member.cookie },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
    new Set(['balance.tooLow']),
  )
  await quiet()
  expect(await audit((path) => insist(member, 'GET', path))).toMatchObject({ balance: 0, faults: [] })
  expect(await faultsOfBooks(world.db)).toEqual([])
})
