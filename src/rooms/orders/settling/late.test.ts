// Whether money that comes late is honoured, by its time and by what the goods cost today (decision C4).
import { expect, test } from 'vitest'
import { againstPrice, cameAt, isInTime } from './late.ts'

const hours = (n: number) => new Date(n * 3_600_000)
const none = { payableUntil: null, underWaySince: null }

test.each([
  ['within a day', 24, none, true],
  ['after it', 25, none, false],
  ['a voucher within its life', 60, { ...none, payableUntil: hours(48) }, true],
  ['a voucher long after it', 48 + 6 * 24, { ...none, payableUntil: hours(48) }, false],
  ['authorised in time, and the bank was slow', 400, { ...none, underWaySince: hours(0) }, true],
  ['authorised after it', 400, { ...none, underWaySince: hours(25) }, false],
  ['a voucher authorised within its life', 400, { payableUntil: hours(48), underWaySince: hours(47) }, true],
])('late money is in time: %s', (_, now, payment, inTime) => {
  expect(isInTime({ expiresAt: hours(0) }, payment, hours(now))).toBe(inTime)
})

const known = { state: 'completed', amount: 1000, paidAmount: 1000, refundedAmount: 0, version: '7200.000000' } as const

test.each([
  ['known in full before', known, hours(2)],
  ['a part of it known before', { ...known, paidAmount: 999 }, hours(9)],
  ['known, and gone back since', { ...known, refundedAmount: 1 }, hours(9)],
  ['in doubt before', { ...known, state: 'unknown' as const }, hours(9)],
])('when money came that is there now: %s', (_, payment, came) => {
  expect(cameAt(payment, hours(9))).toEqual(came)
})

test.each([
  ['the same', [1000], '100000000', 2000, undefined],
  ['cheaper', [900], '100000000', 2000, undefined],
  ['a hundredth each is rounding', [1001], '100000000', 2000, undefined],
  ['dearer', [1002], '100000000', 2000, 'dearer today'],
  ['dearer by the rate', [1000], '101000000', 2000, 'dearer today'],
  ['no longer sold', [null], '100000000', 2000, 'not on sale'],
  ['a part of it dearer, another no longer sold', [2000, null], '100000000', 2000, 'not on sale'],
])('what the goods cost today: %s', (_, costs, rateE8, goods, against) => {
  const lines = costs.map((todayUsdCents) => ({ quantity: 2, todayUsdCents }))
  expect(againstPrice({ goods, currency: 'USD' }, { rateE8, lines })).toBe(against)
})
