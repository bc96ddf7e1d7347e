export { type Currencies, exchangeOf } from './currencies.ts'
export { fillCurrencies } from './first-start.ts'
export { guessCountry } from './location.ts'
