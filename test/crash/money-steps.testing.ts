// For the storm of money: the single steps of an order, each as its buyer, his bank or the operator takes it.
import { randomUUID } from 'node:crypto'
import { until } from '#platform/testing.ts'
import { ActRefused } from '#rooms/orders/acts/act-refused.ts'
import { createActs, type UnitName } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import {
  type Answer,
  attemptOf,
  orderBody,
  PAYPAL,
  PAYSSION,
  STRIPE,
  type TestMember,
  type TestProduct,
} from '../harness.ts'
import type { World } from './world.testing.ts'

export type Chance = ReturnType<typeof chance>

/** The same numbers for the same seed. */
export function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** From 0 to below `most`. */
    below: (most: number) => Math.floor(next() * most),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    happens: (share: number) => next() < share,
  }
}

export interface Storm {
  world: World
  /** Asks one instance, and another as long as nobody answers. */
  insist(who: TestMember, method: string, path: string, more?: { body?: unknown; key?: string }): Promise<Answer>
  products: TestProduct[]
  coupons: { code: string; percentBp: number | null; cents: number | null; minimum: number }[]
  balance: number
}

export interface Placed {
  storm: Storm
  member: TestMember
  by: Chance
  lines: { product: TestProduct; count: number }[]
  paymentId: number
  orderId: string
  total: number
}

export const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** Looked up by the page before, bought as the member saw it, seen anew where it has changed meanwhile. */
export async function place(
  storm: Storm,
  member: TestMember,
  of: { lines: Placed['lines']; paymentId: number; coupon: Storm['coupons'][number] | undefined },
): Promise<{ orderId: string; total: number } | undefined> {
  const { lines, paymentId } = of
  const body = orderBody(lines, { paymentId, email: member.email })
  const goods = lines.reduce((sum, { product, count }) => sum + product.priceCents * count, 0)
  const [me, methods] = await Promise.all([
    storm.insist(member, 'GET', '/api/getInfo'),
    storm.insist(member, 'GET', '/api/check/paymentlist'),
  ])
  const shared = (bp: number) => Math.floor((goods * bp + 5_000) / 10_000)
  const discount = shared(Math.round(me.body.data.discount * 100))
  const fee = methods.body.data.find(({ id }: { id: number }) => id === paymentId).fee
  const service = goods < 500 ? 30 : 0
  const coupon = of.coupon && (await lookUp(storm, member, of.coupon, body, goods))
  let total = goods - discount + shared(Math.round(fee * 100)) - (coupon?.cents ?? 0) + service
  const key = randomUUID()
  for (let tries = 0; ; tries++) {
    const { status, body: answer } = await storm.insist(member, 'POST', '/api/check/createOrder', {
      key: `${key}-${tries}`,
      body: {
        ...body,
        orderList: {
          ...body.orderList,
          realAmount: total / 100,
          couponId: coupon?.couponId,
          couponAmount: coupon && coupon.cents / 100,
        },
      },
    })
    if (status === 200) return { orderId: answer.data.orderId, total }
    if (answer.msg === 'pay.priceChanged' && tries < 5) {
      total = Math.round(answer.data.total * 100)
      if (coupon) coupon.cents = Math.round(answer.data.coupon * 100)
    } else if (['pay.couponForbidden', 'pay.belowMinimum'].includes(answer.msg)) return undefined
    else throw new Error(`an order was refused: ${status} ${answer.msg} ${JSON.stringify(answer.data)}`)
  }
}

async function lookUp(
  storm: Storm,
  member: TestMember,
  { code, percentBp, cents, minimum }: Storm['coupons'][number],
  body: ReturnType<typeof orderBody>,
  goods: number,
): Promise<{ couponId: string; cents: number } | undefined> {
  const { productId, productCount, supplyProductId } = body
  const filler = productId.map(() => 1)
  const { status, body: answer } = await storm.insist(member, 'POST', '/api/check/useCoupon', {
    body: {
      couponCode: code,
      currencyId: 1,
      productId,
      productCount,
      supplyProductId,
      productPrice: filler,
      productClassId: filler,
    },
  })
  if (status !== 200) return undefined
  const worth = Math.round(answer.data.totalDiscount * 100)
  const right = percentBp === null ? Math.min(cents!, goods) : Math.floor((goods * percentBp + 5_000) / 10_000)
  if (worth !== right || goods < minimum) throw new Error(`coupon ${code} takes ${worth} off ${goods}, not ${right}`)
  return { couponId: answer.data.couponId, cents: worth }
}

/** False: it stays unpaid. */
export async function pay(of: Placed): Promise<boolean> {
  const { storm, member, orderId, total, paymentId, by } = of
  if (paymentId !== storm.balance) {
    await payAtProvider(of)
    return true
  }
  const ask = () => storm.insist(member, 'POST', '/api/pay/balance', { body: { orderId, amount: total / 100 } })
  const answers = await Promise.all(Array.from({ length: 1 + by.below(3) }, ask))
  const done = answers.some(
    ({ status, body }) => status === 200 || (body.msg === 'pay.notUnpaid' && body.data?.orderStatus),
  )
  const wrong = answers.find(
    ({ status, body }) => status !== 200 && !['pay.notUnpaid', 'balance.tooLow'].includes(body.msg),
  )
  if (wrong) throw new Error(`a payment by balance was answered with ${wrong.status} ${wrong.body.msg}`)
  return done
}

