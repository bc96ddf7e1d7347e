// How much a shopper may type, in characters (specification §5). Apart from the rules, which pages fetch later.
export const EMAIL_LENGTH = 100
export const NOTE_LENGTH = 1000
export const ORDER_NO_LENGTH = 40
/** Of what is looked for in the list of orders. */
export const SEARCH_LENGTH = 50

/** In the back office. */
export const ORDERS_PER_PAGE = 50
export const ORDERS_COUNTED = 1_000
export const LONGEST_ORDER_SEARCH = 254
/** US cents: a refund above it asks who makes it to prove himself again. */
export const REFUND_PROVED_ABOVE = 10_000
