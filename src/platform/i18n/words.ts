// Reads a language's words: nested keys, `{{placeholders}}`, plural forms `key_one`, `key_few`, … by CLDR category. The
// format is i18next's JSON v4, which translation tools know; the reader is ours because i18next with its React binding
// weighs 16.6 kB compressed, an eighth of what a first visit may download (docs/decisions/009).
import type { Locale } from './locales.ts'

export interface WordTree {
  [key: string]: string | string[] | WordTree
}

type Values = Record<string, string | number>

/** Every dotted key of a language file; of a plural's forms the key without its ending. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string
    ? Singular<K>
    : T[K] extends readonly string[]
      ? never
      : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]
type Singular<K extends string> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Stem
  : K

export interface Translate<Key extends string> {
  /** `count` in the values chooses the plural form. Numbers are written the language's way, in Western digits. */
  (key: Key, values?: Values): string
  /** Whether there are words for a key that somebody else named, such as the server in its refusal. */
  knows(key: string): key is Key
  /** As values stand in its texts: set apart where it is written from right to left, or amounts turn round in there. */
  isolate(value: string): string
  /** BCP 47. */
  tag: string
}

/** A placeholder that no value was given for: what stands there in every text, such as the shop's name. */
type Standing = (name: string, translate: (key: string, values?: Values) => string) => string | undefined

/** `words` are tried in their order: a language, then the one that it falls back to. A key without words answers itself. */
export function createTranslate<Key extends string>(
  { tag, dir }: Pick<Locale, 'tag' | 'dir'>,
  words: readonly WordTree[],
  standing: Standing = () => undefined,
): Translate<Key> {
  const plurals = new Intl.PluralRules(tag)
  const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
  const find = (key: string, count: number | undefined) => {
    for (const tree of words) {
      const found =
        count === undefined
          ? textAt(tree, key)
          : (textAt(tree, `${key}_${plurals.select(count)}`) ?? textAt(tree, `${key}_other`) ?? textAt(tree, key))
      if (found !== undefined) return found
    }
  }
  // U+2068 and U+2069: what is between them has its own direction, that of its first letter (UAX 9).
  const isolate = (value: string) => (dir === 'rtl' && !LATIN_WORD.test(value) ? `\u2068${value}\u2069` : value)
  const translate = (key: string, values: Values = {}): string => {
    const count = typeof values.count === 'number' ? values.count : undefined
    return (find(key, count) ?? key).replace(
      /\{\{(\w+)\}\}/g,
      (placeholder, name: string, at: number, text: string) => {
        const value = values[name]
        if (typeof value === 'number') return numbers.format(value)
        if (value !== undefined) return text === placeholder ? value : isolate(value)
        const said = standing(name, translate) ?? placeholder
        return name === 'within' && /(^|[.!?] )$/.test(text.slice(0, at)) ? capital(said, tag) : said
      },
    )
  }
  return Object.assign(translate, {
    knows: (key: string): key is Key => find(key, undefined) !== undefined,
    isolate,
    tag,
  })
}

/** Reads the same among whatever letters, and is copied without what sets it apart: an e-mail address, most numbers of orders. */
const LATIN_WORD = /^[a-z]([\w@.+-]*\w)?$/i

const capital = (text: string, tag: string) => text.charAt(0).toLocaleUpperCase(tag) + text.slice(1)

function textAt(tree: WordTree, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<WordTree[string] | undefined>(
      (at, part) => (typeof at === 'object' && !Array.isArray(at) && Object.hasOwn(at, part) ? at[part] : undefined),
      tree,
    )
  return typeof found === 'string' ? found : undefined
}