/** Sooner or later the provider knows of it; then its payer pays, and it tells of it once or twice. */
export async function payAtProvider({ storm, member, orderId, paymentId, by }: Placed): Promise<void> {
  const { world } = storm
  const simulator = { [STRIPE]: world.stripe, [PAYSSION]: world.payssion, [PAYPAL]: world.paypal }[paymentId]!
  const how = { outcome: 'completed', times: 1 + by.below(2) } as const
  const isFailing = by.happens(0.2) && paymentId === STRIPE
  await until(
    async () => {
      const attempt = await attemptOf(world, orderId)
      try {
        if (isFailing) simulator.pay(attempt, { outcome: 'failed' })
        simulator.pay(attempt, how)
        return true
      } catch {
        // Whoever opened it died before the provider heard of it: it is opened again by whoever asks for it.
        await storm.insist(member, 'POST', '/api/pay/toPay', { body: { orderId, paymentId } })
        return false
      }
    },
    'the provider knows of the payment',
    40_000,
  )
}

/** Some units, perhaps in two acts of which the second waits for the first; what they must bring back, worked out here. */
export async function refundUnits(of: Placed): Promise<[statuses: string[], refunded: number]> {
  const { storm, by, orderId, lines, total } = of
  const units = lines.flatMap(({ product, count }, line) =>
    Array.from({ length: count }, (_, i) => ({ line: line + 1, unit: i + 1, price: product.priceCents })),
  )
  const shares = byLargestRemainder(total, units.map(({ price }) => price)) // biome-ignore format: one thought
  const chosen = units.map((_, i) => i).filter(() => by.happens(0.5))
  if (chosen.length === 0) chosen.push(0)
  const first = chosen.slice(0, 1 + by.below(chosen.length))
  const acts = actsOf(storm)
  for (const part of [first, chosen.slice(first.length)].filter(({ length }) => length > 0)) {
    const names: UnitName[] = part.map((i) => ({ line: units[i]!.line, unit: units[i]!.unit }))
    await until(
      () =>
        acts.refundUnits(orderId, BY, names).then(
          () => true,
          (error) => {
            // The one before is still on its way; or this very one was asked for.
            ignoreRefusal(error)
            return /was refunded|is being refunded/.test(error.message)
          },
        ),
      'the refund is taken',
      40_000,
    )
  }
  const isAll = chosen.length === units.length
  const back = chosen.reduce((sum, i) => sum + shares[i]!, 0)
  return [[isAll ? 'Refunded' : 'PartlyRefunded'], isAll ? total : back]
}

/** Whole cents by the parts' prices, what is left over to the largest remainders, the earlier first. */
function byLargestRemainder(total: number, prices: number[]): number[] {
  const sum = prices.reduce((all, price) => all + price, 0)
  const exact = prices.map((price) => ({ whole: Math.floor((total * price) / sum), rest: (total * price) % sum }))
  let left = total - exact.reduce((all, { whole }) => all + whole, 0)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]!.rest - exact[a]!.rest || a - b)
  for (const i of order) if (left-- > 0) exact[i]!.whole++
  return exact.map(({ whole }) => whole)
}

export async function contest(of: Placed, outcome: 'won' | 'lost'): Promise<void> {
  const { storm, paymentId, orderId } = of
  const simulator = paymentId === PAYPAL ? storm.world.paypal : storm.world.stripe
  const dispute = simulator.dispute(await attemptOf(storm.world, orderId), { times: 2 })
  await reaches(of, ['Disputed'])
  simulator.moveDispute(dispute, outcome)
}

/** He says that refunds go to his balance: not once and for all, and told twice. */
export async function choose({ storm, member, by, orderId }: Placed): Promise<void> {
  const tos = by.happens(0.3) ? ['balance', 'source', 'balance', 'balance'] : ['balance']
  for (const to of tos) {
    const { status, body } = await storm.insist(member, 'POST', `/api/profile/order/refundTo/${orderId}`, {
      body: { to },
    })
    if (status !== 200) throw new Error(`a choice was answered with ${status} ${body.msg}`)
  }
}

/** His bank contests what is on his balance by now, and decides once that is taken off it. */
export async function contestAfterwards(of: Placed, outcome: 'won' | 'lost'): Promise<void> {
  const { storm, member, paymentId, orderId } = of
  const simulator = paymentId === PAYPAL ? storm.world.paypal : storm.world.stripe
  const { body } = await storm.insist(member, 'GET', `/api/pay/detail/${orderId}`)
  const moved = async (kind: string, times: number) => {
    const history = await storm.insist(member, 'GET', '/api/profile/balance?pageSize=100')
    type Row = { kind: string; reference: string }
    const rows = history.body.rows.filter((row: Row) => row.kind === kind && row.reference === body.data.orderNo)
    return rows.length >= times
  }
  const dispute = simulator.dispute(await attemptOf(storm.world, orderId), { times: 2 })
  await until(() => moved('refundBack', 1), 'it is taken off the balance', 60_000)
  simulator.moveDispute(dispute, outcome)
  if (outcome === 'won') await until(() => moved('refund', 2), 'it is on the balance again', 60_000)
}

export async function reaches({ storm, member, orderId }: Placed, statuses: string[]): Promise<void> {
  await until(
    async () => {
      const { body } = await storm.insist(member, 'GET', `/api/pay/detail/${orderId}`)
      return statuses.includes(body.data.orderStatus)
    },
    `order ${orderId} is ${statuses}`,
    60_000,
  )
}

export const actsOf = ({ world }: Storm) =>
  createActs({ db: world.db, settling: settlingBesideShop(() => 'shop.test') })

export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ActRefused)) throw error
}
