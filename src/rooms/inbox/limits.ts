// How much the inbox shows and takes.
export const ITEMS_PER_PAGE = 50
/** Counts stop here: more is more. */
export const ITEMS_COUNTED = 1_000
export const LONGEST_INBOX_SEARCH = 254
/** Entries of one address that are found of each kind, the newest. */
export const MOST_FOUND = 200
/** Messages of one item: more than one can have. */
export const MOST_SHOWN = 201
/** Characters of a row's first line. */
export const LONGEST_EXCERPT = 200

/** Characters of what is answered, and of a saved reply. */
export const LONGEST_ANSWER = 5_000
export const LONGEST_REPLY_NAME = 80
export const MOST_REPLIES = 500
