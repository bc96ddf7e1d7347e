import { expect, test } from 'vitest'
import { CurrencyForm, NewCurrencyForm } from './forms.ts'
import { areOld } from './rules.ts'

test('rates of Maundy Thursday are not old when those of Easter Tuesday come', () => {
  expect(areOld('2027-03-25', new Date('2027-03-30T15:57:00Z'))).toBe(false)
  expect(areOld('2027-03-25', new Date('2027-03-31T00:57:00Z'))).toBe(true)
})

test('a comma that may part thousands is not guessed at', () => {
  const typed = { code: 'VND', symbol: '₫', reason: 'Vietnam' }
  const refusalOf = (rate: string) => NewCurrencyForm.safeParse({ ...typed, rate }).error?.issues[0]?.message
  for (const rate of ['26,000', '1,529', ' 26,000 ']) expect(refusalOf(rate), rate).toBe('currencies.rateComma')
  for (const rate of ['0,925', '26000', '26000,5', '0,8684']) expect(refusalOf(rate), rate).toBeUndefined()
  const change = { symbol: '₩', followsBank: '0', isOn: '1', position: '3', reason: 'as the market' }
  expect(CurrencyForm.safeParse({ ...change, rate: '1,529' }).success).toBe(false)
})
