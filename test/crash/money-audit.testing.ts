// For the storm of money: a script that knows the shop's public calls alone. It reads all that a member is shown, works out
// anew what his orders cost, what his balance, points, growth and level are, and says what does not agree to the cent. Nothing
// of the shop's own arithmetic is used here.
import type { Answer } from '../harness.ts'

/** One answer of the shop's, signed in as the member. */
export type Ask = (path: string) => Promise<Answer>

export interface Accounts {
  orders: AuditedOrder[]
  /** In US cents. */
  balance: number
  /** What does not agree. */
  faults: string[]
}

export interface AuditedOrder {
  id: string
  orderNo: string
  status: string
  total: number
  refunded: number
  /** What of it is on the balance, in cents; of one that was paid from it: what went back to it. */
  onBalance: number
}

interface ListedOrder extends Omit<AuditedOrder, 'onBalance'> {
  /** What its page says went to the balance, though it was paid otherwise. */
  refundedToBalance: number
  /** What it brings to the balance; null: it is no top-up. */
  topUp: number | null
  method: string
  goods: number
  lines: number[]
  discount: number
  coupon: number
  fee: number
  service: number
  freight: number
  moves: string[]
}

/** By which something of an order's money is kept; a disputed or lost one counts for nothing. */
const COUNTING = ['Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded']
const UNPAID = ['Unpaid', 'Cancelled', 'Expired']

export async function audit(ask: Ask): Promise<Accounts> {
  const faults: string[] = []
  const same = (what: string, shown: number | string, reckoned: number | string) => {
    if (shown !== reckoned) faults.push(`${what}: ${shown} is shown, ${reckoned} is right`)
  }
  const rules = await readRules(ask)
  const orders = await readOrders(ask, rules)
  const me = (await data(ask, '/api/getInfo')) as Record<string, never>
  const group = (await data(ask, '/api/profile/memberGroup')) as Record<string, never>

  for (const order of orders) checkAmounts(order, rules, same)
  const balance = checkBalance(await readAll(ask, '/api/profile/balance'), orders, same)
  same('balance', cents(me.amount), balance.cents)

  const points = checkPoints(await readAll(ask, '/api/profile/points'), orders, rules, same)
  same('points', cents(me.uintegral), points.points)
  same('points of the level page', cents(group.currentPoints), points.points)
  same('pending points', cents(group.pendingPoints), points.pending)
  same('growth', cents(me.uexp), points.growth)
  same('growth of the level page', cents(group.totalConsumption), points.growth)
  const reached = rules.levels.filter(({ growth }) => growth <= points.growth)
  same('level', String(me.title), reached.at(-1)!.name)
  same('discount of the level', Number(me.discount) * 100, reached.at(-1)!.bp)
  const converted = points.converted.map((part) => portion(part, rules.pointValue))
  same('what points became', balance.fromPoints.join(), converted.join())
  return {
    orders: orders.map(({ id, orderNo, status, total, refunded }) => ({
      ...{ id, orderNo, status, total, refunded },
      onBalance: balance.back.get(orderNo) ?? 0,
    })),
    balance: balance.cents,
    faults,
  }
}

type Same = (what: string, shown: number | string, reckoned: number | string) => void

interface Rules {
  levels: { name: string; growth: number; bp: number }[]
  /** Method → its provider and its fee in basis points. */
  methods: Map<number, { type: string; bp: number }>
  threshold: number
  service: number
  /** Decimals as they are written. */
  pointsEarned: string
  growthEarned: string
  pointValue: string
}

async function readRules(ask: Ask): Promise<Rules> {
  const config = async (key: string) => String(await data(ask, `/api/home/config/configKey/${key}`))
  const { levels } = (await data(ask, '/api/profile/memberGroup')) as {
    levels: { name: string; consumption: number; discount: number }[]
  }
  const methods = (await data(ask, '/api/check/paymentlist')) as { id: number; type: string; fee: number }[]
  return {
    levels: levels.map(({ name, consumption, discount }) => ({
      name,
      growth: cents(consumption),
      bp: cents(discount),
    })),
    methods: new Map(methods.map(({ id, type, fee }) => [id, { type, bp: cents(fee) }])),
    threshold: cents(Number(await config('order.threshold.amount'))),
    service: cents(Number(await config('order.service.charge'))),
    pointsEarned: await config('rate.of.orderPoint'),
    growthEarned: await config('order.growth.count'),
    pointValue: await config('rate.of.points'),
  }
}

