// Which products are chosen in the list: one by one, or all that the filter lists but some. It ends when the filter becomes another.
import { useState } from 'react'
import { MOST_CHOSEN } from '../limits.ts'
import type { ProductsSearch, STATES } from './list.ts'

export type Filter = Pick<ProductsSearch, 'category' | 'q'> & { state?: (typeof STATES)[number] | undefined }
export type Select = { filter: Filter; except: number[] } | { only: number[] }

export interface Selection {
  isAll: boolean
  has(id: number): boolean
  toggle(id: number): void
  /** All that the filter lists, also on other pages. */
  all(): void
  none(): void
  isEmpty: boolean
  /** No more can be chosen, or left out, one by one. */
  isFull: boolean
  /** One by one: how many are chosen, or left out. */
  count: number
  select: Select
}

export function useSelection(filter: Filter): Selection {
  const key = JSON.stringify(filter)
  const [kept, setKept] = useState({ key, isAll: false, ids: [] as readonly number[] })
  const { isAll, ids }: { isAll: boolean; ids: readonly number[] } = kept.key === key ? kept : { isAll: false, ids: [] }
  return {
    isAll,
    has: (id) => ids.includes(id) !== isAll,
    toggle: (id) =>
      setKept({
        key,
        isAll,
        ids: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(0, MOST_CHOSEN),
      }),
    all: () => setKept({ key, isAll: true, ids: [] }),
    none: () => setKept({ key, isAll: false, ids: [] }),
    isEmpty: !isAll && ids.length === 0,
    isFull: ids.length >= MOST_CHOSEN,
    count: ids.length,
    select: isAll ? { filter, except: [...ids] } : { only: [...ids] },
  }
}
