/**
 * Sets of product slots as bits in an Int32Array (bit `slot & 31` of word `slot >> 5`), and the few operations on them that a query is made of.
 * Int32Array, not Uint32Array: V8 keeps signed words in registers where an unsigned one can become a heap number.
 */
export type Bits = Int32Array

export const wordsFor = (slots: number): number => (slots + 31) >>> 5

export const has = (bits: Bits, slot: number): boolean => (bits[slot >> 5]! & (1 << (slot & 31))) !== 0

export const set = (bits: Bits, slot: number): void => {
  bits[slot >> 5]! |= 1 << (slot & 31)
}

export const clear = (bits: Bits, slot: number): void => {
  bits[slot >> 5]! &= ~(1 << (slot & 31))
}

/** A copy of the column with room for more numbers. */
export function longer(column: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length)
  to.set(column)
  return to
}

/** Calls `visit` with every slot of the set, ascending. */
export function eachOf(bits: Bits, visit: (slot: number) => void): void {
  for (let w = 0; w < bits.length; w++) {
    for (let rest = bits[w]!; rest !== 0; rest &= rest - 1) visit((w << 5) + 31 - Math.clz32(rest & -rest))
  }
}

/** How many bits of one word are set. */
export function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export function count(bits: Bits): number {
  let total = 0
  for (let w = 0; w < bits.length; w++) {
    const word = bits[w]!
    if (word !== 0) total += ones(word)
  }
  return total
}

export function isEmpty(bits: Bits): boolean {
  for (let w = 0; w < bits.length; w++) if (bits[w] !== 0) return false
  return true
}

/** `target ∩= other`. Words that `other` is too short to have are empty. */
export function keepIn(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let w = 0; w < shared; w++) target[w]! &= other[w]!
  if (shared < target.length) target.fill(0, shared)
}

/** `target ∖= other` */
export function dropIn(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let w = 0; w < shared; w++) target[w]! &= ~other[w]!
}

/** `target ∪= other` */
export function addFrom(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let w = 0; w < shared; w++) target[w]! |= other[w]!
}

/** Drops the slots whose value lies outside [low, high]; values and bounds are whole numbers from 0 to 2^31 - 1, a value of -1 is always outside. */
export function keepBetween(bits: Bits, values: Int32Array, low: number, high: number): void {
  for (let w = 0; w < bits.length; w++) {
    let rest = bits[w]!
    let kept = rest
    while (rest !== 0) {
      const lane = 31 - Math.clz32(rest & -rest)
      const value = values[(w << 5) + lane]!
      // The sign bit is set where one of the differences is negative. A branch here, mispredicted for every other product, took three times as long.
      kept ^= (((value - low) | (high - value)) >>> 31) << lane
      rest &= rest - 1
    }
    bits[w] = kept
  }
}

/**
 * Working sets for one query at a time, used again by the next: a query over 200,000 products needs up to some dozen sets of
 * 25 kB, and allocating them each time costs more than the query. Everything taken is void after the next `restart`.
 */
export class Scratch {
  #sets: Bits[] = []
  #taken = 0
  #words = 0
  #numbers: Int32Array | undefined

  restart(words: number): void {
    if (words !== this.#words) {
      this.#sets = []
      this.#numbers = undefined
    }
    this.#words = words
    this.#taken = 0
  }

  /** An empty set. */
  take(): Bits {
    const spare = this.#sets[this.#taken]
    this.#taken++
    if (spare) return spare.fill(0)
    const fresh = new Int32Array(this.#words)
    this.#sets.push(fresh)
    return fresh
  }

  /** A number for every slot; there is one such column, and what it holds is anybody's. */
  get numbers(): Int32Array {
    this.#numbers ??= new Int32Array(this.#words << 5)
    return this.#numbers
  }

  copyOf(bits: Bits): Bits {
    const copy = this.take()
    copy.set(bits.length > copy.length ? bits.subarray(0, copy.length) : bits)
    return copy
  }
}
