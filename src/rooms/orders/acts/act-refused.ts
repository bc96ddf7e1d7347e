// Why what a person wants to do to an order is not possible. The back office says it in its languages, a command in English.

import type english from '#locales/office/en-US.json'
import { officeSentence } from '#platform/i18n/office-sentence.ts'

export type ActRefusal = keyof (typeof english)['order']['refused']

export class ActRefused extends Error {
  override name = 'ActRefused'
  readonly code: ActRefusal
  readonly values: Record<string, string | number>

  /** `values` are what the sentence names. */
  constructor(code: ActRefusal, values: Record<string, string | number> = {}) {
    super(officeSentence(`order.refused.${code}`, values))
    this.code = code
    this.values = values
  }
}
