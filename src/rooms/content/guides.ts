// How a key is used, per platform: short numbered steps that name the buttons as the platforms do.

import type english from '#locales/server/en-US.json'
import { DEFAULT_LOCALE, findLocale } from '#platform/i18n/locales.ts'
import { serverWordTree } from '#platform/i18n/server-words.ts'

export type ActivationCode = keyof (typeof english)['guides']

export interface ActivationGuide {
  title: string
  steps: string[]
}

/** A guide comes whole in one language, the shopper's or English: steps in two languages would help nobody. */
export function activationGuide(code: string, language: string): ActivationGuide | undefined {
  return guideIn((findLocale(language) ?? DEFAULT_LOCALE).code, code) ?? guideIn(DEFAULT_LOCALE.code, code)
}

function guideIn(language: string, code: string): ActivationGuide | undefined {
  const { guides } = serverWordTree(language) as { guides?: Record<string, ActivationGuide> }
  return guides && Object.hasOwn(guides, code) ? guides[code] : undefined
}
