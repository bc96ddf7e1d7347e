// Where the number and the code of a card may be read: nowhere in what the shop writes (decision C11). Cards are planted
// through every way that a payment can take, the death of the process in the middle among them; then every byte is searched.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { openWorld, type ShopProcess, type World } from '../crash/world.testing.ts'
import { addProduct, EECPAY, orderBody, type PlacedOrder, placeOrder, type TestProduct } from '../harness.ts'
import { viewDatabase } from './database.testing.ts'

let world: World
let shop: ShopProcess
let product: TestProduct
let began = 0
let reports: string
const answers: string[] = []
const planted: string[] = []

beforeAll(async () => {
  began = Date.now()
  reports = await mkdtemp(join(tmpdir(), 'reports-'))
  world = await openWorld()
  const told = {
    LOG_LEVEL: 'trace',
    NODE_OPTIONS: `--report-on-signal --report-on-fatalerror --report-uncaught-exception --report-directory=${reports}`,
  }
  shop = await world.start(told)
  product = await addProduct(world, { keys: 40 })
  await offerCards(world)
  await livesThroughEverything(told)
})
afterAll(async () => {
  await world.close()
  await rm(reports, { recursive: true, force: true })
})

/** A number of its own for each way, and right by its check digit; the simulator decides by its beginning alone what it may. */
function plant(beginning = '45328'): string {
  const body = beginning + String(Math.floor(Math.random() * 1e10)).padStart(10, '0')
  const digit = '0123456789'.split('').find((last) => isRight(body + last))!
  planted.push(body + digit)
  return body + digit
}

function isRight(number: string): boolean {
  let sum = 0
  for (const [at, digit] of [...number].reverse().entries()) {
    const twice = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

const order = () => placeOrder(world, orderBody([{ product }], { paymentId: EECPAY }))

async function pay({ orderId, cookie }: PlacedOrder, body: unknown) {
  await world.db.run(sql`delete from rate_limits`)
  const whole = typeof body === 'string' ? body : { orderId, ...billing(), ...(body as object) }
  const answer = await world.call('POST', '/api/pay/eecpay', {
    body: whole,
    headers: { cookie, 'content-type': 'application/json' },
  })
  answers.push(JSON.stringify([answer.body, [...answer.headers]]))
  return answer
}

async function livesThroughEverything(told: Record<string, string>) {
  const { eecpay } = world
  const first = await order()
  // What is wrong with what was typed, and what is no JSON at all.
  expect((await pay(first, { cardNo: plant(), cardExpire: '13/2039' })).status).toBe(400)
  expect((await pay(first, { cardNo: `${plant()}x`, billPhone: plant(), billEmail: plant() })).status).toBe(400)
  expect((await pay(first, { cardNo: [plant()], cardSecurityCode: { [plant()]: plant() } })).status).toBe(400)
  expect((await pay(first, `{"cardNo":"${plant()}","cardSecurityCode":`)).status).toBe(400)
  expect((await pay({ ...first, cookie: '' }, { cardNo: plant() })).status).toBe(404)
  // What goes wrong at the gateway.
  eecpay.refuseNext('1006')
  expect((await pay(first, { cardNo: plant() })).body.data.status).toBe('0')
  for (const how of ['error', 'reset', 'garbage', 'redirect', 'flood'] as const) {
    const placed = await order()
    eecpay.failNext({ how, on: '/payment/card' })
    expect((await pay(placed, { cardNo: plant() })).body.data).toMatchObject({ status: '-1', redirectURL: null })
  }
  const lost = await order()
  eecpay.failNext({ how: 'reset', on: '/payment/card', processed: true })
  expect((await pay(lost, { cardNo: plant() })).body.data.status).toBe('1')
  // A gateway that hangs until the process is killed; and one that is killed at each step of its own.
  const hanging = await order()
  const held = eecpay.hold('/payment/card')
  const never = pay(hanging, { cardNo: plant() }).catch(() => {})
  await held.arrived
  shop.kill('SIGUSR2')
  await until(async () => (await readdir(reports)).length > 0, 'a report of the process is written')
  shop.kill('SIGKILL')
  held.release()
  await Promise.all([never, shop.ended])
  for (const step of ['card charge begun', 'card charged']) {
    shop = await world.start({ ...told, LATCHKEY_FAILPOINT: step })
    const placed = await order()
    await pay(placed, { cardNo: plant() }).catch(() => {})
    await shop.ended
  }
  shop = await world.start(told)
  // And one that goes as it should.
  expect((await pay(await order(), { cardNo: plant() })).body.data.status).toBe('1')
}

/** The forms in which one could slip through. */
function foundIn(text: string | Buffer): string[] {
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text)
  const numbers = planted.filter((number) =>
    [
      number,
      number.replace(/(\d{4})(?=\d)/g, '$1 '),
      Buffer.from(number).toString('base64').slice(0, 20),
      Buffer.from(number).toString('hex'),
    ].some((form) => bytes.includes(form)),
  )
  // Three digits stand everywhere by chance: a code is found by the name under which it travels.
  const codes = ['cardSecurityCode', 'card_code'].filter((name) =>
    new RegExp(`${name}\\W{1,6}\\d{3}`).test(bytes.includes(name) ? bytes.toString('latin1') : ''),
  )
  return [...numbers, ...codes]
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    // Databases and shops of other tests go while they are looked through.
    return entry.isDirectory() ? filesBelow(path).catch(noneIfGone) : []
  })
  return (await Promise.all(files)).flat()
}

