// The shop's own codes in words, for API clients that show them as they come.

import { serverWords } from '#platform/i18n/server-words.ts'
import type { OrderStatus } from './rules.ts'

export function statusName(status: OrderStatus, locale: string): string {
  return serverWords(locale)(`orderStatus.${status}`)
}
