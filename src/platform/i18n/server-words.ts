// Words that the server itself writes: mails and dictionaries. They are no part of what a browser downloads.
import { readFileSync } from 'node:fs'
import type english from '#locales/server/en-US.json'
import { DEFAULT_LOCALE, findLocale } from './locales.ts'
import { createTranslate, type KeysOf, type Translate, type WordTree } from './words.ts'

export type ServerMessageKey = KeysOf<typeof english>

const trees = new Map<string, WordTree>()
const translators = new Map<string, Translate<ServerMessageKey>>()

/** The translate function of a language; English where a language lacks a text. */
export function serverWords(code: string): Translate<ServerMessageKey> {
  const locale = findLocale(code) ?? DEFAULT_LOCALE
  let translate = translators.get(locale.code)
  if (!translate) {
    translate = createTranslate(locale, [serverWordTree(locale.code), serverWordTree(DEFAULT_LOCALE.code)])
    translators.set(locale.code, translate)
  }
  return translate
}

/** Everything that the server says in a language, for what is more than a line of text. */
export function serverWordTree(code: string): WordTree {
  let tree = trees.get(code)
  if (!tree) {
    tree = JSON.parse(readFileSync(new URL(`../../locales/server/${code}.json`, import.meta.url), 'utf8')) as WordTree
    trees.set(code, tree)
  }
  return tree
}
