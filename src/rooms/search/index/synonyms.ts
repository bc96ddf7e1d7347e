import { lettersAndDigits, type QueryTerm, queryWords, romanEndings } from './text.ts'

/** Other readings of one query that are looked for. Each costs as much as the query itself. */
const MOST_READINGS = 4
/** How many words of a query may together be an abbreviation: "c s go". */
const LONGEST_PHRASE = 5

/**
 * What the operator says means the same: `gta` and `grand theft auto`. A query is also read with the one put for the
 * other, and so is what is glued to a number: `gta5`, `ffvii`.
 */
export class Synonyms {
  /** By the letters of a phrase, what else is said for it. */
  readonly #others = new Map<string, string[]>()

  constructor(groups: readonly (readonly string[])[]) {
    for (const group of groups) {
      const phrases = group.map((text) => ({ text, key: lettersOf(text) })).filter(({ key }) => key !== '')
      for (const { key } of phrases) {
        const others = phrases.filter((phrase) => phrase.key !== key).map(({ text }) => text)
        if (others.length > 0) this.#others.set(key, [...(this.#others.get(key) ?? []), ...others])
      }
    }
  }

  /**
   * Other texts that mean what was typed. `isWord` tells whether some name holds a word: what is one is not taken apart.
   */
  readings(terms: readonly QueryTerm[], isWord: (word: string) => boolean): string[] {
    // First only what is glued is taken apart; then one synonym after the other is put in.
    const apart = this.#read(terms, isWord, undefined)
    const found = new Set<string>()
    if (apart.changed) found.add(apart.text)
    for (let choice = 0; choice < apart.choices && found.size < MOST_READINGS; choice++)
      found.add(this.#read(terms, isWord, choice).text)
    return [...found]
  }

  /** With the `choice`th synonym everywhere, or with none. */
  #read(terms: readonly QueryTerm[], isWord: (word: string) => boolean, choice: number | undefined) {
    const words: string[] = []
    let choices = 0
    let changed = false
    for (let from = 0; from < terms.length; ) {
      const { others, length } = this.#longestPhrase(terms, from)
      const asTyped = terms.slice(from, from + length).map(({ text }) => text)
      const parts = (others.length === 0 && this.#apart(terms[from]!, isWord)) || asTyped
      const said = parts === asTyped ? others : (this.#others.get(parts[0]!) ?? [])
      choices = Math.max(choices, said.length)
      changed ||= parts !== asTyped
      if (choice === undefined || said.length === 0) words.push(...parts)
      else {
        words.push(said[choice % said.length]!)
        if (parts !== asTyped) words.push(...parts.slice(1))
      }
      from += length
    }
    return { text: words.join(' '), changed, choices }
  }

  #longestPhrase(terms: readonly QueryTerm[], from: number): { others: string[]; length: number } {
    for (let length = Math.min(LONGEST_PHRASE, terms.length - from); length > 0; length--) {
      const phrase = terms.slice(from, from + length)
      if (phrase.some((term) => term.gram)) continue
      const others = this.#others.get(phrase.map(({ text }) => text).join(''))
      if (others) return { others, length }
    }
    return { others: [], length: 1 }
  }

  /** A word that no name holds: an abbreviation and a number (`gtav`, `l4d2`), or letters and digits. */
  #apart({ text, gram }: QueryTerm, isWord: (word: string) => boolean): string[] | undefined {
    if (gram || isWord(text)) return undefined
    const number = /^(.*\D)(\d{1,2})$/.exec(text)
    if (number && this.#others.has(number[1]!)) return [number[1]!, number[2]!]
    const roman = romanEndings(text).find(([beginning]) => this.#others.has(beginning))
    if (roman) return roman
    const parts = lettersAndDigits(text)
    return parts.length > 1 ? parts : undefined
  }
}

/** As the words of a query are joined. */
function lettersOf(text: string): string {
  return queryWords(text)
    .terms.map((term) => term.text)
    .join('')
}
