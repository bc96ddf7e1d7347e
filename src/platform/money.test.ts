import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  convert,
  exchangeInto,
  formatMoney,
  fromMajor,
  rateFromDecimal,
  sellingUnit,
  share,
  toMajor,
  toUsd,
  USD_RATE,
} from './money.ts'

/** n / d, half away from zero, by the schoolbook. */
function reference(n: bigint, d: bigint): bigint {
  const [size, sign] = n < 0n ? [-n, -1n] : [n, 1n]
  const whole = size / d
  return sign * ((size % d) * 2n >= d ? whole + 1n : whole)
}

const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const rate = fc.bigInt({ min: 1n, max: 10_000_000_000_000n })
const unit = fc.constantFrom(1, 100)

test('a price in another currency is rounded half away from zero, never through a float', () => {
  fc.assert(
    fc.property(cents, rate, unit, (amount, perUsd, unit) => {
      const units = Number(reference(BigInt(amount) * perUsd, USD_RATE * BigInt(unit)))
      // What is above zero is not given away for being small.
      const sold = amount > 0 ? Math.max(1, units) : units
      expect(convert(amount, { rate: perUsd, unit })).toBe(sold * unit)
      expect(toUsd(amount, perUsd)).toBe(Number(reference(BigInt(amount) * USD_RATE, perUsd)))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  [1, 50_000_000n, 1],
  [-1, 50_000_000n, -1],
  [1, 49_999_999n, 1],
  [-1, 49_999_999n, 0],
  [3, 50_000_000n, 2],
  [1999, 16_077_000_000n, 321_379],
  [1999, 86_840_000n, 1736],
  [0, 86_840_000n, 0],
])('%i cents at %i e-8 are %i', (amount, perUsd, result) =>
  expect(convert(amount, exchangeInto('EUR', perUsd))).toBe(result),
)

test.each([
  ['JPY', 1999, '160.77', 321_400],
  ['JPY', 1, '50', 100],
  ['JPY', 1, '49.99999999', 100],
  ['TWD', 1, '32.15', 100],
  ['TWD', 0, '32.15', 0],
  ['KRW', 1999, '1490.28', 2_979_100],
  ['TWD', 1999, '32.15', 64_300],
  ['HUF', 1999, '340.5', 680_700],
  ['KWD', 1999, '0.30712345', 614],
  ['USD', 1999, '1', 1999],
])('%s: %i US cents at %s are %i hundredths, whole units where only these are sold', (code, cents, rate, price) =>
  expect(convert(cents, exchangeInto(code, rateFromDecimal(rate)))).toBe(price),
)

test('the selling unit is ISO 4217’s, never finer than a hundredth, and whole for TWD and HUF', () => {
  const whole = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF TWD HUF'
  for (const code of whole.split(' ')) expect([code, sellingUnit(code)]).toEqual([code, 100])
  const fine = 'BHD IQD JOD KWD LYD OMR TND USD EUR GBP CNY HKD BRL CAD AUD CHF SEK INR MXN SGD CZK PLN IDR THB AFN ALL'
  for (const code of fine.split(' ')) expect([code, sellingUnit(code)]).toEqual([code, 1])
})

test('dollars are dollars, there and back', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(convert(amount, exchangeInto('USD', USD_RATE))).toBe(amount)
      expect(toUsd(amount, USD_RATE)).toBe(amount)
    }),
  )
})

test('a share in basis points is rounded the same way; all of it is all, none is none', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), unit, (count, points, unit) => {
      const amount = count * unit
      const units = reference(BigInt(amount) * BigInt(points), 10_000n * BigInt(unit))
      expect(share(amount, points, unit)).toBe(Number(units) * unit)
      expect(share(amount, 10_000, unit)).toBe(amount)
      expect(share(amount, 0, unit) + 0).toBe(0)
    }),
  )
})

describe('money in JSON', () => {
  test('has at most two decimals and comes back as it went', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (minor) => {
        const text = JSON.stringify(toMajor(minor))
        expect(text).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(fromMajor(JSON.parse(text))).toBe(minor)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    0.001,
    19.995,
    1e-8,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -Number.POSITIVE_INFINITY,
    1e12,
    2 ** 53,
    0.1 + 0.2 + 0.005,
  ])('%d is no amount of money', (major) => expect(() => fromMajor(major)).toThrow('two decimals'))

  test('the small errors that arithmetic of floats makes are no third decimal', () => {
    expect(fromMajor(0.1 + 0.2)).toBe(30)
    expect(fromMajor(1.1 * 3)).toBe(330)
    expect(fromMajor(-0.29)).toBe(-29)
  })
})

describe('a rate', () => {
  test('is read to the eighth place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99_999_999 }), (whole, parts) => {
        const text = `${whole}.${String(parts).padStart(8, '0')}`
        expect(rateFromDecimal(text)).toBe(BigInt(whole) * 100_000_000n + BigInt(parts))
      }),
    )
    expect(rateFromDecimal('6.7758')).toBe(677_580_000n)
    expect(rateFromDecimal('1')).toBe(USD_RATE)
  })

  test.each(['', '-1', '1.', '.5', '1e3', '1,5', ' 1', '1.123456789', '0x1', 'NaN', '1234567890', '１'])(
    '“%s” is none',
    (text) => expect(() => rateFromDecimal(text)).toThrow('at most 8 places'),
  )
})

describe('shown', () => {
  test.each([
    [0, '$', '$\u00a00.00'],
    [5, '$', '$\u00a00.05'],
    [123_456, '€', '€\u00a01,234.56'],
    [100_000_000, 'HK$', 'HK$\u00a01,000,000.00'],
    [-1999, '$', '−$\u00a019.99'],
  ])('%i is %s %s', (minor, symbol, text) => expect(formatMoney(minor, symbol)).toBe(text))

  test('money always has two decimals and reads back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (minor) => {
        const text = formatMoney(minor, '$')
        expect(text).toMatch(/^−?\$\u00a0\d{1,3}(,\d{3})*\.\d{2}$/)
        expect(Number(text.replace('−', '-').replace(/[$,\u00a0.]/g, '')) + 0).toBe(minor + 0)
      }),
    )
  })
})
