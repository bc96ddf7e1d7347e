import { type Bits, dropIn, has, keepIn, ones, type Scratch, set, wordsFor } from './bitset.ts'
import { type CompareSlots, reposition } from './sorting.ts'

/**
 * All products in one order (price, name in German, …), from which the pages of any filtered set are cut without sorting.
 * Changes are noted and worked in when the order is next read, so that a burst of them costs one pass.
 */
export class Order {
  readonly compare: CompareSlots
  #slots: Int32Array = new Int32Array(0)
  #length = 0
  #changed = new Set<number>()
  /** The place of each slot; made when first needed after a change. */
  #places: Int32Array | undefined

  constructor(compare: CompareSlots) {
    this.compare = compare
  }

  get size(): number {
    return this.#length
  }

  /** Takes `slots`, sorted as `compare` says, as all there is. */
  start(slots: Int32Array): void {
    this.#slots = slots
    this.#length = slots.length
    this.#changed.clear()
    this.#places = undefined
  }

  /** What this slot is sorted by has changed, or the slot has been filled or emptied. */
  touch(slot: number): void {
    this.#changed.add(slot)
  }

  /** Works in the changes; `live` tells which slots hold a product now. */
  settle(live: Bits): void {
    if (this.#changed.size === 0) return
    const moved = new Int32Array(live.length)
    const arrivals: number[] = []
    for (const slot of this.#changed) {
      set(moved, slot)
      if (has(live, slot)) arrivals.push(slot)
    }
    const next = reposition(this.#slots, this.#length, moved, arrivals, this.compare)
    this.#slots = next.slots
    this.#length = next.length
    this.#changed.clear()
    this.#places = undefined
  }

  /** A copy of all slots in this order. Settled orders only. */
  toSlots(): Int32Array {
    return this.#slots.slice(0, this.#length)
  }

  /**
   * Appends to `page` the members of `matching` (of which there are `total`) from the `offset`th on, at most `limit`.
   * Of two ways it takes the shorter: walk the order until the page is full (many match), or mark the place of every match
   * and read the marks from the left (few match). Settled orders only.
   */
  page(matching: Bits, total: number, offset: number, limit: number, page: number[], scratch: Scratch): void {
    const wanted = Math.min(limit, total - offset)
    if (wanted <= 0) return
    const walk = ((offset + wanted) * this.#length) / total
    const mark = 2 * total + this.#length / 16
    if (walk <= mark) this.#walk(matching, offset, wanted, page)
    else this.#mark(matching, offset, wanted, page, scratch)
  }

  #walk(matching: Bits, offset: number, wanted: number, page: number[]): void {
    const slots = this.#slots
    let skip = offset
    let left = wanted
    for (let i = 0; i < this.#length; i++) {
      const slot = slots[i]!
      if (!has(matching, slot)) continue
      if (skip > 0) {
        skip--
        continue
      }
      page.push(slot)
      if (--left === 0) return
    }
  }

  #mark(matching: Bits, offset: number, wanted: number, page: number[], scratch: Scratch): void {
    const places = this.#currentPlaces(matching.length * 32)
    const marks = scratch.take()
    for (let w = 0; w < matching.length; w++) {
      let rest = matching[w]!
      while (rest !== 0) {
        const bit = rest & -rest
        set(marks, places[(w << 5) + 31 - Math.clz32(bit)]!)
        rest ^= bit
      }
    }
    let skip = offset
    let left = wanted
    const end = wordsFor(this.#length)
    for (let w = 0; w < end; w++) {
      let rest = marks[w]!
      if (rest === 0) continue
      if (skip > 0) {
        const here = ones(rest)
        if (skip >= here) {
          skip -= here
          continue
        }
        for (; skip > 0; skip--) rest &= rest - 1
      }
      while (rest !== 0) {
        const bit = rest & -rest
        page.push(this.#slots[(w << 5) + 31 - Math.clz32(bit)]!)
        if (--left === 0) return
        rest ^= bit
      }
    }
  }

  #currentPlaces(capacity: number): Int32Array {
    if (this.#places) return this.#places
    const places = new Int32Array(capacity)
    for (let i = 0; i < this.#length; i++) places[this.#slots[i]!] = i
    this.#places = places
    return places
  }
}

/** `found` taken apart by how well it matches, best first. */
export function byRank(ranks: readonly Bits[], found: Bits, scratch: Scratch): Bits[] {
  const rest = scratch.copyOf(found)
  return ranks.map((rank) => {
    const group = scratch.copyOf(rest)
    keepIn(group, rank)
    dropIn(rest, rank)
    return group
  })
}
