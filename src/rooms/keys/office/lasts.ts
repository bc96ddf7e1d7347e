// For how long keys last, in words.
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

/** `null`: nothing was sold lately, so nobody can say. */
export function sayLasts(t: TranslateOffice, daysLeft: number | null): string {
  if (daysLeft === null) return '–'
  return daysLeft < 1 ? t('keys.stock.lastsToday') : t('keys.stock.lastsDays', { count: daysLeft })
}
