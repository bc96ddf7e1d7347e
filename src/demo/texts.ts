// What the demo shop says of its products in other languages: one file per language, named by the language's code, by the
// product's slug. English stands with the products. A product that a file lacks is shown in English.
import { readdirSync, readFileSync } from 'node:fs'
import type { Localized } from './catalogue/types.ts'

export interface ProductTexts {
  explanation: string
  description: string
}

const FOLDER = new URL('./texts/', import.meta.url)

const languages: readonly [code: string, texts: Record<string, ProductTexts>][] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))])

/** One of a product's texts in every language that has it. */
export function inOtherLanguages(slug: string, text: keyof ProductTexts, english: string): Localized {
  const others = languages.flatMap(([code, texts]) => (texts[slug] ? [[code, texts[slug][text]]] : []))
  return { 'en-US': english, ...Object.fromEntries(others) }
}
