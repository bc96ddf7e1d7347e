// Which products single words find, worked out once for all readings of one search.
import { addFrom, type Bits, isEmpty, keepIn, type Scratch } from './bitset.ts'
import type { Synonyms } from './synonyms.ts'
import type { QueryTerm } from './text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The shortest second half of a run-together word that may be a beginning. */
const SHORTEST_BEGINNING = 3
/**
 * What one search may read of beginnings and typing errors before it looks for no more of them, in products of words: any one
 * letter of 300,000 names and makers fits in, and it takes some ten milliseconds.
 */
const MOST_READ = 300_000
/** What looking for one word's typing errors counts, besides what is found: it walks through much of a vocabulary. */
const WALK = 10_000

export interface Words {
  /** Of the names in the shopper's language and in English. */
  names: readonly Vocabulary[]
  /** Of developers and publishers. */
  makers: Vocabulary
  synonyms: Synonyms
}

export interface Misspelt {
  /** At most one typing error, or run together. */
  near: Bits
  /** At most two. */
  far: Bits
}

/** The empty set: most texts that are looked for find nothing, and what finds nothing costs nothing more. */
export const NOTHING: Bits = new Int32Array(0)

/** The sets that it answers are anybody's to read, and nobody's to change. */
export class WordSets {
  readonly #among: Readonly<Record<'names' | 'makers', readonly Vocabulary[]>>
  readonly #scratch: Scratch
  readonly #whole = new Map<string, Bits>()
  readonly #begun = new Map<string, Bits>()
  readonly #misspelt = new Map<string, Misspelt>()
  #left = MOST_READ

  constructor({ names, makers }: Words, scratch: Scratch) {
    this.#among = { names, makers: [makers] }
    this.#scratch = scratch
  }

  /** With exactly this word. It is found however much was read, and counts for nothing: each of twelve words is read once. */
  whole(text: string, among: 'names' | 'makers'): Bits {
    return known(this.#whole, `${among} ${text}`, () => {
      const holding = this.#among[among].filter((vocabulary) => vocabulary.has(text))
      if (holding.length === 0) return NOTHING
      const found = this.#scratch.take()
      for (const vocabulary of holding) vocabulary.exact(text, found)
      return found
    })
  }

  /** With a word that begins so. */
  begun(text: string, among: 'names' | 'makers'): Bits {
    return known(this.#begun, `${among} ${text}`, () => {
      if (this.#left <= 0) return NOTHING
      const found = this.#scratch.take()
      const before = this.#left
      for (const vocabulary of this.#among[among]) this.#left -= vocabulary.prefix(text, found)
      return this.#left === before ? NOTHING : found
    })
  }

  /** With a word of their names that was meant. */
  misspelt({ text, typos }: QueryTerm, isLast: boolean): Misspelt {
    return known(this.#misspelt, isLast ? `${text}…` : text, () => {
      if (this.#left <= 0) return { near: NOTHING, far: NOTHING }
      const [near, far] = [this.#scratch.take(), this.#scratch.take()]
      this.#addRunTogether(text, isLast, near)
      if (typos > 0) {
        this.#left -= WALK
        for (const vocabulary of this.#among.names) this.#left -= vocabulary.misspelt(text, typos, isLast, near, far)
      }
      addFrom(far, near)
      return isEmpty(far) ? { near: NOTHING, far: NOTHING } : { near, far }
    })
  }

  /** "darksouls" finds "Dark Souls": two whole words without the space, of which the last typed may be unfinished. */
  #addRunTogether(text: string, isLast: boolean, target: Bits): void {
    const { names } = this.#among
    const both = this.#scratch.take()
    for (let cut = 1; cut < text.length; cut++) {
      const left = text.slice(0, cut)
      const right = text.slice(cut)
      if (!names.some((vocabulary) => vocabulary.has(left))) continue
      const mayBegin = isLast && right.length >= SHORTEST_BEGINNING
      if (!mayBegin && !names.some((vocabulary) => vocabulary.has(right))) continue
      both.set(this.whole(left, 'names'))
      keepIn(both, mayBegin ? this.begun(right, 'names') : this.whole(right, 'names'))
      addFrom(target, both)
    }
  }
}

export function known<K, V>(kept: Map<K, V>, key: K, make: () => V): V {
  let value = kept.get(key)
  if (value === undefined) {
    value = make()
    kept.set(key, value)
  }
  return value
}
