/** Rows that a file has at once; a longer one is written as a job. */
export const ROWS_AT_ONCE = 2_000
/** Rows that a file has at most: the first ones, and it says so. */
export const MOST_ROWS = 100_000
/** Rows that a job writes in one transaction. */
export const ROWS_PER_PART = 5_000
/** Files that one person may have at a time. */
export const MOST_FILES = 10
/** Hours for which a file can be fetched. */
export const FILE_HOURS = 24

/** Views of one list: a person's own, and those that all share. */
export const MOST_VIEWS = 30
export const MOST_COLUMNS = 20
