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

/**
 * What could be a key: five letters and digits, longer rows of them, an account with its password. It is looked for by a call
 * whose body has it, so that it stands in no address. An order number has ten, and an id is none.
 */
export function isLikeKey(text: string): boolean {
  const typed = withoutMarks(text)
  if (isTypedUuid(typed)) return false
  if (/^[A-Za-z0-9]{5}$/.test(typed) || typed.includes(':')) return true
  return /^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$/.test(typed) && typed.replace(/[ -]/g, '').length > 10
}
