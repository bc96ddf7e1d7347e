// What an act has done, in parts. The audit log keeps each by its name, with what it names, and the back office says it in its
// reader's language; a command says it in English.
import type english from '#locales/office/en-US.json'
import { officeSentence } from '#platform/i18n/office-sentence.ts'

export type DidPart = readonly [name: keyof (typeof english)['audit']['did'], values?: Readonly<Record<string, string>>]

export const sentenceOf = (parts: readonly DidPart[]) =>
  parts.map(([name, values]) => officeSentence(`audit.did.${name}`, values)).join('; ')
