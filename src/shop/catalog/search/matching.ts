import { addFrom, type Bits, count, isEmpty, keepIn, type Scratch } from './bitset.ts'
import type { QueryTerm, QueryWords } from './text.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Misspelt words count only where fewer products than this are found as typed. About one page: someone who typed "portal"
 * correctly and sorts by price must not be shown every "Mortal Kombat" first.
 */
export const ENOUGH = 24

/** The shortest second half of a run-together word that may be a beginning. */
const SHORTEST_BEGINNING = 3

/**
 * Which products the words find, from the best kind of match to the widest; each set contains the one before it:
 * nothing but these words in the name ("Worms" is not lost among better selling games with worms); every word whole; the last word as a beginning; any word as a beginning; and where those find too little, one typing
 * error per word; two.
 * @param text what was typed
 * @param query the same, taken apart
 * @param enough how many products make looking for misspelt words needless
 */
export function matches(
  text: string,
  query: QueryWords,
  vocabularies: readonly Vocabulary[],
  enough: number,
  scratch: Scratch,
): Bits[] {
  if (query.terms.length === 0) return []
  const sets = new TermSets(query, vocabularies, scratch)
  const last = query.terms.length - 1
  const whole = inAll(query, (i) => sets.whole(i), scratch)
  const named = scratch.take()
  for (const vocabulary of vocabularies) vocabulary.wholeName(text, whole, named)
  const found = [
    named,
    whole,
    inAll(query, (i) => (i < last ? sets.whole(i) : sets.begun(i)), scratch),
    inAll(query, (i) => sets.begun(i), scratch),
  ]
  if (count(found[3]!) < enough) {
    found.push(inAll(query, (i) => sets.misspelt(i).near, scratch))
    found.push(inAll(query, (i) => sets.misspelt(i).far, scratch))
  }
  return found
}

/** Stops at the first term that leaves nothing, so that the sets of the others are not worked out. */
function inAll({ terms }: QueryWords, setOf: (term: number) => Bits, scratch: Scratch): Bits {
  const all = scratch.copyOf(setOf(0))
  for (let i = 1; i < terms.length && !isEmpty(all); i++) keepIn(all, setOf(i))
  return all
}

interface Misspelt {
  /** At most one typing error, or run together. */
  near: Bits
  /** At most two. */
  far: Bits
}

/** The products that each term of a query finds, worked out when asked for, and once for each text: "s s s s s s" is one search. */
class TermSets {
  readonly #query: QueryWords
  readonly #vocabularies: readonly Vocabulary[]
  readonly #scratch: Scratch
  readonly #last: number
  readonly #whole: Bits[]
  readonly #begun: Bits[] = []
  readonly #misspelt: Misspelt[] = []
  readonly #byBeginning = new Map<string, Bits>()
  readonly #byMisspelling = new Map<string, Misspelt>()

  constructor(query: QueryWords, vocabularies: readonly Vocabulary[], scratch: Scratch) {
    this.#query = query
    this.#vocabularies = vocabularies
    this.#scratch = scratch
    this.#last = query.terms.length - 1
    this.#whole = query.terms.map((term) => this.#exact(term.text))
    for (const join of query.joins) {
      const joined = this.#exact(join.text)
      for (let i = join.from; i <= join.to; i++) addFrom(this.#whole[i]!, joined)
    }
  }

  whole(i: number): Bits {
    return this.#whole[i]!
  }

  begun(i: number): Bits {
    const known = this.#begun[i]
    if (known) return known
    const term = this.#query.terms[i]!
    const found = this.#scratch.copyOf(this.#whole[i]!)
    if (!term.gram) addFrom(found, this.#beginningWith(term.text))
    for (const join of this.#query.joins) {
      if (join.to === this.#last && join.from <= i) addFrom(found, this.#beginningWith(join.text))
    }
    this.#begun[i] = found
    return found
  }

  misspelt(i: number): Misspelt {
    const known = this.#misspelt[i]
    if (known) return known
    const near = this.#scratch.copyOf(this.begun(i))
    const far = this.#scratch.copyOf(near)
    const term = this.#query.terms[i]!
    if (!term.gram) {
      const found = this.#misspellingsOf(term, i === this.#last)
      addFrom(near, found.near)
      addFrom(far, found.far)
    }
    this.#misspelt[i] = { near, far }
    return this.#misspelt[i]
  }

  #misspellingsOf({ text, typos }: QueryTerm, isLast: boolean): Misspelt {
    const key = isLast ? `${text}…` : text
    let found = this.#byMisspelling.get(key)
    if (found) return found
    found = { near: this.#scratch.take(), far: this.#scratch.take() }
    addRunTogether(text, isLast, this.#vocabularies, found.near, this.#scratch)
    if (typos > 0) {
      for (const vocabulary of this.#vocabularies) vocabulary.misspelt(text, typos, isLast, found.near, found.far)
    }
    addFrom(found.far, found.near)
    this.#byMisspelling.set(key, found)
    return found
  }

  #beginningWith(text: string): Bits {
    let found = this.#byBeginning.get(text)
    if (found) return found
    found = this.#scratch.take()
    for (const vocabulary of this.#vocabularies) vocabulary.prefix(text, found)
    this.#byBeginning.set(text, found)
    return found
  }

  #exact(text: string): Bits {
    const found = this.#scratch.take()
    for (const vocabulary of this.#vocabularies) vocabulary.exact(text, found)
    return found
  }
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
