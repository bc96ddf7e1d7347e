// Numbers of the orders' forms, lists and acts, each with its unit; and how what is typed to find an order is read. Apart from the rules,
// which pages fetch later.
import { isTypedUuid } from '#platform/uuid.ts'

/** Characters that a shopper may type (specification §5). */
export const EMAIL_LENGTH = 100
export const NOTE_LENGTH = 1000
export const ORDER_NO_LENGTH = 40
/** What is looked for in the list of orders, in characters. */
export const SEARCH_LENGTH = 50

/** Orders on a page of the back office, and orders that its list counts at most. */
export const ORDERS_PER_PAGE = 50
export const ORDERS_COUNTED = 1_000
/** What is looked for in the back office, in characters. */
export const LONGEST_ORDER_SEARCH = 254
/** Lines of a product that are looked at for one page of its orders. */
export const LINES_LOOKED_AT = 4_000
/** Orders that are looked at for one page of a product's within days, a tenth of a second. */
export const ORDERS_LOOKED_AT = 20_000
/** Lines that are looked at first: mostly so many are enough. */
export const LINES_LOOKED_AT_FIRST = 200
/** Fewer orders than these have a status that is rare in the whole shop. */
export const RARE_STATUS = 500
/** Versions of a product whose orders are listed. */
export const VERSIONS_LOOKED_AT = 200
/** Products that are offered to narrow the list to. */
export const PRODUCTS_OFFERED = 8
/** Hours that an order which was made in the back office waits for its buyer’s payment. */
export const PAYMENT_HOURS = 72
/** US cents: a refund above it asks who makes it to prove himself again. */
export const REFUND_PROVED_ABOVE = 10_000
/** Keys that one person replaces, or sends elsewhere with their orders, within a day: of more the operator is told. */
export const KEYS_HANDED_OUT = 5

/** What is copied out of a sentence brings marks along that nobody sees (Unicode isolates). */
export const withoutMarks = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()

const ORDER_NO = /^[2-9A-HJKMNP-TV-Z]{10}$/

/** What a key never has beside it: a word with a small letter, or of another script; or the word itself in capitals. */
const isWord = (text: string) => /^\p{L}+$/u.test(text) && (text === 'ORDER' || /[^A-Z]/.test(text))

/**
 * The order number in what was typed, or copied out of a sentence: alone, however it is grouped, or as the only one among words
 * (`Order #7bn9rdygka.`). Undefined: there is none.
 */
export function orderNoIn(text: string): string | undefined {
  const typed = withoutMarks(text)
  const alone = typed.replace(/[\s\p{P}]/gu, '').toUpperCase()
  if (!/[:：@]/.test(typed) && ORDER_NO.test(alone)) return alone
  // `login:password` is an account, and so long a row of digits and letters is a key.
  if (/[@:]\S/.test(typed)) return undefined
  const parts = typed.match(/[A-Za-z0-9]+|(?:(?![A-Za-z])\p{L})+/gu) ?? []
  // One number in twenty has no digit; in small letters it could be a word, unless it is called a number.
  const isNumbered = (part: string) => /\d/.test(part) || typed.includes(`#${part}`)
  const found = parts.filter((part) => ORDER_NO.test(isNumbered(part) ? part.toUpperCase() : part))
  const isSentence = parts.every((part) => found.includes(part) || isWord(part))
  return isSentence && found.length === 1 ? found[0]!.toUpperCase() : undefined
}

/**
 * What could be a key: five letters and digits, longer rows of them, an account with its password. It is looked for by a call
 * whose body has it, so that it stands in no address. An order number has ten, and an id is none.
 */
export function isLikeKey(text: string): boolean {
  const typed = withoutMarks(text)
  if (isTypedUuid(typed) || orderNoIn(typed) !== undefined) return false
  if (/^[A-Za-z0-9]{5}$/.test(typed) || typed.includes(':')) return true
  return /^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$/.test(typed) && typed.replace(/[ -]/g, '').length > 10
}
