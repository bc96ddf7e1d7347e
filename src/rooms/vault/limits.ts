// Bounds and shapes that pages and calls of the vault share.
export const BATCHES_PER_PAGE = 50
export const KEYS_PER_PAGE = 50
/** Keys of a batch that a list counts. */
export const LEFT_COUNTED = 1_000
export const LONGEST_BATCH_SEARCH = 200
export const LONGEST_SOURCE = 200
/** What one import in the browser takes. */
export const MOST_LINES = 10_000
/** Lines that are named before they are brought in. */
export const LINES_SHOWN = 10

/** Of those that come in, the first lines and the last ones that are shown. */
export const LINES_SAMPLED = 2
export const MOST_TEXT = 2 * 1024 * 1024
/** Keys that one person may look at in the office within an hour. */
export const LOOKS_PER_HOUR = 30
/** Withdrawn keys can come back for so long. */
export const REST_DAYS = 30
/** Keys that one file takes along. */
export const MOST_EXPORTED = 50_000
/** Refused lines that a report names. */
export const MOST_REPORTED = 500

export const BATCH_STATES = ['open', 'blocked', 'withdrawn'] as const

/** In the order in which they are shown. */
export const KEY_STATES = [
  'available',
  'reserved',
  'sold',
  'blocked',
  'withdrawn',
  'withheld',
  'retired',
  'replaced',
] as const

export const KEY_REASONS = {
  'too-long': 'longer than 500 characters',
  'control-characters': 'holds control characters',
  unreadable: 'holds bytes that are no UTF-8',
  'repeated-in-file': 'stands in the file twice',
  'in-the-shop': 'is in the shop already',
  'sold-before-restore': 'was sold, or left the shop, before it was restored',
} as const
export type KeyReason = keyof typeof KEY_REASONS

/** Why a line looks like no key. */
export const ODD_REASONS = {
  short: 'is shorter than 8 characters',
  several: 'holds more than one key, or other words',
  differs: 'looks different from most',
  'no-account': 'holds no login and password',
} as const
export type OddReason = keyof typeof ODD_REASONS

/** How an import went. Never a key. */
export interface KeyReport {
  /** Lines with something on them. */
  lines: number
  added: number
  refused: number
  /** The first of them, in line order. */
  first: { line: number; reason: KeyReason }[]
}
