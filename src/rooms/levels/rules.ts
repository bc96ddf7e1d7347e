// What purchases earn, and which level that is (decision C8): pure functions, the same in the browser and on the server.
// Points and growth are counted in hundredths.

export interface Level {
  name: string
  /** At which it begins: a US dollar spent is one. */
  growth: number
  /** Percent. */
  discount: number
}

/** By growth, the lowest first; it begins at 0. */
export type Levels = readonly [Level, ...Level[]]

/** The level of so many hundredths of growth, and the one after it, if there is any. */
export function levelAt(levels: Levels, growth: number): { level: Level; next: Level | undefined } {
  const reached = Math.max(1, levels.filter((level) => level.growth * 100 <= growth).length)
  return { level: levels[reached - 1]!, next: levels[reached] }
}

/** In basis points of goods. */
export const discountBp = (level: Level) => Math.round(level.discount * 100)

/** What so many US cents earn at a rate for each dollar, floored. */
export function earned(usdCents: number, rate: number): number {
  return Number((BigInt(Math.max(0, usdCents)) * BigInt(Math.round(rate * 1e8))) / 100_000_000n)
}

/** What is left of what was earned when `kept` of `paid` has not gone back, floored. */
export function stillEarned(whole: number, { kept, paid }: { kept: number; paid: number }): number {
  return kept >= paid ? whole : Number((BigInt(whole) * BigInt(Math.max(0, kept))) / BigInt(paid))
}

/** What an entry of a member's history says: how many points it is about, and what became of them. */
export function whatBecame(entry: { reason: 'order' | 'converted'; points: number; pendingPoints: number }): {
  what: 'earned' | 'usable' | 'takenBack' | 'converted' | 'level'
  points: number
} {
  const { reason, points, pendingPoints } = entry
  if (reason === 'converted') return { what: 'converted', points }
  // They were earned before, and are no more waited for.
  if (points > 0 && pendingPoints < 0) return { what: 'usable', points }
  const sum = Math.round((points + pendingPoints) * 100) / 100
  return { what: sum > 0 ? 'earned' : sum < 0 ? 'takenBack' : 'level', points: sum }
}
