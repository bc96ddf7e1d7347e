import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import { activationGuides } from './guides.ts'

const guides = new Map<string, Record<string, string[]>>(
  activationGuides.map(({ code, steps }) => [code, { ...steps }]),
)

/** How a key is used, step by step, in the shopper's language or English; nothing for a guide that does not exist. */
export function activationSteps(code: string | null, locale: string): string[] {
  const steps = guides.get(code ?? '')
  return steps?.[locale] ?? steps?.[DEFAULT_LOCALE.code] ?? []
}
