/**
 * From names and what shoppers type to words. Both sides go through the same folding, so that case, accents, ™ and
 * punctuation never stand between a shopper and a game.
 */

/** Feeds may hold endless titles and attackers send 10,000 characters; nobody reads so far. Names and queries, in UTF-16 units. */
const LONGEST_TEXT = 300
const LONGEST_WORD = 40
const MOST_TERMS = 12

/**
 * Marks that shoppers leave out: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel signs, the Arabic stretcher,
 * joiners, soft hyphens, variation selectors. Not all of \p{M}: in Hindi and Thai the vowels are marks, and in kana
 * U+3099 makes ga of ka.
 */
const SILENT = new RegExp(
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u1ab0-\\u1aff' +
    '\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f\\u00ad\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f]',
  'g',
)
/** NFKD would spell ™ as "TM" and ℠ as "SM". Apostrophes go without leaving a gap: "Assassin's" is one word, "assassins". */
const DROPPED = /[™®©℠'’‘ʼ`´]/g
/** Letters that Unicode does not take apart but keyboards do, and the Arabic letters that are typed for one another. */
const SPELLED: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', þ: 'th', ı: 'i', ς: 'σ',
  ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه',
} // biome-ignore format: a table
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g')
const ONLY_ASCII = /^[ -~]*$/
const ASCII_CHANGED = /['`&]/
const ONE_ASCII_WORD = /^[a-z0-9]+$/
const SPACES = /\s+/
const ASCII_WORD = /[a-z0-9]+/g
/** A run in a script without spaces between words (first alternative), or a word in any other. Hangul has spaces, but between phrases. */
const RUN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\u3099\u309a]+|[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\u3099\u309a]]+/gv
const SPACELESS =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー\u3099\u309a]/v
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const DIGIT = /\p{N}/u

/** Numbers of sequels, as two shops write them. A name that holds one is found by the other. */
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')
const ARABIC_OF = new Map(ROMAN.map((roman, i) => [roman, String(i + 1)]))
const ROMAN_OF = new Map(ROMAN.map((roman, i) => [String(i + 1), roman]))
const LETTERS_OR_DIGITS = /\p{N}+|\P{N}+/gu

export interface QueryTerm {
  text: string
  /** One or two characters of a script without spaces: found exactly or not at all. */
  gram: boolean
  /** How many typing errors it may hold. */
  typos: 0 | 1 | 2
}

/** Neighbouring terms `from`…`to` written as one word: "counter strike" also means "counterstrike". */
export interface QueryJoin {
  text: string
  from: number
  to: number
}

export interface QueryWords {
  terms: QueryTerm[]
  joins: QueryJoin[]
}

export interface NameWords {
  /** Every word under which the name is found; each once. */
  words: string[]
  /** All its letters and digits: the same for two texts that differ only in case, spaces, punctuation and Roman numbers. */
  letters: string
}

export function nameWords(name: string): NameWords {
  const words: string[] = []
  const add = (word: string) => {
    // Names hold few words; a Set for each of 200,000 is what building the index would mostly do.
    if (!words.includes(word)) words.push(word)
  }
  // Two stretches of a script without spaces may be typed as one: "スター・ウォーズ" without the dot, Korean without its spaces.
  let before = ''
  let letters = ''
  let first = true
  for (const chunk of chunks(fold(name))) {
    let joined = ''
    let parts = 0
    for (const run of chunk) {
      // No name begins with the number of a sequel: "I, Zombie", "V Rising" and "X-COM" mean what they say.
      const twin = first ? undefined : (ARABIC_OF.get(run) ?? ROMAN_OF.get(run))
      if (twin !== undefined) add(twin)
      letters += first ? run : (ARABIC_OF.get(run) ?? run)
      first = false
      if (isSpaceless(run)) {
        const characters = [...run]
        for (let i = 0; i < characters.length; i++) {
          add(characters[i]!)
          if (before !== '') add(before + characters[i]!)
          before = characters[i]!
        }
      } else {
        before = ''
        add(run.slice(0, LONGEST_WORD))
        joined += run
        parts++
      }
    }
    if (parts > 1) add(joined.slice(0, LONGEST_WORD))
  }
  return { words, letters }
}

