/** Two bounds on one line. */
export type Range = readonly [from: number, to: number]

/** Within the limits and in order; one bound typed past the other stops at it. */
export function setRange(range: Range, end: 'from' | 'to', value: number, [min, max]: Range): Range {
  const inside = Math.min(Math.max(min, value), max)
  return end === 'from' ? [Math.min(inside, range[1]), range[1]] : [range[0], Math.max(inside, range[0])]
}

/** How far along a value is, from 0 to 100. */
export function percentAlong(value: number, [min, max]: Range): number {
  return max > min ? Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100)) : 0
}
