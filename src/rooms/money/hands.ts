export { type Currencies, exchangeOf } from './currencies.ts'
