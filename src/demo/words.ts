// What the demo shop calls its categories, facets, banners and notices: one file per language, named by the language's
// code. A language is added by adding its file. What a file lacks is left out, and the shop shows English instead.
import { readdirSync, readFileSync } from 'node:fs'
import type { Localized } from './catalogue/types.ts'
import type english from './words/en-US.json'

/** English has every text, so its keys are all that there are. */
export type DemoWords = typeof english

type Partly<T> = { [K in keyof T]?: T[K] extends string ? string : Partly<T[K]> }

const FOLDER = new URL('./words/', import.meta.url)

const languages: readonly [code: string, words: Partly<DemoWords>][] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))])

/** One text in every language that has it. */
export function inEachLanguage(pick: (words: Partly<DemoWords>) => string | undefined): Localized {
  const texts = languages.map(([code, words]) => [code, pick(words)] as const).filter(([, text]) => text)
  // The keys that `pick` can name are those of the English file.
  return Object.fromEntries(texts) as Localized
}
