import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, rateFromDecimal, USD_RATE } from '#platform/money.ts'
import { type CouponLine, type CouponTerms, judge, normalCode } from './rules.ts'

const now = new Date('2026-06-19T12:00:00Z')
const terms: CouponTerms = {
  percentBp: 1000,
  amountUsdCents: null,
  minimumUsdCents: 0,
  validFrom: null,
  validUntil: null,
  totalUses: null,
  uses: 0,
  categoryIds: null,
  productIds: null,
  sellerIds: null,
}
const line: CouponLine = { productId: 1, categoryIds: [11, 10], sellerId: 100, unitUsdCents: 2000, quantity: 1 }
const other: CouponLine = { productId: 2, categoryIds: [12, 10], sellerId: 101, unitUsdCents: 500, quantity: 2 }
const at = { exchange: { rate: USD_RATE, unit: 1 }, now }
const discountOf = (change: Partial<CouponTerms>, lines = [line, other], rate = USD_RATE, unit = 1) => {
  const verdict = judge({ ...terms, ...change }, lines, { exchange: { rate, unit }, now })
  return verdict.good ? verdict.discount : verdict.why
}

describe('a coupon', () => {
  it.each<[string, Partial<CouponTerms>, number | string]>([
    ['for everything is of all goods', {}, 300],
    ['of an amount is that amount', { percentBp: null, amountUsdCents: 500 }, 500],
    ['of an amount takes no more than the goods cost', { percentBp: null, amountUsdCents: 9_999 }, 3000],
    ['of 100 % takes all', { percentBp: 10_000 }, 3000],
    ['for a product is of that product', { productIds: [2] }, 100],
    ['for a category is of its whole branch', { categoryIds: [10] }, 300],
    ['for a leaf is of that leaf', { categoryIds: [11] }, 200],
    ['for a seller is of what he sells', { sellerIds: [101] }, 100],
    ['for a seller and a category wants both', { sellerIds: [101], categoryIds: [11] }, 'forbidden'],
    ['for other products is not for this cart', { productIds: [3] }, 'forbidden'],
    ['for no product is for none', { productIds: [] }, 'forbidden'],
    [
      'of an amount for a product takes no more than it costs',
      { percentBp: null, amountUsdCents: 1500, productIds: [2] },
      1000,
    ],
    ['with a minimum that is reached exactly is good', { minimumUsdCents: 3000 }, 300],
    ['with a minimum looks at the goods that it is for', { minimumUsdCents: 2001, productIds: [1] }, 'tooLittle'],
    ['is good until its last moment', { validUntil: new Date(now.getTime() + 1) }, 300],
    ['is over at its end', { validUntil: now }, 'expired'],
    ['is good from its first moment', { validFrom: now }, 300],
    ['is not good before', { validFrom: new Date(now.getTime() + 1) }, 'forbidden'],
    ['has a last use', { totalUses: 5, uses: 4 }, 300],
    ['is used up after it', { totalUses: 5, uses: 5 }, 'forbidden'],
  ])('%s', (_, change, expected) => {
    expect(discountOf(change)).toBe(expected)
  })

  it('is rounded once, in the order’s currency', () => {
    // Three units of 0.33 EUR are 0.99 EUR; 15 % of it is 0.1485.
    const three = [{ ...line, unitUsdCents: 36, quantity: 3 }]
    expect(discountOf({ percentBp: 1500 }, three, rateFromDecimal('0.92'))).toBe(15)
    expect(discountOf({ percentBp: null, amountUsdCents: 500 }, [line], rateFromDecimal('160.77'), 100)).toBe(80_400)
  })

  it('says in the currency what is missing', () => {
    const verdict = judge({ ...terms, minimumUsdCents: 5000 }, [line], {
      exchange: { rate: rateFromDecimal('2'), unit: 1 },
      now,
    })
    expect(verdict).toEqual({ good: false, why: 'tooLittle', minimum: 10_000 })
  })

  it('asks for the very sum that it says: goods that come to it in the currency are enough, less is not', () => {
    // 1.00 and 0.66 USD of goods are 2 and 1 yen here, and a minimum of 1.34 USD is 2.
    const yen = { exchange: { rate: rateFromDecimal('1.5'), unit: 100 }, now }
    const cart = (unitUsdCents: number) => judge({ ...terms, minimumUsdCents: 134 }, [{ ...line, unitUsdCents }], yen)
    expect(cart(100)).toMatchObject({ good: true })
    expect(cart(66)).toEqual({ good: false, why: 'tooLittle', minimum: 200 })
    // 87 units of 0.02 USD, each rounded down, are 0.87 there, and 1.34 USD is 0.88.
    const many = { exchange: { rate: rateFromDecimal('0.66'), unit: 1 }, now }
    const units = (quantity: number) =>
      judge({ ...terms, minimumUsdCents: 134 }, [{ ...line, unitUsdCents: 2, quantity }], many)
    expect([units(88).good, units(87)]).toEqual([true, { good: false, why: 'tooLittle', minimum: 88 }])
  })

  it('takes nothing off nothing', () => {
    expect(judge(terms, [], at)).toEqual({ good: false, why: 'forbidden' })
    expect(discountOf({}, [{ ...line, unitUsdCents: 0 }])).toBe('forbidden')
  })
})

