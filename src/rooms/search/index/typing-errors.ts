export interface SortedWords {
  words: readonly string[]
  /** Numbers of `words`, sorted by word; the first `count` are valid. */
  sorted: Int32Array
  /** How many characters the word at each place has in common with the one before it. */
  shared: Uint8Array
  count: number
}

/** Longer than any word or query that is kept (40), with room for the row and column of the empty word. */
const SIDE = 48
const FAR = 99

/** Row d: errors between the first d characters of the word at hand and each beginning of the query. Shared: nothing here waits. */
const rows = new Uint8Array(SIDE * SIDE)
/** The fewest errors between the whole query and a beginning of the word of at most d characters. */
const fewest = new Uint8Array(SIDE)
const query = new Uint16Array(SIDE)

/**
 * Calls `found` for every word that at most `most` typing errors (a letter missing, too many, wrong, or two neighbours swapped)
 * part from `typed`; with `beginning`, for every word some beginning of which is so close.
 *
 * Walks the sorted words like a tree: words with the same beginning share the rows computed for it, and a beginning that
 * is too far off is skipped with everything that begins so. Unlike an index of all one-letter deletions, that needs no
 * memory (one byte per word), finds errors in the first letter, and works for beginnings.
 */
export function eachMisspelt(
  list: SortedWords,
  typed: string,
  most: number,
  beginning: boolean,
  found: (number: number, errors: number) => void,
): void {
  const { words, sorted, shared, count } = list
  const length = Math.min(typed.length, SIDE - 2)
  for (let j = 0; j < length; j++) query[j] = typed.charCodeAt(j)
  for (let j = 0; j <= length; j++) rows[j] = j
  fewest[0] = length
  let depth = 0
  for (let i = 0; i < count; ) {
    const word = words[sorted[i]!]!
    let alive = true
    while (depth < word.length) {
      if (!row(word, depth + 1, length, most)) {
        alive = false
        break
      }
      depth++
      fewest[depth] = Math.min(fewest[depth - 1]!, rows[depth * SIDE + length]!)
    }
    const next = i + 1
    if (alive) {
      const errors = beginning ? fewest[depth]! : rows[depth * SIDE + length]!
      if (errors <= most) found(sorted[i]!, errors)
      i = next
    } else {
      // Everything that begins like this word up to the hopeless character is as far off as the word is.
      const errors = beginning ? fewest[depth]! : FAR
      if (errors <= most) found(sorted[i]!, errors)
      i = next
      while (i < count && shared[i]! > depth) {
        if (errors <= most) found(sorted[i]!, errors)
        i++
      }
    }
    if (i < count) depth = Math.min(depth, shared[i]!)
  }
}

/** Computes row `depth` from the two before it, in the band where at most `most` errors are possible. @returns whether any are that few. */
function row(word: string, depth: number, length: number, most: number): boolean {
  if (depth > length + most) return false
  const here = depth * SIDE
  const above = here - SIDE
  const character = word.charCodeAt(depth - 1)
  const before = depth > 1 ? word.charCodeAt(depth - 2) : -1
  const from = Math.max(1, depth - most)
  const to = Math.min(length, depth + most)
  rows[here + from - 1] = from === 1 ? Math.min(depth, FAR) : FAR
  let least: number = from === 1 ? depth : FAR
  for (let j = from; j <= to; j++) {
    const same = query[j - 1] === character
    let errors = rows[above + j - 1]! + (same ? 0 : 1)
    const without = rows[above + j]! + 1
    if (without < errors) errors = without
    const extra = rows[here + j - 1]! + 1
    if (extra < errors) errors = extra
    if (j > 1 && depth > 1 && query[j - 2] === character && query[j - 1] === before) {
      const swapped = rows[above - SIDE + j - 2]! + 1
      if (swapped < errors) errors = swapped
    }
    rows[here + j] = errors
    if (errors < least) least = errors
  }
  if (to < length) {
    rows[here + to + 1] = FAR
    // The last column must be readable whatever the band.
    rows[here + length] = FAR
  }
  return least <= most
}
