const NONE = -1
const CHUNK = 1 << 18
/** Before each record: the slot whose it is, and its length. */
const HEAD = 8

/** Where a record lies: valid until the next `put` or `remove`. */
export interface Place {
  bytes: Buffer
  start: number
  end: number
}

/**
 * One record of bytes for each slot, one after the other in a few large pieces: as strings and arrays the same facts take
 * several times as much, and the garbage collector visits every one of them.
 *
 * What is replaced leaves a gap. When a quarter is gaps, each further change empties the piece with the most of them by
 * moving its records to the end: never more work at once than one piece.
 */
export class PackedRecords {
  readonly #chunks: Buffer[] = []
  /** By chunk: how much of it is filled, and how much of that is gaps. */
  readonly #filled: number[] = []
  readonly #gaps: number[] = []
  readonly #empty: number[] = []
  #where = new Int32Array(1024).fill(NONE)
  #last = NONE
  #filledBytes = 0
  #gapBytes = 0

  /** How many bytes are held. */
  get size(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  }

  at(slot: number): Place | undefined {
    const address = this.#where[slot] ?? NONE
    if (address === NONE) return undefined
    const bytes = this.#chunks[Math.floor(address / CHUNK)]!
    const head = address % CHUNK
    return { bytes, start: head + HEAD, end: head + HEAD + bytes.readInt32LE(head + 4) }
  }

  /** Takes the first `length` of `bytes` as the slot's record. */
  put(slot: number, bytes: Buffer, length: number): void {
    this.#drop(slot)
    if (slot >= this.#where.length) {
      const longer = new Int32Array(slot + (slot >> 2) + 1024).fill(NONE)
      longer.set(this.#where)
      this.#where = longer
    }
    const { chunk, head } = this.#room(slot, length)
    bytes.copy(chunk, head + HEAD, 0, length)
    this.#tidy()
  }

  remove(slot: number): void {
    this.#drop(slot)
    this.#tidy()
  }

  #drop(slot: number): void {
    const address = this.#where[slot] ?? NONE
    if (address === NONE) return
    const number = Math.floor(address / CHUNK)
    const gap = HEAD + this.#chunks[number]!.readInt32LE((address % CHUNK) + 4)
    this.#gaps[number]! += gap
    this.#gapBytes += gap
    this.#where[slot] = NONE
  }

  /** Writes the head of a record and says where it goes on. */
  #room(slot: number, length: number): { chunk: Buffer; head: number } {
    const size = HEAD + length
    if (this.#last === NONE || this.#filled[this.#last]! + size > this.#chunks[this.#last]!.length)
      this.#last = this.#newChunk(size)
    const chunk = this.#chunks[this.#last]!
    const head = this.#filled[this.#last]!
    chunk.writeInt32LE(slot, head)
    chunk.writeInt32LE(length, head + 4)
    this.#filled[this.#last]! += size
    this.#filledBytes += size
    this.#where[slot] = this.#last * CHUNK + head
    return { chunk, head }
  }

  #newChunk(size: number): number {
    if (size > CHUNK) {
      this.#chunks.push(Buffer.allocUnsafeSlow(size))
    } else {
      const known = this.#empty.pop()
      if (known !== undefined) return known
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK))
    }
    this.#filled.push(0)
    this.#gaps.push(0)
    return this.#chunks.length - 1
  }

  #tidy(): void {
    if (this.#gapBytes < CHUNK || this.#gapBytes * 4 < this.#filledBytes) return
    let most = NONE
    for (let i = 0; i < this.#chunks.length; i++)
      if (i !== this.#last && (most === NONE || this.#gaps[i]! > this.#gaps[most]!)) most = i
    if (most === NONE || this.#gaps[most] === 0) return
    const from = this.#chunks[most]!
    for (let head = 0; head < this.#filled[most]!; ) {
      const slot = from.readInt32LE(head)
      const length = from.readInt32LE(head + 4)
      if (this.#where[slot] === most * CHUNK + head) {
        const to = this.#room(slot, length)
        from.copy(to.chunk, to.head + HEAD, head + HEAD, head + HEAD + length)
      }
      head += HEAD + length
    }
    this.#filledBytes -= this.#filled[most]!
    this.#gapBytes -= this.#gaps[most]!
    this.#filled[most] = 0
    this.#gaps[most] = 0
    // One that was made for a single long record is let go.
    if (from.length > CHUNK) this.#chunks[most] = Buffer.allocUnsafeSlow(CHUNK)
    this.#empty.push(most)
  }
}
