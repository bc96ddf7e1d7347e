/** The levels of members are the longest of them. */
export const LONGEST_SETTING = 10_000
export const MOST_LEVELS = 20
