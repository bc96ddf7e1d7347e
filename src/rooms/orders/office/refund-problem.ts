// Why money does not go back, in the reader's language.
import { readProblem } from '#rooms/payments/rules.ts'
import { sayMoney } from '#rooms/staff/office/said.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

/** `currency`: of the refund. What a later version of the shop has written stands as it is. */
export function sayProblem(t: TranslateOffice, kept: string, currency: string): string {
  const read = readProblem(kept)
  if (read.is === 'words') return read.words
  if (read.is === 'givenUp') return t('order.refundProblem.givenUp', { words: read.words })
  if (read.is === 'onlyLeft')
    return t('order.refundProblem.onlyLeft', { amount: sayMoney(t, read.minor / 100, currency) })
  if (read.is === 'refused' || read.is === 'noAnswer') return t(`order.refundProblem.${read.is}`, { code: read.code })
  return t(`order.refundProblem.${read.is}`)
}
