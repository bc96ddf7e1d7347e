// What the pages promise.
import { SHOP_NAME, SUPPORT_EMAIL } from '#platform/identity.ts'
import { defineSetting, flag, mayBeColour, wholeNumber } from '#platform/settings/define.ts'
import { LANGUAGE, LANGUAGES } from '#platform/settings/languages.ts'
import { SELLER_SETTINGS } from './seller.ts'

/** Working days within which somebody answers. */
export const ANSWER_DAYS = defineSetting('promise.answerDays', {
  schema: wholeNumber(1, 30),
  unit: 'days',
  initial: '2',
})
/** Whether support is there day and night. */
export const ALWAYS_OPEN = defineSetting('promise.alwaysOpen', { schema: flag, initial: '0' })
/** The year with which © begins. */
export const SINCE = defineSetting('shop.since', {
  schema: wholeNumber(1990, 2200),
  unit: 'year',
  initial: String(new Date().getUTCFullYear()),
})
/** Colour of buttons, links and what is chosen, on every page and in mails. Empty: the house's. */
export const COLOUR = defineSetting('shop.colour', { schema: mayBeColour, initial: '' })

export const SETTINGS = [
  SHOP_NAME,
  SUPPORT_EMAIL,
  LANGUAGES,
  LANGUAGE,
  ...SELLER_SETTINGS,
  ANSWER_DAYS,
  ALWAYS_OPEN,
  SINCE,
  COLOUR,
]