async function readOrders(ask: Ask, { methods }: Rules): Promise<ListedOrder[]> {
  const listed = await readAll(ask, '/api/profile/orders')
  const orders: ListedOrder[] = []
  for (const row of listed) {
    const detail = (await data(ask, `/api/pay/detail/${row.id}`)) as {
      paymentId: number
      orderStatus: string
      refundedToBalance: number
    }
    const { moves } = (await data(ask, `/api/profile/order/track/${row.id}`)) as { moves: { orderStatus: string }[] }
    const goods = row.goods as { quantity: number; realPrice: number; total: number }[]
    if (goods.some((line) => cents(line.realPrice) * line.quantity !== cents(line.total)))
      throw new Error(`${row.orderNo}: a line is not its price times its count`)
    orders.push({
      id: String(row.id),
      orderNo: String(row.orderNo),
      status: String(row.orderStatus),
      topUp: row.topUp === null ? null : cents(row.topUp),
      method: methods.get(detail.paymentId)?.type ?? '?',
      goods: cents(row.orderBeforeDiscountAmount),
      lines: goods.map((line) => cents(line.total)),
      discount: cents(row.discountAmount),
      coupon: cents(row.couponAmount),
      fee: cents(row.paymentAmount),
      service: cents(row.serviceAmount),
      freight: cents(row.freightAmount),
      total: cents(row.realAmount),
      refunded: cents(row.refunded),
      refundedToBalance: cents(detail.refundedToBalance),
      moves: moves.map(({ orderStatus }) => orderStatus),
    })
  }
  return orders
}

/** An order's parts, and what may have gone back of it. */
function checkAmounts(order: ListedOrder, rules: Rules, same: Same): void {
  const { orderNo, goods, discount, coupon, fee, service, freight, total, status, refunded } = order
  const lines = order.topUp ?? order.lines.reduce((sum, line) => sum + line, 0)
  same(`${orderNo}: goods`, goods, lines)
  // His level of that day, whichever it was.
  if (!rules.levels.some(({ bp }) => rounded(goods, bp) === discount))
    same(`${orderNo}: discount`, discount, 'a level’s')
  const method = [...rules.methods.values()].find(({ type }) => type === order.method)
  same(`${orderNo}: fee`, fee, rounded(goods, method?.bp ?? 0))
  same(`${orderNo}: service charge`, service, order.topUp === null && goods < rules.threshold ? rules.service : 0)
  same(`${orderNo}: total`, total, Math.max(0, goods - discount + fee - coupon + freight + service))
  if (coupon > goods - discount) same(`${orderNo}: coupon`, coupon, `at most ${goods - discount}`)
  if (UNPAID.includes(status)) same(`${orderNo}: gone back of what was never paid`, refunded, 0)
  else if (status === 'Refunded') same(`${orderNo}: gone back`, refunded, total)
  else if (status === 'PartlyRefunded') {
    if (refunded <= 0 || refunded >= total) same(`${orderNo}: gone back`, refunded, `a part of ${total}`)
  } else if (refunded !== 0) same(`${orderNo}: gone back while ${status}`, refunded, 0)
}

/** Entries, each with what there was then; an order that was paid from it once, and what went back of that. */
function checkBalance(
  entries: Rows,
  orders: ListedOrder[],
  same: Same,
): { cents: number; fromPoints: number[]; back: Map<string, number> } {
  let sum = 0
  const fromPoints: number[] = []
  const byOrder = new Map<string, { purchases: number[]; back: number; brought: number; isContested?: boolean }>()
  const backOf = new Map<string, number>()
  let mayOwe = false
  for (const { kind, amount, balance, reference } of entries.toReversed()) {
    sum += cents(amount)
    same(`balance after ${kind} ${reference ?? ''}`, cents(balance), sum)
    // Only what a bank took back leaves a debt; it can be spent no further.
    mayOwe ||= kind === 'topUpBack' || kind === 'refundBack'
    if (sum < 0 && (!mayOwe || kind === 'purchase')) same('a balance below nothing', sum, 0)
    if (kind === 'points') fromPoints.push(cents(amount))
    if (kind === 'points' || kind === 'adjustment') continue
    const of = byOrder.get(String(reference)) ?? { purchases: [], back: 0, brought: 0 }
    byOrder.set(String(reference), of)
    if (kind === 'purchase') of.purchases.push(-cents(amount))
    else if (kind === 'refund' || kind === 'refundBack') {
      of.back += cents(amount)
      of.isContested ||= kind === 'refundBack'
      backOf.set(String(reference), of.back)
    } else of.brought += cents(amount)
  }
  for (const { orderNo, method, status, total, refunded, refundedToBalance, topUp } of orders) {
    const { purchases, back, brought, isContested } = byOrder.get(orderNo) ?? { purchases: [], back: 0, brought: 0 }
    byOrder.delete(orderNo)
    const isBrought = topUp !== null && COUNTING.includes(status)
    const worth = isBrought ? Number((BigInt(topUp) * BigInt(total - refunded)) / BigInt(total)) : 0
    same(`${orderNo}: brought to the balance`, brought, worth)
    const isPaidSo = method === 'balance' && !UNPAID.includes(status) && total > 0
    same(`${orderNo}: taken from the balance`, purchases.join(), isPaidSo ? String(total) : '')
    // What its bank contested it may have lost for good, all of it.
    const toBalance = isContested && back === 0 ? 0 : refundedToBalance
    same(`${orderNo}: gone back to the balance`, back, isPaidSo ? refunded : toBalance)
    if (refundedToBalance > refunded) same(`${orderNo}: on the balance`, refundedToBalance, `at most ${refunded}`)
  }
  same('orders that only the balance knows', [...byOrder.keys()].join(), '')
  return { cents: sum, fromPoints, back: backOf }
}

