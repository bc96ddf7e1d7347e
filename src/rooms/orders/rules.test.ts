import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exchangeInto, rateFromDecimal, USD_RATE } from '#platform/money.ts'
import { breakdown, inUsd, mayMove, ORDER_STATUSES, type PriceRules, reachableFrom } from './rules.ts'

const plain: PriceRules = {
  exchange: { rate: USD_RATE, unit: 1 },
  discountBp: 0,
  feeBp: 0,
  coupon: 0,
  serviceThresholdUsdCents: 0,
  serviceUsdCents: 0,
}

const anyLines = fc.array(
  fc.record({ unitUsdCents: fc.integer({ min: 0, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 1000 }) }),
  { maxLength: 100 },
)
const anyRules: fc.Arbitrary<PriceRules> = fc
  .record({
    exchange: fc.record({ rate: fc.bigInt({ min: 1_000n, max: 10n ** 13n }), unit: fc.constantFrom(1, 100) }),
    discountBp: fc.integer({ min: 0, max: 10_000 }),
    feeBp: fc.integer({ min: 0, max: 10_000 }),
    coupon: fc.integer({ min: 0, max: 100_000_000 }),
    serviceThresholdUsdCents: fc.integer({ min: 0, max: 100_000 }),
    serviceUsdCents: fc.integer({ min: 0, max: 10_000 }),
  })
  // What a coupon takes off is rounded to the selling unit already.
  .map((rules) => ({ ...rules, coupon: rules.coupon * rules.exchange.unit }))

