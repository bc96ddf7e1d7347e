import { type Bits, set } from './bitset.ts'

const NONE = -1

/**
 * Which slots each word occurs in: linked lists in two flat arrays, eight bytes per occurrence. Most of a shop's words
 * occur in one or two names, and an array or Set for each would take twenty times as much.
 */
export class Postings {
  #heads = new Int32Array(1024).fill(NONE)
  #slots = new Int32Array(4096)
  #next = new Int32Array(4096)
  #used = 0
  #free = NONE

  isEmpty(word: number): boolean {
    return word >= this.#heads.length || this.#heads[word] === NONE
  }

  /** The pair must not be there already. */
  add(word: number, slot: number): void {
    if (word >= this.#heads.length) this.#heads = grown(this.#heads, NONE, word + 1)
    let entry = this.#free
    if (entry !== NONE) this.#free = this.#next[entry]!
    else {
      entry = this.#used++
      if (entry >= this.#slots.length) {
        this.#slots = grown(this.#slots, 0, entry + 1)
        this.#next = grown(this.#next, NONE, entry + 1)
      }
    }
    this.#slots[entry] = slot
    this.#next[entry] = this.#heads[word]!
    this.#heads[word] = entry
  }

  remove(word: number, slot: number): void {
    let before = NONE
    for (let entry = this.#heads[word] ?? NONE; entry !== NONE; entry = this.#next[entry]!) {
      if (this.#slots[entry] === slot) {
        if (before === NONE) this.#heads[word] = this.#next[entry]!
        else this.#next[before] = this.#next[entry]!
        this.#next[entry] = this.#free
        this.#free = entry
        return
      }
      before = entry
    }
  }

  /** @returns how many were read */
  addTo(target: Bits, word: number): number {
    const slots = this.#slots
    const next = this.#next
    let read = 0
    for (let entry = this.#heads[word]!; entry !== NONE; entry = next[entry]!) {
      set(target, slots[entry]!)
      read++
    }
    return read
  }
}

function grown(from: Int32Array, rest: number, atLeast: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(atLeast, from.length + (from.length >> 1)))
  to.set(from)
  if (rest !== 0) to.fill(rest, from.length)
  return to
}
