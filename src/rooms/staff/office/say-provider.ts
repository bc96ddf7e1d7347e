// How a provider of payments is called. What a later version of the shop has written stands as it is.
import type { TranslateOffice } from './words.ts'

export function sayProvider(t: TranslateOffice, provider: string): string {
  const known = `payments.providers.${provider}`
  return t.knows(known) ? t(known) : provider
}
