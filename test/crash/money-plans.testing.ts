// For the storm of money: what members, their banks and the operator do with one order from its beginning to its end, by chance
// but from a seed; and what must have gone back of it then, worked out here.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { attemptOf, PAYPAL, PAYSSION, STRIPE, type TestMember } from '../harness.ts'
import {
  actsOf,
  BY,
  type Chance,
  choose,
  contest,
  contestAfterwards,
  ignoreRefusal,
  type Placed,
  pay,
  payAtProvider,
  place,
  reaches,
  refundUnits,
  type Storm,
} from './money-steps.testing.ts'

/** How an order must stand in the end. */
export interface Ending {
  orderId: string
  story: string
  statuses: string[]
  /** Null: as much as was unspent just then. */
  refunded: number | null
  /** Of an order that came from outside: what of it is on the balance, as its member chose. */
  onBalance?: number
}

const STORIES = ['leave', 'cancel', 'late', 'pay', 'pay', 'complete', 'complete', 'units', 'units', 'whole', 'atProvider', 'won', 'lost', 'backThenWon', 'backThenLost'] as const // biome-ignore format: a list of words
type Story = (typeof STORIES)[number]
const PAID = ['Delivered', 'Completed', 'PartlyRefunded', 'Refunded', 'Disputed']

export async function liveThrough(storm: Storm, member: TestMember, by: Chance): Promise<Ending | undefined> {
  const wanted = by.of(STORIES)
  const lines = [...storm.products]
    .filter(() => by.happens(0.5))
    .slice(0, 3)
    .map((product) => ({ product, count: 1 + by.below(3) }))
  if (lines.length === 0) lines.push({ product: by.of(storm.products), count: 3 })
  const coupon = by.happens(0.35) ? by.of(storm.coupons) : undefined
  const method = by.of([STRIPE, PAYSSION, PAYPAL, storm.balance, storm.balance])
  // A dispute is a matter of providers that have such; the others' stories are told by a card.
  const isContest = ['won', 'lost', 'backThenWon', 'backThenLost'].includes(wanted)
  const paymentId =
    isContest && method !== PAYPAL ? STRIPE : wanted === 'atProvider' || wanted === 'late' ? STRIPE : method
  const placed = await place(storm, member, { lines, paymentId, coupon })
  if (!placed) return undefined
  return goOn({ storm, member, by, lines, paymentId, ...placed }, wanted)
}

const TOP_UPS = ['complete', 'whole', 'atProvider', 'won', 'lost'] as const

/** The same of a top-up, which can go back only as far as it is unspent, unless its payer's bank takes it. */
export async function topUp(storm: Storm, member: TestMember, by: Chance): Promise<Ending | undefined> {
  const story = by.of(TOP_UPS)
  const paymentId = story === 'complete' || story === 'whole' ? by.of([STRIPE, PAYSSION, PAYPAL]) : STRIPE
  const cents = 500 + by.below(2_000)
  const { body: methods } = await storm.insist(member, 'GET', '/api/check/paymentlist')
  const bp = Math.round(methods.data.find(({ id }: { id: number }) => id === paymentId).fee * 100)
  const total = cents + Math.floor((cents * bp + 5_000) / 10_000)
  const { status, body } = await storm.insist(member, 'POST', '/api/profile/topUp', {
    body: { amount: cents / 100, realAmount: total / 100, paymentId, requestId: randomUUID() },
  })
  if (body.msg === 'topUp.limit') return undefined
  if (status !== 200) throw new Error(`a top-up was refused: ${status} ${body.msg}`)
  const of: Placed = { storm, member, by, lines: [], paymentId, orderId: body.data.orderId, total }
  const end = (statuses: string[], refunded: number | null) => ({ orderId: of.orderId, story: `top-up ${story}`, statuses, refunded }) // biome-ignore format: one thought
  await payAtProvider(of)
  await reaches(of, ['Completed'])
  if (story === 'complete') return end(['Completed'], 0)
  if (story === 'whole') {
    await Promise.all([1, 2].map(() => actsOf(storm).refund(of.orderId, BY, null).catch(ignoreRefusal)))
    return end(['Completed', 'PartlyRefunded', 'Refunded'], null)
  }
  if (story === 'atProvider') {
    const part = 1 + by.below(total - 1)
    storm.world.stripe.refund(await attemptOf(storm.world, of.orderId), { amountMinor: part, times: 2 })
    return end(['PartlyRefunded'], part)
  }
  await contest(of, story)
  return story === 'won' ? end(['Completed'], 0) : end(['Refunded'], total)
}

async function goOn(of: Placed, story: Story): Promise<Ending> {
  const { storm, member, by, orderId, total } = of
  const isOutside = of.paymentId !== storm.balance
  const end = (statuses: string[], refunded = 0, onBalance = 0): Ending => ({
    ...{ orderId, story, statuses, refunded },
    ...(isOutside && { onBalance }),
  })
  const say = (method: string, path: string, body?: unknown) => storm.insist(member, method, path, { body })
  if (story === 'leave') return end(['Unpaid'])
  if (story === 'cancel') {
    await say('GET', `/api/pay/cancel/${orderId}`)
    return end(['Cancelled'])
  }
  if (story === 'late') {
    await storm.world.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${orderId}`)
    await reaches(of, ['Expired'])
    if (by.happens(0.4)) return end(['Expired'])
    // Honoured, or sent back because its coupon has no use left.
    await payAtProvider(of)
    return end(['Delivered', 'Expired'])
  }
  const isPaid = await pay(of)
  if (!isPaid) return end(['Unpaid'])
  await reaches(of, PAID)
  const isComplete = story === 'complete' || by.happens(0.5)
  if (isComplete) await say('POST', `/api/profile/confirmReceipt/${orderId}`)
  const kept = isComplete ? 'Completed' : 'Delivered'
  if (story === 'backThenWon' || story === 'backThenLost') {
    await choose(of)
    await actsOf(storm).refund(orderId, BY, null)
    await reaches(of, ['Refunded'])
    await contestAfterwards(of, story === 'backThenWon' ? 'won' : 'lost')
    return end(['Refunded'], total, story === 'backThenWon' ? total : 0)
  }
  const toBalance = isOutside && by.happens(0.5) && (story === 'units' || story === 'whole')
  if (toBalance) await choose(of)
  if (story === 'units') {
    const [statuses, back] = await refundUnits(of)
    return end(statuses, back, toBalance ? back : 0)
  }
  if (story === 'whole') {
    // Asked for several times at once: it goes back once.
    const acts = actsOf(storm)
    await Promise.all([1, 2, 3].map(() => acts.refund(orderId, BY, null).catch(ignoreRefusal)))
    return end(['Refunded'], total, toBalance ? total : 0)
  }
  if (story === 'atProvider') {
    const part = by.happens(0.5) ? 1 + by.below(total - 1) : total
    storm.world.stripe.refund(await attemptOf(storm.world, orderId), { amountMinor: part, times: 1 + by.below(2) })
    return end([part === total ? 'Refunded' : 'PartlyRefunded'], part)
  }
  if (story === 'won' || story === 'lost') {
    await contest(of, story)
    return story === 'won' ? end([kept]) : end(['Refunded'], total)
  }
  return end([kept])
}
