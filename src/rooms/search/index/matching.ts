import { addFrom, type Bits, count, eachOf, isEmpty, keepIn, type Scratch, set } from './bitset.ts'
import { SHOP_WORDS } from './shop-words.ts'
import { canBegin, type QueryWords, queryWords } from './text.ts'
import { addWeight, isWeak, weightOf } from './weights.ts'
import { known, type Misspelt, NOTHING, WordSets, type Words } from './word-sets.ts'

export interface Matches {
  /** From the best kind of match on; the last holds everything that is found. Empty: nothing was searched for. */
  ranks: Bits[]
  /** Nothing has all of the words; these have most of them. */
  similar: boolean
}

/**
 * Which products the words find, from the best kind of match to the widest: nothing but these words in the name ("Worms" is
 * not lost among better selling games with worms); every word whole; the last word as a beginning; any word of three
 * letters or more as a beginning; words of the name or of who made it, whole and begun. Only where all that finds nothing: one typing error per
 * word; two. Someone who typed "portal" rightly and sorts by price must not be shown every "Mortal Kombat" first. Where
 * even that finds nothing: what has most of the words.
 * @param total how many products there are
 */
export function matches(text: string, words: Words, total: number, scratch: Scratch): Matches {
  const typed = queryWords(text)
  if (typed.terms.length === 0) return { ranks: [], similar: false }
  const isWord = (word: string) => [...words.names, words.makers].some((vocabulary) => vocabulary.has(word))
  const sets = new WordSets(words, scratch)
  const readings = [text, ...words.synonyms.readings(typed.terms, isWord)].map(
    (reading) => new Reading(reading, words, sets, scratch),
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
  eachOf(reading.scored, (slot) => {
    const score = scores[slot]!
    if (score === most) set(all, slot)
    if (score * 4 >= most * 3) set(nearly, slot)
  })
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

/**
 * One reading of a query. The products that each of its terms finds are worked out when asked for, and once for each text:
 * "s s s s s s" is one search.
 */
class Reading {
  readonly #text: string
  readonly #query: QueryWords
  readonly #words: Words
  readonly #sets: WordSets
  readonly #scratch: Scratch
  readonly #last: number
  /** Which products `score` has weighed and does not leave out. */
  scored: Bits
  readonly #whole = new Map<number, Bits>()
  readonly #wholeOrMaker = new Map<number, Bits>()
  readonly #begun = new Map<number, Bits>()
  readonly #begunOrMaker = new Map<number, Bits>()
  readonly #misspelt = new Map<number, Misspelt>()

  constructor(text: string, words: Words, sets: WordSets, scratch: Scratch) {
    this.#text = text
    this.#query = queryWords(text)
    this.#words = words
    this.#sets = sets
    this.#scratch = scratch
    this.#last = this.#query.terms.length - 1
    this.scored = scratch.take()
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
    const any = this.#scratch.take()
    let names = false
    for (const [i, { text }] of terms.entries()) {
      if (terms.findIndex((term) => term.text === text) < i) continue
      const found = this.#anyIn(i)
      addFrom(any, found)
      addWeight(scores, found, SHOP_WORDS.has(text) ? 1 : weightOf(count(found), total))
      if (!isWeak(text)) {
        names = true
        addFrom(named, found)
      }
    }
    // "asdfgh 4 game" asks for nothing that we have; a game that has 4 and "game" in its name is not like it.
    this.scored = names ? named : any
    let most = 0
    eachOf(this.scored, (slot) => {
      most = Math.max(most, scores[slot]!)
    })
    return most
  }

  /** Stops at the first term that leaves nothing, so that the sets of the others are not worked out. */
  #inAll(setOf: (term: number) => Bits): Bits {
    const { terms } = this.#query
    if (terms.length === 0) return NOTHING
    const all = this.#scratch.copyOf(setOf(0))
    for (let i = 1; i < terms.length; i++) {
      if (isEmpty(all)) return NOTHING
      keepIn(all, setOf(i))
    }
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
    return known(this.#whole, i, () => this.#exactIn(i, 'names'))
  }

  #wholeOrMakerIn(i: number): Bits {
    return known(this.#wholeOrMaker, i, () => this.#union([this.#wholeIn(i), this.#exactIn(i, 'makers')]))
  }

  #begunIn(i: number): Bits {
    return known(this.#begun, i, () => this.#union([this.#wholeIn(i), ...this.#beginningsIn(i, 'names')]))
  }

  #begunOrMakerIn(i: number): Bits {
    return known(this.#begunOrMaker, i, () =>
      this.#union([this.#begunIn(i), this.#wholeOrMakerIn(i), ...this.#beginningsIn(i, 'makers')]),
    )
  }

  #exactIn(i: number, among: 'names' | 'makers'): Bits {
    const { terms, joins } = this.#query
    const joined = joins.filter((join) => join.from <= i && i <= join.to)
    return this.#union([terms[i]!, ...joined].map(({ text }) => this.#sets.whole(text, among)))
  }

  #beginningsIn(i: number, among: 'names' | 'makers'): Bits[] {
    const term = this.#query.terms[i]!
    const joined = this.#query.joins.filter((join) => join.to === this.#last && join.from <= i)
    const begins = canBegin(term, i === this.#last) ? [term, ...joined] : joined
    return begins.map(({ text }) => this.#sets.begun(text, among))
  }

  #misspeltIn(i: number): Misspelt {
    return known(this.#misspelt, i, () => {
      const begun = this.#begunOrMakerIn(i)
      const term = this.#query.terms[i]!
      if (term.gram) return { near: begun, far: begun }
      const found = this.#sets.misspelt(term, i === this.#last)
      return { near: this.#union([begun, found.near]), far: this.#union([begun, found.far]) }
    })
  }

  /** Not to be changed: of one set it is that set itself. */
  #union(sets: readonly Bits[]): Bits {
    const [first, ...others] = sets.filter((one) => one !== NOTHING)
    if (!first) return NOTHING
    if (others.length === 0) return first
    const all = this.#scratch.copyOf(first)
    for (const other of others) addFrom(all, other)
    return all
  }
}
