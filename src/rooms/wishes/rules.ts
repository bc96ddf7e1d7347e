// When a member is told something about what he wishes for (decision F9, docs/decisions/040). Pure.

export type News = 'reduced' | 'available'

/** What he knows: from when he wished for it, or from the last mail. */
export interface Known {
  cents: number | null
  inStock: boolean
}

/** What is true: the price is the lowest of what can be had, or of all offers when none can. */
export interface Now {
  cents: number | null
  inStock: boolean
}

export interface Wish extends Known {
  /** What it cost when he wished for it. */
  wishedCents: number | null
  /** He has had a mail about it today. */
  toldToday: boolean
  /** He wants none. */
  silent: boolean
}

export interface Outcome {
  news?: News
  /** What he knows from now on. */
  known: Known
  /** Tomorrow it is to be looked at again: today he has been told of it. */
  again: boolean
}

export function look(wish: Wish, now: Now): Outcome {
  const news = newsOf(wish, now)
  if (news && !wish.silent) {
    if (wish.toldToday) return { known: { cents: wish.cents, inStock: wish.inStock }, again: true }
    return { news, known: { cents: now.cents, inStock: true }, again: false }
  }
  // He who is silent is not told later what he did not want to hear: of stock that came, never; of a price, only if it moves.
  const known = { cents: wish.cents ?? now.cents, inStock: now.inStock }
  const isOver = wish.cents !== null && wish.wishedCents !== null && wish.cents < wish.wishedCents
  // An offer that he was told of has ended: the next one is news again, from the next day on.
  if (isOver && now.cents !== null && now.cents >= wish.wishedCents!)
    return wish.toldToday ? { known, again: true } : { known: { ...known, cents: wish.wishedCents }, again: false }
  // Nobody offered it when he wished for it: what it costs after an offer has ended is what the next one is compared with.
  const hasEnded =
    wish.wishedCents === null && wish.cents !== null && now.cents !== null && isLower(wish.cents, now.cents)
  if (hasEnded) return wish.toldToday ? { known, again: true } : { known: { ...known, cents: now.cents }, again: false }
  return { known, again: false }
}

/** Of what nobody is told he knows the same as if he had been; but what is to be told him tomorrow is found by what he knew before. */
export function lookQuietly(wish: Wish, now: Now, waitsForTomorrow: boolean): Outcome {
  if (wish.toldToday && waitsForTomorrow) return { known: { cents: wish.cents, inStock: wish.inStock }, again: false }
  return { known: look({ ...wish, toldToday: false }, now).known, again: false }
}

function newsOf(wish: Known, now: Now): News | undefined {
  if (!now.inStock || now.cents === null) return undefined
  if (!wish.inStock) return 'available'
  return wish.cents !== null && isLower(now.cents, wish.cents) ? 'reduced' : undefined
}

/** By one percent at least, as a reduction must be to be shown as one: feeds move prices by a cent all day. */
const isLower = (now: number, before: number) => now * 100 <= before * 99

/** Whole percent below what it cost when it was wished for; null: it costs as much or more, or the difference is too small to say. */
export function percentLess(now: number | null, wished: number | null): number | null {
  if (now === null || wished === null || now >= wished) return null
  return Math.floor(((wished - now) * 100) / wished) || null
}