describe('the price of an order', () => {
  it('is goods − discount + fee − coupon + service charge', () => {
    const lines = [
      { unitUsdCents: 3995, quantity: 1 },
      { unitUsdCents: 5199, quantity: 3 },
    ]
    const rules = {
      ...plain,
      discountBp: 400,
      feeBp: 150,
      coupon: 500,
      serviceThresholdUsdCents: 50_000,
      serviceUsdCents: 30,
    }
    expect(breakdown(lines, rules)).toEqual({
      units: [3995, 5199],
      lines: [3995, 15_597],
      goods: 19_592,
      discount: 784,
      fee: 294,
      coupon: 500,
      freight: 0,
      service: 30,
      total: 19_592 - 784 + 294 - 500 + 30,
    })
  })

  it('converts and rounds one unit, then counts it', () => {
    // 0.99 × 0.92345678 is 0.9142…: 0.91, three times, and not 2.74.
    const { units, goods } = breakdown([{ unitUsdCents: 99, quantity: 3 }], {
      ...plain,
      exchange: exchangeInto('EUR', rateFromDecimal('0.92345678')),
    })
    expect(units).toEqual([91])
    expect(goods).toBe(273)
  })

  it.each([
    ['0.5', 1, 1],
    ['0.5', 3, 2],
    ['1.5', 1, 2],
    ['0.49999999', 3, 1],
    // What has a price is not given away.
    ['0.49999999', 1, 1],
    ['7.25', 2, 15],
  ])('rounds half away from zero: at a rate of %s, %d becomes %d', (rate, unitUsdCents, unit) => {
    expect(
      breakdown([{ unitUsdCents, quantity: 1 }], { ...plain, exchange: exchangeInto('EUR', rateFromDecimal(rate)) })
        .units,
    ).toEqual([unit])
  })

  it('rounds half away from zero in shares of the goods too', () => {
    const { fee, discount } = breakdown([{ unitUsdCents: 50, quantity: 1 }], { ...plain, feeBp: 100, discountBp: 300 })
    expect(fee).toBe(1)
    expect(discount).toBe(2)
  })

  it.each([
    [499, 30],
    [500, 0],
    [501, 0],
  ])('of goods for %d cents has a service charge of %d, where it applies below 500', (unitUsdCents, service) => {
    const rules = { ...plain, serviceThresholdUsdCents: 500, serviceUsdCents: 30 }
    expect(breakdown([{ unitUsdCents, quantity: 1 }], rules).service).toBe(service)
  })

  it('measures the threshold in US dollars and charges in the order’s currency', () => {
    const rules = {
      ...plain,
      exchange: exchangeInto('JPY', rateFromDecimal('150')),
      serviceThresholdUsdCents: 500,
      serviceUsdCents: 30,
    }
    expect(breakdown([{ unitUsdCents: 400, quantity: 1 }], rules)).toMatchObject({ service: 4500, total: 64_500 })
    expect(breakdown([{ unitUsdCents: 500, quantity: 1 }], rules)).toMatchObject({ service: 0, total: 75_000 })
  })

  it('of nothing is nothing', () => {
    const rules = { ...plain, feeBp: 500, coupon: 100, serviceThresholdUsdCents: 500, serviceUsdCents: 30 }
    expect(breakdown([], rules)).toMatchObject({ goods: 0, coupon: 0, fee: 0, service: 0, total: 0 })
  })

  it('uses no more of a coupon than there are goods', () => {
    expect(breakdown([{ unitUsdCents: 300, quantity: 1 }], { ...plain, coupon: 500 })).toMatchObject({
      coupon: 300,
      total: 0,
    })
    // With a member's discount no more than they cost then, so the fee is still to be paid.
    const rules = { ...plain, discountBp: 1_000, feeBp: 500, coupon: 500 }
    const parts = { goods: 300, discount: 30, fee: 15, coupon: 270, total: 15 }
    expect(breakdown([{ unitUsdCents: 300, quantity: 1 }], rules)).toMatchObject(parts)
  })

  it('has whole parts that add up to the total, which is never below zero', () => {
    fc.assert(
      fc.property(anyLines, anyRules, (lines, rules) => {
        const sums = breakdown(lines, rules)
        const { units, lines: totals, goods, discount, fee, coupon, freight, service, total } = sums
        for (const part of [...units, ...totals, goods, discount, fee, coupon, freight, service, total]) {
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true)
          expect(part % rules.exchange.unit).toBe(0)
        }
        expect(totals).toEqual(lines.map((line, i) => units[i]! * line.quantity))
        expect(goods).toBe(totals.reduce((sum, line) => sum + line, 0))
        expect(total).toBe(goods - discount + fee - coupon + freight + service)
        expect(coupon).toBeLessThanOrEqual(goods - discount)
        expect(discount).toBeLessThanOrEqual(goods)
      }),
    )
  })

  it('is the same in dollars as without a conversion', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { goods, total } = breakdown(lines, plain)
        expect(goods).toBe(lines.reduce((sum, line) => sum + line.unitUsdCents * line.quantity, 0))
        expect(total).toBe(goods)
      }),
    )
  })

  it('does not fall when more is bought, as long as no service charge falls away', () => {
    const rules = anyRules.map((any) => ({ ...any, serviceUsdCents: 0, coupon: 0 }))
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 0, max: 1_000_000 }), rules, (lines, unitUsdCents, any) => {
        const more = [...lines, { unitUsdCents, quantity: 1 }]
        // One unit of rounding in each of the two shares.
        const least = breakdown(lines, any).total - 2 * any.exchange.unit
        expect(breakdown(more, any).total).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  it('goes back to dollars within a cent of one unit', () => {
    const rate = rateFromDecimal('7.2486')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (unitUsdCents) => {
        const [unit = 0] = breakdown([{ unitUsdCents, quantity: 1 }], { ...plain, exchange: { rate, unit: 1 } }).units
        expect(Math.abs(inUsd(unit, rate) - unitUsdCents)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('an order', () => {
  const moves = ORDER_STATUSES.flatMap((from) =>
    ORDER_STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
  )

  it('moves only as decision C1 says, and from an end only for a payment that comes late (C4)', () => {
    expect(moves.sort()).toEqual(
      [
        'Unpaid → Paid',
        'Unpaid → Cancelled',
        'Unpaid → Expired',
        'Paid → Processing',
        'Paid → Delivered',
        'Paid → Refunded',
        'Paid → PartlyRefunded',
        'Processing → Delivered',
        'Processing → Refunded',
        'Processing → PartlyRefunded',
        'Delivered → Completed',
        'Delivered → Refunded',
        'Delivered → PartlyRefunded',
        'Completed → Refunded',
        'Completed → PartlyRefunded',
        'PartlyRefunded → Refunded',
        'PartlyRefunded → Completed',
        ...['Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded'].flatMap((paid) => [
          `${paid} → Disputed`,
          `Disputed → ${paid}`,
        ]),
        'Disputed → Refunded',
        'Cancelled → Paid',
        'Expired → Paid',
      ].sort(),
    )
  })

  it('is never delivered without having been paid', () => {
    expect(reachableFrom('Delivered')).toEqual(['Paid', 'Processing', 'Disputed'])
    expect(reachableFrom('Paid')).toEqual(['Unpaid', 'Cancelled', 'Expired', 'Disputed'])
  })

  it('never becomes unpaid again, and never moves to where it is', () => {
    expect(reachableFrom('Unpaid')).toEqual([])
    for (const status of ORDER_STATUSES) expect(mayMove(status, status)).toBe(false)
  })

  it('knows the same moves forwards and backwards', () => {
    for (const to of ORDER_STATUSES)
      expect(reachableFrom(to)).toEqual(ORDER_STATUSES.filter((from) => mayMove(from, to)))
  })
})
