/** The levels of members are the longest of them. */
export const LONGEST_SETTING = 10_000
export const MOST_LEVELS = 20
/** Characters of a way to reach the shop: a number, an address, its hours. */
export const LONGEST_CONTACT = 300

/** A page's text in one language, in characters. */
export const LONGEST_PAGE = 20_000
