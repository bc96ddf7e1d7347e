// The single units of an order: what each cost of what was paid, and its key (decision F7). Pure.
import { sellingUnit } from '#platform/money.ts'
import type { RefundedUnit } from './unit-store.ts'

export interface Unit {
  /** Position of its line in the order and its own in the line, both from 1: how people name it. */
  line: number
  unit: number
  lineId: number
  /** Its share of what was paid, in hundredths. */
  amount: number
  keyId: number | null
  refund: 'none' | 'underWay' | 'done'
}

export interface UnitsOf {
  /** What was paid for all of them together. */
  paid: number
  currency: string
  lines: { id: number; position: number; quantity: number; unit: number }[]
  /** Each in its place: the first key is the first unit's that has one. */
  keys: { id: number; lineId: number }[]
  refunded: RefundedUnit[]
}

/**
 * All units of an order, in its order. Discount, fee, coupon and service charge are in the shares, since what was paid is
 * split over the units by their prices; they are the same whenever they are worked out, and add up to it in whole selling
 * units (what is below one goes with the last refund).
 */
export function unitsOf({ paid, currency, lines, keys, refunded }: UnitsOf): Unit[] {
  const each = lines.flatMap((line) => Array.from({ length: line.quantity }, (_, i) => ({ line, unit: i + 1 })))
  const amounts = split(
    paid,
    each.map(({ line }) => line.unit),
    sellingUnit(currency),
  )
  const known = new Map(refunded.map((row) => [`${row.lineId} ${row.unit}`, row]))
  const taken = new Set(refunded.map(({ keyId }) => keyId))
  const free = Map.groupBy(
    keys.filter(({ id }) => !taken.has(id)),
    ({ lineId }) => lineId,
  )
  return each.map(({ line, unit }, i) => {
    const row = known.get(`${line.id} ${unit}`)
    return {
      line: line.position + 1,
      unit,
      lineId: line.id,
      amount: amounts[i]!,
      keyId: row ? row.keyId : (free.get(line.id)?.shift()?.id ?? null),
      refund: row ? (row.done ? 'done' : 'underWay') : 'none',
    }
  })
}

/** Splits an amount by weights, by largest remainder, in whole units of `unit`; the earlier of two equal ones first. */
export function split(amount: number, weights: number[], unit: number): number[] {
  const whole = BigInt(Math.floor(amount / unit))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  // What all cost nothing is shared alike.
  const parts = weights.map((weight) => (sum === 0 ? 1n : BigInt(weight)))
  const of = parts.reduce((total, part) => total + part, 0n)
  const shares = parts.map((part) => ({ floor: (whole * part) / of, rest: (whole * part) % of }))
  let left = whole - shares.reduce((total, { floor }) => total + floor, 0n)
  const byRest = shares.map((_, i) => i).sort((a, b) => Number(shares[b]!.rest - shares[a]!.rest) || a - b)
  const extra = new Set<number>()
  for (const i of byRest) if (left-- > 0n) extra.add(i)
  return shares.map(({ floor }, i) => Number(floor + (extra.has(i) ? 1n : 0n)) * unit)
}
