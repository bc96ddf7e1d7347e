import { activationGuide } from './guides.ts'

/** How a key is used, step by step, in the shopper's language or English; nothing for a guide that does not exist. */
export function activationSteps(code: string | null, locale: string): string[] {
  return activationGuide(code ?? '', locale)?.steps ?? []
}
