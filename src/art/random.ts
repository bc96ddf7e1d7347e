// Chance that is always the same for the same seed.

export interface Chance {
  /** 0 ≤ x < 1 */
  next(): number
  between(low: number, high: number): number
  /** Whole number, both ends included. */
  whole(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  /** True with the given probability. */
  odds(probability: number): boolean
  /** 1 or -1. */
  sign(): 1 | -1
}

/** mulberry32 over an FNV-1a hash: small, fast, even enough for pictures; nothing here is a secret. */
export function chance(seed: string): Chance {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (from) => from[Math.floor(next() * from.length)]!,
    odds: (probability) => next() < probability,
    sign: () => (next() < 0.5 ? 1 : -1),
  }
}

export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  // FNV leaves neighbours ("poster 1", "poster 2") close together; the finish of murmur3 parts them.
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
