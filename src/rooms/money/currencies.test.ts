import { expect, test } from 'vitest'
import { currenciesIn } from './currencies.ts'

const row = (id: number, code: string, symbol: string) => ({ id, code, symbol, name: code, rateE8: 1, isOn: true })

test('a symbol that two currencies share says which of them is meant; dollars are dollars', () => {
  const rows = [row(1, 'USD', '$'), row(2, 'CNY', '¥'), row(3, 'JPY', '¥'), row(4, 'EUR', '€'), row(5, 'MXN', '$')]
  const { symbolOf } = currenciesIn(
    () => rows,
    () => 'USD',
  )
  expect(['USD', 'CNY', 'JPY', 'EUR', 'MXN', 'ISK'].map(symbolOf)).toEqual(['$', 'CN¥', 'JP¥', '€', 'MX$', 'ISK'])
})
