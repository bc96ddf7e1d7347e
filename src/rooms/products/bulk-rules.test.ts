import { expect, test } from 'vitest'
import { bulkValue, offerOf, onceOpen, SALE, saleNow } from './bulk-rules.ts'

test('what a price becomes', () => {
  const price = (basisPoints: number, cents: number, ending: 99 | 95 | 90 | 0 | null) =>
    ({ what: 'price', basisPoints, cents, ending }) as const
  const cases = [
    [price(1000, 0, null), 1999, 2199],
    [price(-3333, 0, null), 1000, 667],
    [price(0, -50, null), 1000, 950],
    [price(1000, 0, 99), 1999, 2199],
    [price(-1000, 0, 99), 1999, 1799],
    [price(0, 0, 99), 1049, 1099],
    [price(0, 0, 99), 1048, 999],
    [price(0, 0, 0), 1050, 1100],
    [price(0, 0, 0), 30, 100],
    [price(0, 0, 99), 10, 99],
    [price(-9999, 0, null), 40, null],
    [price(100_000, 0, null), 2_000_000_000, null],
  ] as const
  for (const [change, now, after] of cases) expect([change, now, bulkValue(change, now)]).toEqual([change, now, after])
})

test('what an offer waits for is told apart, and what of it is left once its seller is open', () => {
  const both = { active: false, isAbsent: true, closedWithSeller: true }
  expect(saleNow(both)).toBe(SALE.untilInFeed | SALE.untilOpen)
  expect(offerOf(saleNow(both))).toEqual({ active: true, isAbsent: true })
  const cases = [
    [SALE.off, SALE.off],
    [SALE.on, SALE.on],
    [SALE.untilInFeed, SALE.untilInFeed],
    [SALE.untilOpen, SALE.on],
    [SALE.untilOpen | SALE.untilInFeed, SALE.untilInFeed],
  ] as const
  for (const [sale, then] of cases) expect([sale, onceOpen(sale)]).toEqual([sale, then])
})
