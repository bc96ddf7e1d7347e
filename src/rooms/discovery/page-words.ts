// What the home page says of the shop, for pictures and manifests, which the server makes without a page.
import { readFileSync } from 'node:fs'

export interface HomeWords {
  heading: string
  description: string
}

const known = new Map<string, HomeWords>()

export function homeWords(locale: string): HomeWords {
  let words = known.get(locale)
  if (!words) {
    const text = readFileSync(new URL(`../../locales/${locale}.json`, import.meta.url), 'utf8')
    words = (JSON.parse(text) as { home: HomeWords }).home
    known.set(locale, words)
  }
  return words
}
