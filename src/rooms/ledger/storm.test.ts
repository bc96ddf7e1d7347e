// Thousands of random movements at once, over many connections, against a plain sum of what was answered (decisions C9, F4).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { differences } from './check.ts'
import { balanceOf, bring, credit, giveBack, spend, unspentOf } from './hands.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const AT_ONCE = 40
const ROUNDS = 60

const member = fc.nat(3)
const cents = fc.integer({ min: 1, max: 2_000 })
/** Few causes, so that many are told again. */
const cause = fc.nat(400)
const operation = fc.oneof(
  fc.record({ op: fc.constant('credit' as const), member, cents, cause }),
  fc.record({ op: fc.constant('spend' as const), member, cents, cause: fc.constant(0) }),
  fc.record({ op: fc.constant('giveBack' as const), member, cents, cause }),
  fc.record({ op: fc.constant('topUp' as const), member, cents, cause }),
  fc.record({ op: fc.constant('topUpBack' as const), member, cents, cause }),
  fc.record({ op: fc.constant('refunded' as const), member, cents, cause }),
  fc.record({ op: fc.constant('chargeback' as const), member, cents, cause }),
  fc.record({ op: fc.constant('won' as const), member, cents, cause }),
)

test('whatever happens at once, every movement adds up to zero, totals are sums, nobody spends what he has not, and no top-up goes back that is spent', async () => {
  const run = randomUUID()
  const members = await Promise.all(Array.from({ length: 4 }, () => addMember(shop)))
  const sums = [0, 0, 0, 0]
  const payments: { id: string; member: number; spent: number; back: number }[] = []
  /**
   * Of each top-up, and of each payment that was refunded to a balance, what its payment is worth; whoever changes that has
   * its order locked, as here this row's promise.
   */
  const topUps: {
    id: string
    as: 'topUp' | 'refund'
    member: number
    full: number
    worth: number
    turn: Promise<unknown>
  }[] = []
  let refusedOnes = 0

  /** One after the other for each payment, as orders are locked. */
  function inTurn(topUp: (typeof topUps)[number], worth: (unspent: number) => number) {
    const work = async () => {
      const { id: paymentId } = topUp
      await shop.db.transaction(async (tx) => {
        const cents = worth(await unspentOf(tx, paymentId))
        const memberId = members[topUp.member]!.id
        const change = await bring(tx, { as: topUp.as, memberId, paymentId, reference: 'TEST', cents })
        expect(change).toBe(cents - topUp.worth)
        // Told again, it changes nothing.
        expect(await bring(tx, { as: topUp.as, memberId, paymentId, reference: 'TEST', cents })).toBe(0)
        sums[topUp.member]! += change
        topUp.worth = cents
      })
    }
    topUp.turn = topUp.turn.then(work, work)
    return topUp.turn
  }

  async function act({ op, member: i, cents, cause }: { op: string; member: number; cents: number; cause: number }) {
    const memberId = members[i]!.id
    if (op === 'credit') {
      const gift = { cause: `${run} ${cause}`, kind: 'adjustment', memberId, cents, against: 'adjustments' } as const
      if (await shop.db.transaction((tx) => credit(tx, gift))) sums[i]! += cents
    } else if (op === 'spend') {
      const paymentId = randomUUID()
      await shop.db.transaction((tx) => spend(tx, { memberId, cents, paymentId, reference: 'TEST' }))
      sums[i]! -= cents
      payments.push({ id: paymentId, member: i, spent: cents, back: 0 })
    } else if (op === 'topUp' || op === 'refunded') {
      const as = op === 'topUp' ? ('topUp' as const) : ('refund' as const)
      const topUp = { id: randomUUID(), as, member: i, full: cents, worth: 0, turn: Promise.resolve() }
      topUps.push(topUp)
      await inTurn(topUp, () => cents)
    } else if (op !== 'giveBack') {
      const topUp = topUps[cause % Math.max(1, topUps.length)]
      if (!topUp) return
      if (op === 'topUpBack' && topUp.as === 'refund') return
      if (op === 'topUpBack') await inTurn(topUp, (unspent) => topUp.worth - Math.min(cents, unspent))
      else await inTurn(topUp, () => (op === 'won' ? topUp.full : 0))
    } else {
      const payment = payments[cause % Math.max(1, payments.length)]
      if (!payment) return
      // Its own cause each time: more than was spent must not go back, however it is asked for.
      await shop.db.transaction((tx) => giveBack(tx, { paymentId: payment.id, cents, cause: randomUUID() }))
      sums[payment.member]! += cents
      payment.back += cents
      expect(payment.back).toBeLessThanOrEqual(payment.spent)
    }
  }

  // It begins with one who owes: a bank took back what he had spent.
  await act({ op: 'topUp', member: 0, cents: 1_000, cause: 0 })
  await act({ op: 'spend', member: 0, cents: sums[0]!, cause: 0 })
  await act({ op: 'chargeback', member: 0, cents: 0, cause: 0 })
  expect(await balanceOf(shop.db, members[0]!.id)).toBe(-1_000)

  const storm = fc.sample(operation, AT_ONCE * ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.allSettled(storm.slice(round * AT_ONCE, (round + 1) * AT_ONCE).map(act))
    for (const answer of answers)
      if (answer.status === 'rejected') {
        expect(String(answer.reason.message)).toMatch(/balance\.tooLow|more would go back/)
        refusedOnes++
      }
    const balances = await Promise.all(members.map(({ id }) => balanceOf(shop.db, id)))
    expect(balances).toEqual(sums)
    const unspent = await shop.db.transaction(async (tx) => {
      const lefts = [0, 0, 0, 0]
      for (const { id, member } of topUps.slice(-40)) lefts[member]! += await unspentOf(tx, id)
      return lefts
    })
    for (const [i, left] of unspent.entries()) expect(left).toBeLessThanOrEqual(Math.max(0, balances[i]!))
    expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })
  }
  expect(refusedOnes).toBeGreaterThan(0)
  expect(payments.length).toBeGreaterThan(0)
})
