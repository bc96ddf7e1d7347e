import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addLine,
  type CartLine,
  ensureLine,
  MAX_COUNT,
  MAX_LINES,
  readCart,
  removeLine,
  sameLine,
  setCount,
  totalCount,
  writeCart,
} from './rules.ts'
import { withoutOrdered } from './ui/ordered.ts'

const elden: CartLine = { productId: 16, skuId: 25, offerId: 45, count: 1 }
const baldur: CartLine = { productId: 19, skuId: 32, offerId: 58, count: 3 }

const id = fc.integer({ min: 1, max: 2_147_483_647 })
const anyLine = fc.record({
  productId: id,
  skuId: id,
  offerId: id,
  count: fc.integer({ min: 1, max: MAX_COUNT }),
})
const anyCart = fc.uniqueArray(anyLine, { maxLength: MAX_LINES, comparator: sameLine })

describe('a cart', () => {
  it('takes a new line at its end', () => {
    expect(addLine([elden], baldur)).toEqual([elden, baldur])
  })

  it('holds what is bought at once as often as it is wanted, however often that is pressed', () => {
    expect(ensureLine([elden], baldur)).toEqual([elden, baldur])
    expect(ensureLine(ensureLine([elden], baldur), baldur)).toEqual([elden, baldur])
    expect(ensureLine([baldur], { ...baldur, count: 1 })).toEqual([baldur])
    expect(ensureLine([elden], { ...elden, count: 4 })).toEqual([{ ...elden, count: 4 }])
  })

  it('counts a line that it has once more instead of taking it twice', () => {
    expect(addLine([elden, baldur], { ...elden, count: 2 })).toEqual([{ ...elden, count: 3 }, baldur])
  })

  it.each(['productId', 'skuId', 'offerId'] as const)('tells lines apart by %s', (part) => {
    expect(addLine([elden], { ...elden, [part]: 99 })).toHaveLength(2)
  })

  it('has left after an order what came to it meanwhile', () => {
    expect(withoutOrdered([elden, baldur], [elden, baldur])).toEqual([])
    expect(withoutOrdered([elden, baldur], [elden])).toEqual([baldur])
    expect(withoutOrdered([elden, baldur], [{ ...baldur, count: 1 }])).toEqual([elden, { ...baldur, count: 2 }])
    // Meanwhile it was taken out, or less of it is there.
    expect(withoutOrdered([{ ...baldur, count: 1 }], [elden, baldur])).toEqual([])
  })

  it('has at most 1000 of a line', () => {
    expect(totalCount(addLine([{ ...elden, count: 999 }], { ...elden, count: 7 }))).toBe(1000)
    expect(totalCount(addLine([], { ...elden, count: 5000 }))).toBe(1000)
  })

  it('has at most 100 lines', () => {
    const full = Array.from({ length: 100 }, (_, i) => ({ ...elden, offerId: i + 1 }))
    expect(addLine(full, baldur)).toBe(full)
    expect(totalCount(addLine(full, { ...elden, offerId: 100 }))).toBe(101)
  })

  it.each([
    [0, 1],
    [-5, 1],
    [2.9, 2],
    [1001, 1000],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1000],
  ])('makes a count of %d into %d', (count, expected) => {
    expect(setCount([elden], elden, count)).toEqual([{ ...elden, count: expected }])
  })

  it('gives up a line whatever its count', () => {
    expect(removeLine([elden, baldur], { ...baldur, count: 1 })).toEqual([elden])
  })

  it('stays as it was when a line that it does not have is changed or given up', () => {
    expect(setCount([elden], baldur, 7)).toEqual([elden])
    expect(removeLine([elden], baldur)).toEqual([elden])
  })

  it('never changes the lines that it was made of', () => {
    const before = Object.freeze([Object.freeze({ ...elden })]) as CartLine[]
    addLine(before, elden)
    setCount(before, elden, 5)
    removeLine(before, elden)
    expect(before).toEqual([elden])
  })
})

describe('the cookie of a cart', () => {
  it('is short and needs no escaping', () => {
    expect(writeCart([elden, baldur])).toBe('g.p.19.1-j.w.1m.3')
  })

  it('brings back every cart', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(readCart(writeCart(cart))).toEqual(cart)
      }),
    )
  })

  it('fits into a cookie even when the cart is as full as can be', () => {
    const largest = { productId: 2_147_483_647, skuId: 2_147_483_647, count: MAX_COUNT }
    const full = Array.from({ length: MAX_LINES }, (_, i) => ({ ...largest, offerId: 2_147_483_647 - i }))
    expect(writeCart(full).length).toBeLessThan(3_800)
    expect(readCart(writeCart(full))).toEqual(full)
  })

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['another format', '[{"productId":1}]'],
    ['too few parts', '1.2.3'],
    ['too many parts', '1.2.3.4.5'],
    ['a count of nothing', '1.2.3.0'],
    ['a count beyond 1000', '1.2.3.rt'],
    ['an id of nothing', '0.2.3.4'],
    ['an id beyond what the shop counts to', 'zzzzzz.2.3.4'],
    ['signs', '+1.2.3.4'],
    ['upper case', 'G.P.19.1'],
    ['something to be run', '<script>alert(1)</script>'],
  ])('means an empty cart when it holds %s', (_, text) => {
    expect(readCart(text)).toEqual([])
  })

  it('keeps what is sound beside what is not, and a line only once', () => {
    expect(readCart('rubbish-g.p.19.1--g.p.19.5-0.0.0.0-j.w.1m.3')).toEqual([elden, baldur])
  })

  it('is read without harm whatever it holds', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'0129az.-%'), maxLength: 6_000 })
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 6_000 }), nearly), (text) => {
        const cart = readCart(text)
        expect(cart.length).toBeLessThanOrEqual(MAX_LINES)
        for (const line of cart) {
          for (const part of [line.productId, line.skuId, line.offerId]) {
            expect(Number.isInteger(part) && part >= 1 && part <= 2_147_483_647).toBe(true)
          }
          expect(line.count >= 1 && line.count <= MAX_COUNT).toBe(true)
          expect(cart.filter((other) => sameLine(line, other))).toHaveLength(1)
        }
        expect(readCart(writeCart(cart))).toEqual(cart)
      }),
    )
  })
})
