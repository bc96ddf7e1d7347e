// Thousands of random movements at once, over many connections, against a plain sum of what was answered (decisions C9, F4).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { differences } from './check.ts'
import { balanceOf, credit, giveBack, spend } from './hands.ts'

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
)

test('whatever happens at once, every movement adds up to zero, totals are sums, and nobody spends what he has not', async () => {
  const run = randomUUID()
  const members = await Promise.all(Array.from({ length: 4 }, () => addMember(shop)))
  const sums = [0, 0, 0, 0]
  const payments: { id: string; member: number }[] = []
  let refusedOnes = 0

  async function act({ op, member: i, cents, cause }: { op: string; member: number; cents: number; cause: number }) {
    const memberId = members[i]!.id
    if (op === 'credit') {
      const gift = { cause: `${run} ${cause}`, kind: 'adjustment', memberId, cents, against: 'adjustments' } as const
      if (await shop.db.transaction((tx) => credit(tx, gift))) sums[i]! += cents
    } else if (op === 'spend') {
      const paymentId = randomUUID()
      await shop.db.transaction((tx) => spend(tx, { memberId, cents, paymentId, reference: 'TEST' }))
      sums[i]! -= cents
      payments.push({ id: paymentId, member: i })
    } else {
      const payment = payments[cause % Math.max(1, payments.length)]
      if (!payment) return
      // Its own cause each time: more than was spent must not go back, however it is asked for.
      await shop.db.transaction((tx) => giveBack(tx, { paymentId: payment.id, cents, cause: randomUUID() }))
      sums[payment.member]! += cents
    }
  }

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
    for (const balance of balances) expect(balance).toBeGreaterThanOrEqual(0)
    expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })
  }
  expect(refusedOnes).toBeGreaterThan(0)
  expect(payments.length).toBeGreaterThan(0)
}, 120_000)
