import { type Bits, set } from './bitset.ts'
import { Postings } from './postings.ts'
import { sortSlots } from './sorting.ts'
import { type NameWords, nameWords } from './text.ts'
import { eachMisspelt } from './typing-errors.ts'

/**
 * The words of all names in one language, and which products each occurs in: found exactly, by their beginning, or in
 * spite of typing errors. Words stay when their last product goes; a shop's vocabulary hardly shrinks.
 */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #words: string[] = []
  readonly #postings = new Postings()
  /** Word numbers in the order of their words, and how many characters each word has in common with the one before. */
  #sorted: Int32Array = new Int32Array(0)
  #shared: Uint8Array = new Uint8Array(0)
  #sortedCount = 0
  /** By slot, a hash of all letters of the name. Two names in four billion share one, which would only rank a match too high. */
  #wholeNames: Int32Array = new Int32Array(0)

  /** Makes a product known by its name. It must have none in this language yet. */
  addName(name: string, slot: number): void {
    const { letters } = this.addWords(name, slot)
    if (slot >= this.#wholeNames.length) {
      const longer = new Int32Array(slot + (slot >> 2) + 1024)
      longer.set(this.#wholeNames)
      this.#wholeNames = longer
    }
    this.#wholeNames[slot] = hash(letters)
  }

  removeName(name: string, slot: number): void {
    this.removeWords(name, slot)
    this.#wholeNames[slot] = 0
  }

  /** Makes a product known by the words of a text that is not its name. */
  addWords(text: string, slot: number): NameWords {
    const found = nameWords(text)
    for (const word of found.words) this.add(word, slot)
    return found
  }

  removeWords(text: string, slot: number): void {
    for (const word of nameWords(text).words) this.remove(word, slot)
  }

  /** Adds those of `candidates` that have exactly this name. */
  wholeName(name: string, candidates: Bits, target: Bits): void {
    const wanted = hash(nameWords(name).letters)
    for (let w = 0; w < candidates.length; w++) {
      let rest = candidates[w]!
      while (rest !== 0) {
        const slot = (w << 5) + 31 - Math.clz32(rest & -rest)
        if (this.#wholeNames[slot] === wanted) set(target, slot)
        rest &= rest - 1
      }
    }
  }

  /** Each pair once. */
  add(word: string, slot: number): void {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.#words.length
      this.#numbers.set(word, number)
      this.#words.push(word)
    }
    this.#postings.add(number, slot)
  }

  remove(word: string, slot: number): void {
    const number = this.#numbers.get(word)
    if (number !== undefined) this.#postings.remove(number, slot)
  }

  has(word: string): boolean {
    const number = this.#numbers.get(word)
    return number !== undefined && !this.#postings.isEmpty(number)
  }

  /** Adds the products with exactly this word. */
  exact(word: string, target: Bits): void {
    const number = this.#numbers.get(word)
    if (number !== undefined) this.#postings.addTo(target, number)
  }

  /** Adds the products with a word that begins so; answers how many were read. */
  prefix(beginning: string, target: Bits): number {
    this.sortNewWords()
    const end = this.#firstFrom(`${beginning}\uffff`)
    let read = 0
    for (let i = this.#firstFrom(beginning); i < end; i++) read += this.#postings.addTo(target, this.#sorted[i]!)
    return read
  }

  /**
   * Adds the products with a word that is one typing error away to `one`, two to `two`; with `beginning`, a word whose
   * beginning is. Answers how many were read.
   */
  misspelt(word: string, most: number, beginning: boolean, one: Bits, two: Bits): number {
    this.sortNewWords()
    const list = { words: this.#words, sorted: this.#sorted, shared: this.#shared, count: this.#sortedCount }
    let read = 0
    eachMisspelt(list, word, most, beginning, (number, errors) => {
      if (errors > 0) read += this.#postings.addTo(errors === 1 ? one : two, number)
    })
    return read
  }

  /** Sorts the words that building the index has brought, with pauses. */
  *sort(): Generator<void, void> {
    const sorted = Int32Array.from(this.#words.keys())
    yield* sortSlots(sorted, (a, b) => (this.#words[a]! < this.#words[b]! ? -1 : 1))
    this.#sorted = sorted
    this.#sortedCount = sorted.length
    this.#shared = new Uint8Array(sorted.length)
    for (let i = 1; i < sorted.length; i++) this.#share(i)
  }

  /** Puts the words that have come since into the order of the others: one pass over these, however many they are. */
  sortNewWords(): void {
    const [known, total] = [this.#sortedCount, this.#words.length]
    if (known === total) return
    const words = this.#words
    const fresh = Int32Array.from({ length: total - known }, (_, i) => known + i)
    fresh.sort((a, b) => (words[a]! < words[b]! ? -1 : 1))
    if (total > this.#sorted.length) {
      const room = total + (total >> 3) + 64
      const sorted = new Int32Array(room)
      sorted.set(this.#sorted)
      const shared = new Uint8Array(room)
      shared.set(this.#shared)
      this.#sorted = sorted
      this.#shared = shared
    }
    // From the end, so that nothing is overwritten that has not moved yet.
    let old = known - 1
    let left = fresh.length
    let place = total
    while (left > 0) {
      place--
      const next = fresh[left - 1]!
      if (old >= 0 && words[this.#sorted[old]!]! > words[next]!) {
        this.#sorted[place] = this.#sorted[old]!
        this.#shared[place] = this.#shared[old]!
        old--
      } else {
        this.#sorted[place] = next
        left--
      }
    }
    this.#sortedCount = total
    for (let at = place; at < total; at++)
      if (this.#sorted[at]! >= known || (at > 0 && this.#sorted[at - 1]! >= known)) this.#share(at)
  }

  #share(place: number): void {
    if (place === 0) {
      this.#shared[0] = 0
      return
    }
    const before = this.#words[this.#sorted[place - 1]!]!
    const word = this.#words[this.#sorted[place]!]!
    const most = Math.min(before.length, word.length)
    let shared = 0
    while (shared < most && before.charCodeAt(shared) === word.charCodeAt(shared)) shared++
    this.#shared[place] = shared
  }

  /** The first place in the sorted words whose word is not before `word`. */
  #firstFrom(word: string): number {
    let low = 0
    let high = this.#sortedCount
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#words[this.#sorted[middle]!]! < word) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** FNV-1a */
function hash(text: string): number {
  let hash = 0x811c9dc5 | 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
