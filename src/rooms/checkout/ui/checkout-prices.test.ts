import { expect, it } from 'vitest'
import { exchangeInto, fromMajor, rateFromDecimal } from '#platform/money.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { refusalOf } from '#rooms/payments/ui/method-rules.ts'
import type { CartRow } from './cart/use-cart-rows.ts'
import { shownPrices } from './checkout-prices.ts'
import { freshBreakdown, orderLines } from './sent-amounts.ts'

const exchange = exchangeInto('EUR', rateFromDecimal('0.92'))
const charges = { serviceThreshold: 5, serviceCharge: 0.3 }
const method: PaymentMethod = {
  id: 1,
  name: 'Wallet',
  hint: null,
  fee: 1.5,
  img: null,
  imgWidth: null,
  imgAlt: null,
  type: 'payssion',
  currency: ['*'],
  minimum: {},
  productTypes: [],
  countries: [],
  countriesExcluded: false,
  forMembers: false,
}

function row(productPrice: number, count: number, exists = true): CartRow {
  const sold = { productId: 1, skuId: 2, offerId: productPrice }
  const product = { ...sold, exists, productPrice } as CartRow['product']
  return { key: String(productPrice), line: { ...sold, count }, product, state: 'fine', unit: 0, total: 0 }
}

it('shows what the server will reckon: units, lines, fee and service charge in the order’s currency', () => {
  expect(shownPrices([row(1.99, 2)], { exchange, method, charges, coupon: 0, discount: 0 })).toMatchObject({
    units: [183],
    lines: [366],
    goods: 366,
    fee: 5,
    service: 28,
    total: 366 + 5 + 28,
  })
})

it('takes off what the member’s level does, in percent of goods, before a coupon that is worth more than is left', () => {
  const rules = { exchange, method, charges, discount: 2.5 }
  const prices = shownPrices([row(20, 1)], { ...rules, coupon: 100 })
  expect(prices).toMatchObject({ goods: 1840, discount: 46, fee: 28, coupon: 100, total: 1840 - 46 + 28 - 100 })
  expect(shownPrices([row(20, 1)], { ...rules, coupon: 1840 })).toMatchObject({ coupon: 1794, total: 28 })
})

it('shows nothing while a price is not known', () => {
  expect(
    shownPrices([row(1.99, 2), { ...row(5, 1), product: undefined }], {
      exchange,
      method,
      charges,
      coupon: 0,
      discount: 0,
    }),
  ).toBeUndefined()
})

it('counts nothing for what is no longer sold', () => {
  expect(shownPrices([row(9, 1), row(0, 4, false)], { exchange, method, charges, coupon: 0, discount: 0 })?.goods).toBe(
    828,
  )
})

it('reads the server’s fresh prices into the same form', () => {
  const prices = shownPrices([row(1.99, 2), row(20, 1)], { exchange, method, charges, coupon: 0, discount: 0 })!
  const { units, lines: _, ...parts } = prices
  const major = Object.fromEntries(Object.entries(parts).map(([part, minor]) => [part, minor / 100])) as Record<
    keyof typeof parts,
    number
  >
  const fresh = { ...major, units: units.map((unit) => unit / 100), currencyType: 'EUR' }
  expect(freshBreakdown(fresh, [2, 1])).toEqual(prices)
})

it('sends lines in the order in which they are shown, with amounts of money', () => {
  const rows = [row(1.99, 2), row(20, 1)]
  const sent = orderLines(rows, shownPrices(rows, { exchange, method, charges, coupon: 0, discount: 0 })!)
  expect(sent.productCount).toEqual([2, 1])
  expect(sent.productRealPrice.map(fromMajor)).toEqual([183, 1840])
})

it.each([
  [['*'], {}, 'ISK', 1, undefined],
  [['USD', 'EUR'], {}, 'EUR', 1, undefined],
  [['USD', 'EUR'], {}, 'JPY', 1, 'pay.noSupport'],
  [[], {}, 'USD', undefined, 'pay.noSupport'],
  [['*'], { JPY: 50 }, 'JPY', 4900, 'pay.belowMinimum'],
  [['*'], { JPY: 50 }, 'JPY', 5000, undefined],
  [['*'], { JPY: 50 }, 'USD', 1, undefined],
  // Not known yet, and nothing to pay.
  [['*'], { USD: 0.5 }, 'USD', undefined, undefined],
  [['*'], { USD: 0.5 }, 'USD', 0, undefined],
] as const)(
  'a method of %j with the minimum %j, asked for %s and %j hundredths: %j',
  (currency, minimum, code, total, refusal) => {
    expect(
      refusalOf(
        { ...method, currency: [...currency], minimum },
        { currency: code, country: '', types: [0], total, isMember: false },
      ),
    ).toBe(refusal)
  },
)

it.each([
  [[], [0, 1, 2], undefined],
  [[1], [1, 1], undefined],
  [[0, 1], [1, 0], undefined],
  [[1], [1, 0], 'pay.notForGoods'],
  // What is in the cart is not known yet.
  [[1], [], undefined],
] as const)('a method for products of the types %j, asked for a cart of %j: %j', (productTypes, types, refusal) => {
  const some = { ...method, productTypes: [...productTypes] }
  expect(refusalOf(some, { currency: 'USD', country: '', types, total: 100, isMember: false })).toBe(refusal)
})

it('offers a member’s balance to members alone', () => {
  const bill = { currency: 'USD', country: '', types: [0], total: 100 }
  const balance = { ...method, forMembers: true }
  expect(refusalOf(balance, { ...bill, isMember: false })).toBe('pay.memberOnly')
  expect(refusalOf(balance, { ...bill, isMember: true })).toBeUndefined()
})

it.each([
  [[], false, 'DE', undefined],
  [['BR', 'PT'], false, 'BR', undefined],
  [['BR', 'PT'], false, 'DE', 'pay.notInCountry'],
  [['BR', 'PT'], true, 'BR', 'pay.notInCountry'],
  [['BR', 'PT'], true, 'DE', undefined],
  // Where the buyer is, is not known yet.
  [['BR'], false, '', undefined],
] as const)(
  'a method for %j (all but these: %j), asked for in %j: %j',
  (countries, countriesExcluded, country, refusal) => {
    const some = { ...method, countries: [...countries], countriesExcluded }
    expect(refusalOf(some, { currency: 'USD', country, types: [0], total: 100, isMember: false })).toBe(refusal)
  },
)