const anyLines = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 4 }),
    categoryIds: fc.subarray([1, 2, 3], { minLength: 1 }),
    sellerId: fc.integer({ min: 1, max: 3 }),
    unitUsdCents: fc.integer({ min: 0, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
  }),
  { maxLength: 12 },
)
const some = fc.option(fc.subarray([1, 2, 3]))
const anyTerms: fc.Arbitrary<CouponTerms> = fc
  .tuple(
    fc.oneof(
      fc.record({ percentBp: fc.integer({ min: 1, max: 10_000 }), amountUsdCents: fc.constant(null) }),
      fc.record({ percentBp: fc.constant(null), amountUsdCents: fc.integer({ min: 1, max: 10_000_000 }) }),
    ),
    fc.record({
      minimumUsdCents: fc.nat(5_000_000),
      categoryIds: some,
      productIds: some,
      sellerIds: some,
    }),
  )
  .map(([kind, limits]) => ({ ...terms, ...kind, ...limits }))
const anyRate = fc.bigInt({ min: 1_000n, max: 10n ** 12n })
const anyUnit = fc.constantFrom(1, 100)

it('never takes more than the goods that it is for cost, and never a fraction of a cent or of a yen', () => {
  fc.assert(
    fc.property(anyTerms, anyLines, anyRate, anyUnit, (coupon, lines, rate, unit) => {
      const verdict = judge(coupon, lines, { exchange: { rate, unit }, now })
      if (!verdict.good) return
      const goods = lines
        .filter((each) => judge({ ...coupon, minimumUsdCents: 0 }, [each], { exchange: { rate, unit }, now }).good)
        .reduce((sum, each) => sum + convert(each.unitUsdCents, { rate, unit }) * each.quantity, 0)
      expect(Number.isSafeInteger(verdict.discount)).toBe(true)
      expect(verdict.discount % unit).toBe(0)
      expect(verdict.discount).toBeGreaterThanOrEqual(0)
      expect(verdict.discount).toBeLessThanOrEqual(goods)
    }),
  )
})

it('does not care about the order of lines, nor about lines that it is not for', () => {
  fc.assert(
    fc.property(anyTerms, anyLines, anyRate, anyUnit, (coupon, lines, rate, unit) => {
      const verdict = judge(coupon, lines, { exchange: { rate, unit }, now })
      expect(judge(coupon, lines.toReversed(), { exchange: { rate, unit }, now })).toEqual(verdict)
      if (coupon.productIds === null) return
      expect(judge(coupon, [...lines, { ...line, productId: 9 }], { exchange: { rate, unit }, now })).toEqual(verdict)
    }),
  )
})

it('takes no less off when more is bought', () => {
  fc.assert(
    fc.property(anyTerms, anyLines, anyRate, anyUnit, (coupon, lines, rate, unit) => {
      const before = judge(coupon, lines, { exchange: { rate, unit }, now })
      const after = judge(coupon, [...lines, line], { exchange: { rate, unit }, now })
      if (before.good && after.good) expect(after.discount).toBeGreaterThanOrEqual(before.discount)
      if (before.good) expect(after.good).toBe(true)
    }),
  )
})

it('is found however its code is typed', () => {
  expect(normalCode('  welcome10 ')).toBe('WELCOME10')
})