function noneIfGone(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}

test('every planted number came to the gateway or was refused at the door, and the search finds what is there', async () => {
  expect(planted.length).toBeGreaterThan(15)
  expect(foundIn(`a line with ${planted[3]} in it`)).toEqual([planted[3]])
  expect(foundIn(JSON.stringify({ cardSecurityCode: '123' }))).toEqual(['cardSecurityCode'])
  expect(foundIn('amount=1.00&card_code=123')).toEqual(['card_code'])
  const { n } = await world.db.one<{ n: number }>(sql`select count(*)::int as n from card_charges`)
  expect(n).toBeGreaterThanOrEqual(11)
})

test('no line that the shop wrote, not even a trace, no report of its process, no answer holds a number', async () => {
  const said = world.output()
  expect(said).toContain('eecpay gave no usable answer')
  expect(foundIn(said)).toEqual([])
  for (const file of await filesBelow(reports)) expect(foundIn(await readFile(file))).toEqual([])
  expect(foundIn(answers.join('\n'))).toEqual([])
})

test('no table holds a number or a code, and of each card there are four digits', async () => {
  const view = await viewDatabase(world.databaseUrl)
  const dump = await view.dump()
  await view.close()
  expect(dump).toContain('public.card_charges')
  expect(foundIn(dump)).toEqual([])
  const rows = await world.db.query<{ lastFour: string }>(sql`select last_four as "lastFour" from card_charges`)
  for (const { lastFour } of rows) expect(planted.some((number) => number.endsWith(lastFour))).toBe(true)
})

test('no file of the shop, and none that the database wrote meanwhile, its log of changes included, holds a number', async () => {
  for (const file of await filesBelow(world.dataDir)) expect(foundIn(await readFile(file))).toEqual([])
  const searched: string[] = []
  for (const file of await filesBelow(inject('dataDir'))) {
    if (file.startsWith(join(inject('dataDir'), 'compiled'))) continue
    const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }))
    if (mtimeMs < began || size === 0) continue
    const bytes = await readFile(file).catch(() => undefined)
    if (!bytes) continue
    searched.push(file)
    expect({ file, found: foundIn(bytes) }).toEqual({ file, found: [] })
  }
  expect(searched.filter((file) => file.includes('pg_wal')).length).toBeGreaterThan(0)
})
