import type { TranslateMessage } from '#platform/i18n/messages.ts'

/** What is said to somebody who pressed too often. */
export function waitWords(t: TranslateMessage, seconds: number): string {
  return seconds < 90
    ? t('checkout.problem.tooManySeconds', { count: seconds })
    : t('checkout.problem.tooManyMinutes', { count: Math.ceil(seconds / 60) })
}
