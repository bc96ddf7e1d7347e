// Rows of a live list that stay where they are under the hand: what has left the list keeps its place, and what would come
// above it waits until somebody wants to see it.
import { useEffect, useState } from 'react'

interface Steady<Row> {
  rows: Row[]
  /** Keys of those that are in the list no more. */
  left: Set<string>
  /** How many are in the list and not shown. */
  waiting: number
}

interface Order {
  /** There is a page after this one, to which its last rows may have moved. */
  hasMore: boolean
  /** What is new comes above what is there: also where all that was shown has moved on. */
  newestFirst?: boolean
}

export function steady<Row>(
  shown: readonly Row[],
  now: readonly Row[],
  keyOf: (row: Row) => string,
  { hasMore, newestFirst = false }: Order,
): Steady<Row> {
  const fresh = new Map(now.map((row) => [keyOf(row), row]))
  const known = new Set(shown.map(keyOf))
  const last = now.findLastIndex((row) => known.has(keyOf(row)))
  const end = last < 0 && newestFirst && shown.length > 0 ? now.length : last + 1
  const surely = hasMore ? shown.findLastIndex((row) => fresh.has(keyOf(row))) + 1 : shown.length
  const behind = now.slice(end)
  return {
    rows: [...shown.map((row) => fresh.get(keyOf(row)) ?? row), ...behind],
    left: new Set(shown.slice(0, surely).map(keyOf).filter((key) => !fresh.has(key))), // biome-ignore format: one line
    waiting: now.length - behind.length - shown.filter((row) => fresh.has(keyOf(row))).length,
  }
}

interface Live<Row> extends Order {
  /** Which list it is: another one begins anew. Undefined: what is shown is not yet it. */
  list: string | undefined
  now: readonly Row[]
  keyOf: (row: Row) => string
}

export function useSteadyRows<Row>({ list, now, keyOf, ...order }: Live<Row>) {
  const [kept, setKept] = useState<{ list: string; rows: readonly Row[] }>()
  const shown = kept && kept.list === list ? kept.rows : now
  const all = steady(shown, now, keyOf, order)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with what has come
  useEffect(() => setKept(list === undefined ? undefined : { list, rows: all.rows }), [list, now])
  function renew() {
    if (list !== undefined) setKept({ list, rows: now })
  }
  return { ...all, renew }
}
