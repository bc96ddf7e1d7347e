// Reviews: their limits and who may write one (specification §4, §5, §9; decision D4).

/** Specification §9: this many are shown, and as many more at each press. */
export const SHOWN = 5
export const MAX_CONTENT = 1000
/** Why one is rejected: its writer reads it. */
export const LONGEST_REASON = 500

/** The setting `feedback.type`: '2' nobody may write, '1' members only, anything else everybody. */
export function refusalOf(
  feedbackType: string | undefined,
  isMember: boolean,
): 'feedback.closed' | 'message.loginFirst' | undefined {
  if (feedbackType === '2') return 'feedback.closed'
  if (feedbackType === '1' && !isMember) return 'message.loginFirst'
  return undefined
}

// About four lines of a wide column, or a phone's screenful of short ones.
const LONG_TEXT = 320
const LONG_LINES = 5

/** Whether a review is first shown in part. */
export function isLong(content: string): boolean {
  return content.length > LONG_TEXT || content.split('\n').length > LONG_LINES
}

/** The share of reviews that a score has, in whole percent: 0 only for none, 100 only for all. */
export function percentOf(part: number, whole: number): number {
  if (part === 0 || whole === 0) return 0
  if (part === whole) return 100
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}
