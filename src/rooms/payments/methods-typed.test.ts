// What is typed for `npm run methods`: read exactly, or refused by the name of its option; and what is warned of.
import { expect, test } from 'vitest'
import { readChange, WronglyTyped } from './method-typed.ts'
import { forbiddenFees, type Method } from './methods.ts'

test.each([
  [{ fee: '1.234' }, '--fee'],
  [{ fee: '-1' }, '--fee'],
  [{ fee: '100.01' }, '--fee'],
  [{ currencies: 'EUR,XYZ' }, '--currencies: XYZ'],
  [{ currencies: ' , ' }, '--currencies: none'],
  [{ countries: 'D' }, '--countries: D is'],
  [{ countries: 'ZZ' }, '--countries: ZZ is'],
  [{ countries: 'EU' }, '--countries: EU is'],
  [{ countries: 'DE', 'not-countries': 'US' }, 'either'],
  [{ types: '3' }, '--types'],
  [{ position: '-1' }, '--position'],
  [{ hours: '0' }, '--hours'],
  [{ hours: '8761' }, '--hours'],
  [{ name: ['xx=Karte'] }, '--name: xx'],
  [{ name: ['a'.repeat(61)] }, '--name'],
  [{ name: ['two\nlines'] }, '--name'],
  [{ minimum: ['EUR'] }, '--minimum'],
  [{ minimum: ['XYZ=1'] }, '--minimum'],
])('%o is refused', (typed, why) => {
  const read = () => readChange(typed, { label: null, minimum: {} })
  expect(read).toThrow(WronglyTyped)
  expect(read).toThrow(why)
})

test('what is typed is read exactly', () => {
  const now = { label: { 'en-US': 'Card', de: 'Karte' }, minimum: { EUR: 50, USD: 50 } }
  expect(readChange({}, now)).toEqual({})
  expect(readChange({ fee: '0.07' }, now)).toEqual({ feeBp: 7 })
  expect(readChange({ fee: '100 %' }, now)).toEqual({ feeBp: 10_000 })
  expect(readChange({ currencies: 'any', types: 'all' }, now)).toEqual({ currencies: ['*'], productTypes: [] })
  expect(readChange({ countries: 'pt br, pt' }, now)).toEqual({ countries: ['BR', 'PT'], countriesExcluded: false })
  expect(readChange({ 'not-countries': 'all' }, now)).toEqual({ countries: [], countriesExcluded: false })
  expect(readChange({ name: ['de='] }, now)).toEqual({ label: { 'en-US': 'Card' } })
  expect(readChange({ name: ['', 'de='] }, now)).toEqual({ label: null })
  expect(readChange({ name: ['2=1'] }, now)).toEqual({ label: { 'en-US': '2=1', de: 'Karte' } })
  expect(readChange({ minimum: ['EUR=0', 'jpy=50'] }, now)).toEqual({ minimum: { USD: 50, JPY: 5_000 } })
})

test('only what is offered, takes consumers’ cards and asks a fee there is warned of', () => {
  const method: Method = {
    id: 7,
    provider: 'stripe',
    label: null,
    feeBp: 100,
    currencies: ['*'],
    minimum: {},
    productTypes: [],
    code: null,
    countries: [],
    countriesExcluded: false,
    enabled: true,
  }
  const warned = (change: Partial<Method>, environment = {}) =>
    forbiddenFees([{ ...method, ...change }], environment).length
  expect(warned({})).toBe(1)
  expect(warned({ feeBp: 0 })).toBe(0)
  expect(warned({ enabled: false })).toBe(0)
  expect(warned({ provider: 'paypal' })).toBe(0)
  expect(warned({ provider: 'eecpay' })).toBe(1)
  // Which of its methods the provider is set up with, the environment says.
  expect(warned({ provider: 'payssion' }, { PAYSSION_PM_ID: 'card_ae' })).toBe(1)
  expect(warned({ provider: 'payssion' }, { PAYSSION_PM_ID: 'paysafecard' })).toBe(0)
  expect(warned({ provider: 'payssion', code: 'paysafecard' }, { PAYSSION_PM_ID: 'card_ae' })).toBe(0)
  expect(warned({ countries: ['GB'] })).toBe(1)
  expect(warned({ countries: ['CH', 'US'] })).toBe(0)
  expect(warned({ countries: ['US'], countriesExcluded: true })).toBe(1)
  expect(warned({ provider: 'payssion', code: 'creditcard_br' })).toBe(1)
  expect(warned({ provider: 'payssion', code: 'creditcard_br', countries: ['BR'] })).toBe(0)
  expect(warned({ provider: 'payssion', code: 'pix_br' })).toBe(0)
})
