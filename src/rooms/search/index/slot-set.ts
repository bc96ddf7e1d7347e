import { addFrom, type Bits, clear, has, keepIn, ones, type Scratch, set, wordsFor } from './bitset.ts'

/**
 * A set of slots that lives as long as the index: the products of one category, platform, region, language or genre.
 * A short list while small, bits once the list would be as large as the bits (1/32 of the catalogue): a shop may have
 * thousands of categories, and a bitset for each would cost 25 kB × thousands at 200,000 products.
 */
export class SlotSet {
  #list: Int32Array | undefined = new Int32Array(4)
  #bits: Bits | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `slot` must not be in the set: looking for it in a list would make building the index quadratic. */
  add(slot: number, capacity: number): void {
    if (this.#bits) {
      if (slot >> 5 >= this.#bits.length) this.#bits = resized(this.#bits, wordsFor(Math.max(capacity, slot + 1)))
      set(this.#bits, slot)
      this.#size++
      return
    }
    let list = this.#list!
    if (this.#size === list.length) {
      if (list.length >= Math.max(64, wordsFor(capacity))) {
        this.#becomeBits(capacity)
        this.add(slot, capacity)
        return
      }
      list = this.#list = resized(list, list.length * 2)
    }
    list[this.#size++] = slot
  }

  delete(slot: number): void {
    if (this.#bits) {
      if (slot >> 5 >= this.#bits.length || !has(this.#bits, slot)) return
      clear(this.#bits, slot)
      this.#size--
      return
    }
    const list = this.#list!
    const at = list.subarray(0, this.#size).indexOf(slot)
    if (at < 0) return
    this.#size--
    list[at] = list[this.#size]!
  }

  addTo(target: Bits): void {
    if (this.#bits) addFrom(target, this.#bits)
    else for (let i = 0; i < this.#size; i++) set(target, this.#list![i]!)
  }

  /** `target ∩= this` */
  keepIn(target: Bits, scratch: Scratch): void {
    if (this.#bits) {
      keepIn(target, this.#bits)
      return
    }
    const mine = scratch.take()
    this.addTo(mine)
    keepIn(target, mine)
  }

  /** How many are also in `bits`, of which only the words numbered in `filled` (the first `filledCount`) are not empty. */
  countIn(bits: Bits, filled: Int32Array, filledCount: number): number {
    let total = 0
    if (this.#bits) {
      const mine = this.#bits
      for (let i = 0; i < filledCount; i++) {
        const w = filled[i]!
        // A set last grown for a smaller catalogue is shorter than `bits`; the numbers in `filled` ascend.
        if (w >= mine.length) break
        const both = mine[w]! & bits[w]!
        if (both !== 0) total += ones(both)
      }
      return total
    }
    for (let i = 0; i < this.#size; i++) if (has(bits, this.#list![i]!)) total++
    return total
  }

  #becomeBits(capacity: number): void {
    const highest = this.#list!.reduce((most, slot) => Math.max(most, slot), 0)
    const bits = new Int32Array(wordsFor(Math.max(capacity, highest + 1)))
    for (let i = 0; i < this.#size; i++) set(bits, this.#list![i]!)
    this.#bits = bits
    this.#list = undefined
  }
}

function resized(from: Int32Array, length: number): Int32Array {
  const to = new Int32Array(length)
  to.set(from)
  return to
}
