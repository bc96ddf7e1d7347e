// Money at Stripe in its own units (docs.stripe.com/currencies), of amounts in the shop's selling units (decision F15).
import { expect, test } from 'vitest'
import { sellingUnit } from '#platform/money.ts'
import { ProviderRefused } from '../provider.ts'
import { fromWire, toWire } from './amounts.ts'

/** 1200 of the currency, as the shop has it and as Stripe wants it. */
test.each([
  ['USD', 120_000, 120_000],
  ['EUR', 120_000, 120_000],
  // Zero decimals at Stripe.
  ['JPY', 120_000, 1_200],
  ['KRW', 120_000, 1_200],
  ['VND', 120_000, 1_200],
  ['CLP', 120_000, 1_200],
  ['XOF', 120_000, 1_200],
  // Whole units here, hundredths there.
  ['TWD', 120_000, 120_000],
  ['HUF', 120_000, 120_000],
  // Whole units for everybody, and two zeros all the same.
  ['ISK', 120_000, 120_000],
  ['UGX', 120_000, 120_000],
  // Thousandths there, sold to hundredths.
  ['KWD', 120_000, 1_200_000],
  ['BHD', 120_001, 1_200_010],
])('%s: %i hundredths are %i at Stripe, and back', (currency, hundredths, wire) => {
  expect(hundredths % sellingUnit(currency)).toBe(0)
  expect(toWire(hundredths, currency)).toBe(wire)
  expect(fromWire(wire, currency)).toBe(hundredths)
})

test.each([
  ['JPY', 120_050],
  ['KRW', 1],
  ['ISK', 120_050],
  ['UGX', 120_001],
  ['USD', 0],
  ['USD', -1],
  ['USD', 0.5],
])('%s %d can’t be charged exactly, and is refused', (currency, hundredths) => {
  expect(() => toWire(hundredths, currency)).toThrow(ProviderRefused)
})

test('what is sold in whole units can be charged in each currency that Stripe counts without decimals', () => {
  for (const currency of 'BIF CLP DJF GNF JPY KMF KRW PYG RWF VND VUV XAF XOF XPF ISK UGX'.split(' ')) {
    expect([currency, sellingUnit(currency)]).toEqual([currency, 100])
    expect(fromWire(toWire(sellingUnit(currency), currency), currency)).toBe(sellingUnit(currency))
  }
})

test('a thousandth of a dinar too little is not rounded up', () => {
  expect(fromWire(12_339, 'KWD')).toBe(1233)
})
