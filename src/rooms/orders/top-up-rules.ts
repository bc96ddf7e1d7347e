// Orders without keys: money for a member's balance (decision F5). Pure.

/** The least and the most of one top-up, and the most of all within a day; US cents. */
export interface TopUpLimits {
  least: number
  most: number
}

export interface TopUpRules extends TopUpLimits {
  /** The most for who has been a member for less than `newDays`. */
  mostWhenNew: number
  newDays: number
}

export interface TopUpRoom extends TopUpLimits {
  /** What of `most` is left today, after what was topped up, or is about to be, within 24 hours. */
  left: number
  /** When the lower limit of new members ends; null: it is not this member's. */
  newUntil: Date | null
}

const DAY_MS = 86_400_000

export function topUpRoom(
  { least, most, mostWhenNew, newDays }: TopUpRules,
  { since, now, today }: { since: Date; now: Date; today: number },
): TopUpRoom {
  const newUntil = new Date(since.getTime() + newDays * DAY_MS)
  const isNew = newUntil > now && mostWhenNew < most
  const own = isNew ? mostWhenNew : most
  return { least, most: own, left: Math.max(0, own - today), newUntil: isNew ? newUntil : null }
}

export interface TopUpMoney {
  /** What the balance gets when all is paid. */
  cents: number
  /** What was to be paid for that, fee included. */
  total: number
  paid: number
  /** What has gone back, or is on its way. */
  back: number
  state: string
}

/**
 * The most that may go back of its payment when so many cents of it are unspent: never more than those cents are worth.
 * What was paid beyond the total is no part of the balance, and may go back in any case. Where nothing of it is
 * spent everything may: what rounding has taken twice would else stay for ever.
 */
export function mayGoBack(money: TopUpMoney, unspent: number): number {
  const { cents, total, paid, back, state } = money
  const surplus = Math.max(0, paid - total - back)
  const left = Math.max(0, paid - back)
  if (state === 'completed' && unspent >= topUpWorth(money, null)) return left
  return Math.min(left, surplus + Number((BigInt(unspent) * BigInt(total)) / BigInt(cents)))
}

/**
 * What a top-up should have brought by now. With a fee, what stays of it brings its share, rounded down. Contested
 * money is not the member's while it is; what the provider can't say changes nothing (`before`).
 */
export function topUpWorth({ cents, total, paid, back, state }: TopUpMoney, before: number | null): number {
  if (state === 'disputed' || state === 'lost') return 0
  // A part of it that a person has accepted stays a part, however its provider ends it.
  const isSaid = state === 'completed' || state === 'refunded' || (paid > 0 && (before === null || state !== 'unknown'))
  if (!isSaid) return before ?? cents
  // What was paid beyond the total is owed back beside it.
  const kept = Math.min(total, paid) - Math.max(0, back - Math.max(0, paid - total))
  return kept <= 0 ? 0 : Number((BigInt(cents) * BigInt(kept)) / BigInt(total))
}
