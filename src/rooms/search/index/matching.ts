import { addFrom, type Bits, count, has, isEmpty, keepIn, type Scratch, set } from './bitset.ts'
import { SHOP_WORDS } from './shop-words.ts'
import type { Synonyms } from './synonyms.ts'
import { type QueryTerm, type QueryWords, queryWords } from './text.ts'
import type { Vocabulary } from './vocabulary.ts'
import { addWeight, isWeak, weightOf } from './weights.ts'

/** The shortest second half of a run-together word that may be a beginning. */
const SHORTEST_BEGINNING = 3

export interface Words {
  /** Of the names in the shopper's language and in English. */
  names: readonly Vocabulary[]
  /** Of developers and publishers. */
  makers: Vocabulary
  synonyms: Synonyms
}

export interface Matches {
  /** From the best kind of match on; the last holds everything that is found. Empty: nothing was searched for. */
  ranks: Bits[]
  /** Nothing has all of the words; these have most of them. */
  similar: boolean
}

/**
 * Which products the words find, from the best kind of match to the widest: nothing but these words in the name ("Worms" is
 * not lost among better selling games with worms); every word whole; the last word as a beginning; any word as a
 * beginning; words of the name or of who made it, whole and begun. Only where all that finds nothing: one typing error per
 * word; two. Someone who typed "portal" rightly and sorts by price must not be shown every "Mortal Kombat" first. Where
 * even that finds nothing: what has most of the words.
 * @param total how many products there are
 */
export function matches(text: string, words: Words, total: number, scratch: Scratch): Matches {
  const typed = queryWords(text)
  if (typed.terms.length === 0) return { ranks: [], similar: false }
  const isWord = (word: string) => [...words.names, words.makers].some((vocabulary) => vocabulary.has(word))
  const readings = [text, ...words.synonyms.readings(typed.terms, isWord)].map(
    (reading) => new Reading(reading, words, scratch),
  )
  const exact = united(
    readings.map((reading) => reading.exact()),
    scratch,
  )
  if (!isEmpty(exact.at(-1)!)) return { ranks: exact, similar: false }
  const near = united(
    readings.map((reading) => reading.misspelt()),
    scratch,
  )
  if (!isEmpty(near.at(-1)!)) return { ranks: near, similar: false }
  return { ranks: mostOf(readings, total, scratch), similar: true }
}

/** By the reading of which some product has most: of "gta" and "grand theft auto" the one that names something. */
function mostOf(readings: readonly Reading[], total: number, scratch: Scratch): Bits[] {
  const best = readings.map((reading) => reading.score(total))
  const most = Math.max(...best)
  const [all, nearly] = [scratch.take(), scratch.take()]
  if (most === 0) return [all, nearly]
  const reading = readings[best.indexOf(most)]!
  reading.score(total)
  const scores = scratch.numbers
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot]!
    if (score === most) set(all, slot)
    if (score > 0 && score * 4 >= most * 3) set(nearly, slot)
  }
  return [all, nearly]
}

/** Rank by rank together; the last rank holds all the others. */
function united(readings: readonly Bits[][], scratch: Scratch): Bits[] {
  const [first, ...others] = readings
  const ranks = first!.map((rank) => scratch.copyOf(rank))
  for (const other of others) for (const [i, rank] of other.entries()) addFrom(ranks[i]!, rank)
  const last = ranks.at(-1)!
  for (const rank of ranks) addFrom(last, rank)
  return ranks
}

interface Misspelt {
  /** At most one typing error, or run together. */
  near: Bits
  /** At most two. */
  far: Bits
}

/**
 * One reading of a query. The products that each of its terms finds are worked out when asked for, and once for each text:
 * "s s s s s s" is one search.
 */
class Reading {
  readonly #text: string
  readonly #query: QueryWords
  readonly #words: Words
  readonly #scratch: Scratch
  readonly #last: number
  readonly #whole = new Map<number, Bits>()
  readonly #wholeOrMaker = new Map<number, Bits>()
  readonly #begun = new Map<number, Bits>()
  readonly #begunOrMaker = new Map<number, Bits>()
  readonly #misspelt = new Map<number, Misspelt>()
  readonly #byBeginning = new Map<string, Bits>()
  readonly #byMisspelling = new Map<string, Misspelt>()

  constructor(text: string, words: Words, scratch: Scratch) {
    this.#text = text
    this.#query = queryWords(text)
    this.#words = words
    this.#scratch = scratch
    this.#last = this.#query.terms.length - 1
  }