/** What each order should have brought as it is now, against what was entered for it. */
function checkPoints(entries: Rows, orders: ListedOrder[], rules: Rules, same: Same) {
  const now = { points: 0, pending: 0, growth: 0 }
  const converted: number[] = []
  const byOrder = new Map<string, { points: number; pending: number; growth: number }>()
  for (const entry of entries.toReversed()) {
    const change = {
      points: cents(entry.points),
      pending: cents(entry.pendingPoints),
      growth: cents(entry.consumption),
    }
    const of = byOrder.get(String(entry.orderId)) ?? { points: 0, pending: 0, growth: 0 }
    for (const part of ['points', 'pending', 'growth'] as const) {
      now[part] += change[part]
      of[part] += change[part]
    }
    same('points then', cents(entry.currentPoints), now.points)
    same('pending points then', cents(entry.currentPendingPoints), now.pending)
    same('growth then', cents(entry.totalConsumption), now.growth)
    if (entry.reason === 'converted') converted.push(-change.points)
    else byOrder.set(String(entry.orderId), of)
  }
  for (const order of orders) {
    const { id, orderNo, goods, discount, coupon, total, refunded, status } = order
    const brought = byOrder.get(id) ?? { points: 0, pending: 0, growth: 0 }
    byOrder.delete(id)
    const isKept = COUNTING.includes(status) && order.topUp === null
    const left = (whole: number) =>
      !isKept ? 0 : refunded === 0 ? whole : Number((BigInt(whole) * BigInt(total - refunded)) / BigInt(total))
    const points = left(portion(goods - discount - coupon, rules.pointsEarned))
    const isUsable = order.moves.includes('Completed')
    same(`${orderNo} (${order.moves.join(' ')}): points`, brought.points, isUsable ? points : 0)
    same(`${orderNo} (${order.moves.join(' ')}): pending points`, brought.pending, isUsable ? 0 : points)
    same(`${orderNo}: growth`, brought.growth, left(portion(goods - discount - coupon, rules.growthEarned)))
  }
  same('orders that only points know', [...byOrder.keys()].join(), '')
  return { ...now, converted }
}

type Rows = Record<string, unknown>[]

async function readAll(ask: Ask, path: string): Promise<Rows> {
  const rows: Rows = []
  for (let page = 1; ; page++) {
    const { status, body } = await ask(`${path}?pageNum=${page}&pageSize=100`)
    if (status !== 200) throw new Error(`${path} was answered with ${status} ${body?.msg}`)
    rows.push(...body.rows)
    if (rows.length >= body.total) return rows
  }
}

async function data(ask: Ask, path: string): Promise<unknown> {
  const { status, body } = await ask(path)
  if (status !== 200) throw new Error(`${path} was answered with ${status} ${body?.msg}`)
  return body.data
}

/** Money and hundredths as JSON has them; more than two decimals are none. */
function cents(major: unknown): number {
  const exact = Number(major) * 100
  const whole = Math.round(exact)
  if (!Number.isFinite(exact) || Math.abs(exact - whole) > 1e-4) throw new Error(`${major} is no amount of money`)
  return whole
}

/** Basis points of an amount, half away from zero. */
const rounded = (amount: number, bp: number) => Math.floor((amount * bp + 5_000) / 10_000)

/** So much for each of them, floored; the rate as it is written. */
function portion(amount: number, rate: string): number {
  const [whole, decimals = ''] = rate.split('.')
  return Number((BigInt(amount) * BigInt(whole + decimals)) / 10n ** BigInt(decimals.length))
}
