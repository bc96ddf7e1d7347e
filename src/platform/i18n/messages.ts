// The interface's words. The renderer has every language at hand; the browser fetches the one it shows, as a file of its
// own that the page preloads.
import { createIsomorphicFn } from '@tanstack/react-start'
import { createContext, useContext } from 'react'
import type english from '#locales/en-US.json'
import type { Locale } from './locales.ts'
import { siteFacts } from './site-facts.ts'
import { createTranslate, type KeysOf, type Translate, type WordTree } from './words.ts'

export type MessageKey = KeysOf<typeof english>
export type TranslateMessage = Translate<MessageKey>

const urls = import.meta.glob<string>('../../locales/*.json', { query: '?url', import: 'default', eager: true })

/** Address of a language's file, for the preload link. */
export function messagesUrl(locale: string): string {
  return urls[`../../locales/${locale}.json`] ?? ''
}

/** All words of a language, for what adds its own to them. In the browser there are those of the page. */
export const wordsOf = createIsomorphicFn()
  .server((locale: string): WordTree => {
    const files = import.meta.glob<WordTree>('../../locales/*.json', { import: 'default', eager: true })
    return files[`../../locales/${locale}.json`] ?? {}
  })
  .client((): WordTree => fetched)

let fetched: WordTree = {}

/** In the browser, before anything is rendered: fetches the page's language. */
export async function fetchMessages(locale: string): Promise<void> {
  const answer = await fetch(messagesUrl(locale))
  if (!answer.ok) throw new Error('the language file could not be read')
  fetched = (await answer.json()) as WordTree
}

const translators = new Map<string, TranslateMessage>()

/** Ready at once: the words are already here. Plural rules go by the BCP 47 tag, which the shop's own codes are not. */
export function translator(locale: Locale): TranslateMessage {
  let translate = translators.get(locale.code)
  if (!translate) {
    translate = createTranslate(locale, [wordsOf(locale.code)], (name, say) => {
      if (name === 'shop') return siteFacts().name
      return name === 'within' ? say('promise.within', { count: siteFacts().answerDays }) : undefined
    })
    translators.set(locale.code, translate)
  }
  return translate
}

const Words = createContext<TranslateMessage | undefined>(undefined)

export const WordsProvider = Words.Provider

/** The page's translate function: `const t = useWords()`. */
export function useWords(): TranslateMessage {
  const words = useContext(Words)
  if (!words) throw new Error('words are wanted outside of a page')
  return words
}
