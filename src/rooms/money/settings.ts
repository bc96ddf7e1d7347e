// What an operator may change of currencies beside the currencies themselves.
import { z } from 'zod'
import { defineSetting, wholeNumber } from '#platform/settings/define.ts'
import { currencyRows } from './store.ts'

/** By how many percent a rate may differ from the one before it, without a person who says that it is right. */
export const MOST_JUMP = defineSetting('rate.jump.percent', {
  ...{ schema: wholeNumber(1, 100), unit: 'percent', initial: '10' },
})

/** What visitors start with whose language has no currency of its own here, or one that is not offered. */
export const CURRENCY = defineSetting('shop.currency', {
  schema: z.string().regex(/^[A-Z]{3}$/),
  initial: 'USD',
  choices: async (db) => (await currencyRows(db)).filter(({ isOn }) => isOn).map(({ code }) => code),
})

export const SETTINGS = [MOST_JUMP, CURRENCY]
