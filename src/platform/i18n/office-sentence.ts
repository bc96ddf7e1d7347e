// What the back office says, in English: for commands, whose sentences are the same.
import { readFileSync } from 'node:fs'
import type english from '#locales/office/en-US.json'
import { createTranslate, type KeysOf, type Translate, type WordTree } from './words.ts'

let words: Translate<KeysOf<typeof english>> | undefined

export function officeSentence(key: KeysOf<typeof english>, values: Record<string, string | number> = {}): string {
  words ??= createTranslate({ tag: 'en', dir: 'ltr' }, [
    JSON.parse(readFileSync(new URL('../../locales/office/en-US.json', import.meta.url), 'utf8')) as WordTree,
  ])
  return words(key, values)
}
