const EMPTY = 0

/**
 * The slot of each id: a hash table in one flat array, with open addressing. It holds slots plus one; the ids themselves stand in
 * the column of ids already. A Map of numbers takes ten times as much, and is copied in one go when it grows.
 */
export class SlotsById {
  #table = new Int32Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The slot, or -1. */
  find(id: number, ids: Int32Array): number {
    const mask = this.#table.length - 1
    for (let at = hash(id) & mask; ; at = (at + 1) & mask) {
      const entry = this.#table[at]!
      if (entry === EMPTY) return -1
      if (ids[entry - 1] === id) return entry - 1
    }
  }

  /** The slot's id must be in its column already, and not in here. */
  add(slot: number, ids: Int32Array): void {
    if ((this.#size + 1) * 5 > this.#table.length * 4) {
      const entries = this.#table.filter((entry) => entry !== EMPTY)
      this.#table = new Int32Array(this.#table.length * 2)
      for (const entry of entries) this.#place(entry, ids)
    }
    this.#place(slot + 1, ids)
    this.#size++
  }

  delete(id: number, ids: Int32Array): void {
    const mask = this.#table.length - 1
    let gap = hash(id) & mask
    while (ids[this.#table[gap]! - 1] !== id) gap = (gap + 1) & mask
    // What stands behind moves up where it may, so that no search ends at the gap before its time.
    for (let at = (gap + 1) & mask; this.#table[at] !== EMPTY; at = (at + 1) & mask) {
      const home = hash(ids[this.#table[at]! - 1]!) & mask
      if (((at - home) & mask) < ((at - gap) & mask)) continue
      this.#table[gap] = this.#table[at]!
      gap = at
    }
    this.#table[gap] = EMPTY
    this.#size--
  }

  #place(entry: number, ids: Int32Array): void {
    const mask = this.#table.length - 1
    let at = hash(ids[entry - 1]!) & mask
    while (this.#table[at] !== EMPTY) at = (at + 1) & mask
    this.#table[at] = entry
  }
}

function hash(id: number): number {
  const mixed = Math.imul(id, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
