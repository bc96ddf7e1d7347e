// How the office writes amounts: with two decimals in every currency (decision C6), whatever a browser's tables say of it.
import { expect, test } from 'vitest'
import { sayMoney } from './said.ts'
import type { TranslateOffice } from './words.ts'

const english = { tag: 'en-US' } as TranslateOffice
const said = (amount: number, currency: string) => sayMoney(english, amount, currency).replaceAll('\u00a0', ' ')

test('an amount has two decimals, also in currencies that Intl writes without any or with three', () => {
  expect([said(5_599.49, 'PKR'), said(0.4, 'COP'), said(-1.5, 'IDR'), said(1_200, 'JPY'), said(2.5, 'KWD')]).toEqual([
    ...['PKR 5,599.49', 'COP 0.40', '-IDR 1.50', 'JPY 1,200.00', 'KWD 2.50'],
  ])
})
