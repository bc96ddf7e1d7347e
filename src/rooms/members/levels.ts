// The levels of members, by growth: a US dollar spent is one (decision C8). Nobody is ever demoted by time.

export interface Level {
  name: string
  /** At which it begins. */
  growth: number
  /** Percent. */
  discount: number
}

export const LEVELS: readonly [Level, ...Level[]] = [
  { name: 'Bronze', growth: 0, discount: 0 },
  { name: 'Silver', growth: 100, discount: 2 },
  { name: 'Gold', growth: 500, discount: 4 },
  { name: 'Platinum', growth: 2_000, discount: 6 },
  { name: 'Diamond', growth: 10_000, discount: 8 },
]

/** The level of so much growth, and the one after it, if there is any. */
export function levelAt(growth: number): { level: Level; next: Level | undefined } {
  const reached = LEVELS.filter((level) => level.growth <= growth).length
  return { level: LEVELS[Math.max(0, reached - 1)]!, next: LEVELS[reached] }
}