  exact(): Bits[] {
    const whole = this.#inAll((i) => this.#wholeIn(i))
    const named = this.#scratch.take()
    for (const vocabulary of this.#words.names) vocabulary.wholeName(this.#text, whole, named)
    return [
      named,
      whole,
      this.#inAll((i) => this.#wholeOrMakerIn(i)),
      this.#inAll((i) => (i < this.#last ? this.#wholeIn(i) : this.#begunIn(i))),
      this.#inAll((i) => this.#begunIn(i)),
      this.#inAll((i) => this.#begunOrMakerIn(i)),
    ]
  }

  misspelt(): Bits[] {
    return [this.#inAll((i) => this.#misspeltIn(i).near), this.#inAll((i) => this.#misspeltIn(i).far)]
  }

  /**
   * Weighs for every product, in the scratch's numbers, which of the words it has: the rarer, the heavier. Answers the most
   * that any has; 0 when it is nothing worth showing.
   */
  score(total: number): number {
    const { terms } = this.#query
    const scores = this.#scratch.numbers.fill(0)
    const named = this.#scratch.take()
    let names = false
    for (const [i, { text }] of terms.entries()) {
      if (terms.findIndex((term) => term.text === text) < i) continue
      const found = this.#anyIn(i)
      addWeight(scores, found, SHOP_WORDS.has(text) ? 1 : weightOf(count(found), total))
      if (!isWeak(text)) {
        names = true
        addFrom(named, found)
      }
    }
    let most = 0
    for (let slot = 0; slot < scores.length; slot++) {
      // "asdfgh 4 game" asks for nothing that we have; a game that has 4 and "game" in its name is not like it.
      if (names && scores[slot] !== 0 && !has(named, slot)) scores[slot] = 0
      most = Math.max(most, scores[slot]!)
    }
    return most
  }

  /** Stops at the first term that leaves nothing, so that the sets of the others are not worked out. */
  #inAll(setOf: (term: number) => Bits): Bits {
    const { terms } = this.#query
    if (terms.length === 0) return this.#scratch.take()
    const all = this.#scratch.copyOf(setOf(0))
    for (let i = 1; i < terms.length && !isEmpty(all); i++) keepIn(all, setOf(i))
    return all
  }

  /** As typed, else begun so, else misspelt. */
  #anyIn(i: number): Bits {
    const whole = this.#wholeOrMakerIn(i)
    if (!isEmpty(whole)) return whole
    const begun = this.#begunOrMakerIn(i)
    return isEmpty(begun) ? this.#misspeltIn(i).far : begun
  }

  #wholeIn(i: number): Bits {
    return known(this.#whole, i, () => this.#exactIn(i, this.#words.names))
  }

  #wholeOrMakerIn(i: number): Bits {
    return known(this.#wholeOrMaker, i, () => {
      const found = this.#exactIn(i, [this.#words.makers])
      addFrom(found, this.#wholeIn(i))
      return found
    })
  }

  #begunIn(i: number): Bits {
    return known(this.#begun, i, () => this.#beginningIn(i, this.#wholeIn(i), 'names', this.#words.names))
  }

  #begunOrMakerIn(i: number): Bits {
    return known(this.#begunOrMaker, i, () => {
      const found = this.#beginningIn(i, this.#wholeOrMakerIn(i), 'makers', [this.#words.makers])
      addFrom(found, this.#begunIn(i))
      return found
    })
  }

  #exactIn(i: number, vocabularies: readonly Vocabulary[]): Bits {
    const found = this.#scratch.take()
    const { terms, joins } = this.#query
    for (const vocabulary of vocabularies) {
      vocabulary.exact(terms[i]!.text, found)
      for (const join of joins) if (join.from <= i && i <= join.to) vocabulary.exact(join.text, found)
    }
    return found
  }

  #beginningIn(i: number, whole: Bits, of: string, vocabularies: readonly Vocabulary[]): Bits {
    const term = this.#query.terms[i]!
    const found = this.#scratch.copyOf(whole)
    if (!term.gram) addFrom(found, this.#beginningWith(term.text, of, vocabularies))
    for (const join of this.#query.joins) {
      if (join.to === this.#last && join.from <= i) addFrom(found, this.#beginningWith(join.text, of, vocabularies))
    }
    return found
  }

  #beginningWith(text: string, of: string, vocabularies: readonly Vocabulary[]): Bits {
    return known(this.#byBeginning, `${of} ${text}`, () => {
      const found = this.#scratch.take()
      for (const vocabulary of vocabularies) vocabulary.prefix(text, found)
      return found
    })
  }

  #misspeltIn(i: number): Misspelt {
    return known(this.#misspelt, i, () => {
      const near = this.#scratch.copyOf(this.#begunOrMakerIn(i))
      const far = this.#scratch.copyOf(near)
      const term = this.#query.terms[i]!
      if (!term.gram) {
        const found = this.#misspellingsOf(term, i === this.#last)
        addFrom(near, found.near)
        addFrom(far, found.far)
      }
      return { near, far }
    })
  }

  #misspellingsOf({ text, typos }: QueryTerm, isLast: boolean): Misspelt {
    return known(this.#byMisspelling, isLast ? `${text}…` : text, () => {
      const found = { near: this.#scratch.take(), far: this.#scratch.take() }
      addRunTogether(text, isLast, this.#words.names, found.near, this.#scratch)
      if (typos > 0) {
        for (const vocabulary of this.#words.names) vocabulary.misspelt(text, typos, isLast, found.near, found.far)
      }
      addFrom(found.far, found.near)
      return found
    })
  }
}

function known<K, V>(kept: Map<K, V>, key: K, make: () => V): V {
  let value = kept.get(key)
  if (value === undefined) {
    value = make()
    kept.set(key, value)
  }
  return value
}

/** "darksouls" finds "Dark Souls": two whole words without the space, of which the last typed may be unfinished. */
function addRunTogether(
  text: string,
  isLast: boolean,
  vocabularies: readonly Vocabulary[],
  target: Bits,
  scratch: Scratch,
): void {
  const both = scratch.take()
  const second = scratch.take()
  for (let cut = 1; cut < text.length; cut++) {
    const left = text.slice(0, cut)
    const right = text.slice(cut)
    if (!vocabularies.some((vocabulary) => vocabulary.has(left))) continue
    const mayBegin = isLast && right.length >= SHORTEST_BEGINNING
    if (!mayBegin && !vocabularies.some((vocabulary) => vocabulary.has(right))) continue
    both.fill(0)
    second.fill(0)
    for (const vocabulary of vocabularies) {
      vocabulary.exact(left, both)
      vocabulary.exact(right, second)
      if (mayBegin) vocabulary.prefix(right, second)
    }
    keepIn(both, second)
    addFrom(target, both)
  }
}
