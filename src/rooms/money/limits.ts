export const LONGEST_SYMBOL = 6
/** Of a rate as a decimal: what stands before the point, and behind it. */
export const RATE = /^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,8})?$/
export const MOST_CURRENCIES = 60
/** In how many places of the list one can stand. */
export const LAST_POSITION = 1_000