/** What a shopper typed, as terms that must all be found. Without a letter or digit in it there are none. */
export function queryWords(text: string): QueryWords {
  const terms: QueryTerm[] = []
  const joins: QueryJoin[] = []
  // "&" reads "and", but "&" alone is punctuation like any other.
  if (!LETTER_OR_DIGIT.test(text.slice(0, LONGEST_TEXT))) return { terms, joins }
  for (const chunk of chunks(fold(text))) {
    const first = terms.length
    for (const run of chunk) terms.push(...runTerms(run))
    const part = terms.slice(first)
    if (part.length > 2 && !part.some((term) => term.gram) && terms.length <= MOST_TERMS) {
      joins.push(join(terms, first, terms.length - 1))
    }
    if (terms.length >= MOST_TERMS) break
  }
  terms.length = Math.min(terms.length, MOST_TERMS)
  for (let i = 1; i < terms.length; i++) {
    if (!terms[i]!.gram && !terms[i - 1]!.gram) joins.push(join(terms, i - 1, i))
  }
  return { terms, joins }
}

/**
 * Whether words that begin so are meant. One or two letters are a beginning while somebody types them, at the end; before
 * another word they are a word, and a third of a catalogue begins with some of them.
 */
export function canBegin({ text, gram }: QueryTerm, isLast: boolean): boolean {
  return !gram && (isLast || text.length > 2)
}

/** One word taken apart where letters and digits meet: `left4dead2` → `left`, `4`, `dead`, `2`. */
export function lettersAndDigits(word: string): string[] {
  return word.match(LETTERS_OR_DIGITS) ?? []
}

/** `ffvii` → `ff`, `vii`: every way in which a word ends in a Roman number, the longest first. */
export function romanEndings(word: string): [beginning: string, numeral: string][] {
  return ROMAN.filter((roman) => word.length > roman.length + 1 && word.endsWith(roman))
    .sort((a, b) => b.length - a.length)
    .map((roman) => [word.slice(0, -roman.length), roman])
}

function join(terms: readonly QueryTerm[], from: number, to: number): QueryJoin {
  let text = ''
  for (let i = from; i <= to; i++) text += terms[i]!.text
  return { text: text.slice(0, LONGEST_WORD), from, to }
}

function runTerms(run: string): QueryTerm[] {
  if (!isSpaceless(run)) {
    const text = run.slice(0, LONGEST_WORD)
    return [{ text, gram: false, typos: typosAllowed(text) }]
  }
  const characters = [...run]
  if (characters.length === 1) return [{ text: run, gram: true, typos: 0 }]
  return characters.slice(1).map((character, i) => ({ text: characters[i]! + character, gram: true, typos: 0 }))
}

/** None where a digit is: 2018 is another game than 2019, not a misspelt one. */
function typosAllowed(word: string): 0 | 1 | 2 {
  if (word.length < 4 || DIGIT.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

function fold(text: string): string {
  const head = text.slice(0, LONGEST_TEXT)
  if (ONLY_ASCII.test(head)) {
    const plain = ASCII_CHANGED.test(head) ? head.replaceAll(/['`]/g, '').replaceAll('&', ' and ') : head
    return plain.toLowerCase()
  }
  return head
    .toWellFormed()
    .replaceAll(DROPPED, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(SILENT, '')
    .replaceAll(SPELLED_LETTERS, (letter) => SPELLED[letter]!)
    .replaceAll('&', ' and ')
    .normalize('NFC')
}

/** The runs of letters and digits, grouped by what stands between spaces. */
function chunks(folded: string): string[][] {
  const pattern = ONLY_ASCII.test(folded) ? ASCII_WORD : RUN
  const found: string[][] = []
  for (const chunk of folded.split(pattern === ASCII_WORD ? ' ' : SPACES)) {
    if (ONE_ASCII_WORD.test(chunk)) found.push([chunk])
    else {
      const runs = chunk.match(pattern)
      if (runs) found.push(runs)
    }
  }
  return found
}

function isSpaceless(run: string): boolean {
  return run.charCodeAt(0) >= 0x0e00 && SPACELESS.test(run)
}
