import { addFrom, type Bits, count, keepIn, type Scratch } from './bitset.ts'
import type { QueryWords } from './text.ts'
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
 * every word whole; the last word as a beginning; any word as a beginning; and where those find too little, one typing
 * error per word; two.
 * @param enough how many products make looking for misspelt words needless
 */
export function matches(
  query: QueryWords,
  vocabularies: readonly Vocabulary[],
  enough: number,
  scratch: Scratch,
): Bits[] {
  const last = query.terms.length - 1
  if (last < 0) return []
  const whole = query.terms.map((term) => exact(term.text, vocabularies, scratch))
  for (const join of query.joins) {
    const joined = exact(join.text, vocabularies, scratch)
    for (let i = join.from; i <= join.to; i++) addFrom(whole[i]!, joined)
  }
  const begun = query.terms.map((term, i) => {
    const found = scratch.copyOf(whole[i]!)
    if (!term.gram) for (const vocabulary of vocabularies) vocabulary.prefix(term.text, found)
    return found
  })
  for (const join of query.joins) {
    if (join.to !== last) continue
    const joined = scratch.take()
    for (const vocabulary of vocabularies) vocabulary.prefix(join.text, joined)
    for (let i = join.from; i <= join.to; i++) addFrom(begun[i]!, joined)
  }
  const found = [inAll(whole, scratch), inAll([...whole.slice(0, last), begun[last]!], scratch), inAll(begun, scratch)]
  if (count(found[2]!) < enough) {
    const { one, two } = misspelt(query, begun, vocabularies, scratch)
    found.push(inAll(one, scratch), inAll(two, scratch))
  }
  return found
}

function misspelt(query: QueryWords, begun: readonly Bits[], vocabularies: readonly Vocabulary[], scratch: Scratch) {
  const one: Bits[] = []
  const two: Bits[] = []
  query.terms.forEach((term, i) => {
    const isLast = i === query.terms.length - 1
    const near = scratch.copyOf(begun[i]!)
    const far = scratch.take()
    if (!term.gram) addRunTogether(term.text, isLast, vocabularies, near, scratch)
    if (term.typos > 0) {
      for (const vocabulary of vocabularies) vocabulary.misspelt(term.text, term.typos === 1 ? 1 : 2, isLast, near, far)
    }
    addFrom(far, near)
    one.push(near)
    two.push(far)
  })
  return { one, two }
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

function exact(text: string, vocabularies: readonly Vocabulary[], scratch: Scratch): Bits {
  const found = scratch.take()
  for (const vocabulary of vocabularies) vocabulary.exact(text, found)
  return found
}

function inAll(sets: readonly Bits[], scratch: Scratch): Bits {
  const all = scratch.copyOf(sets[0]!)
  for (let i = 1; i < sets.length; i++) keepIn(all, sets[i]!)
  return all
}
