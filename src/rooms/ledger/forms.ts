// What a member types to move money.
import { plainNumber } from '#platform/i18n/digits.ts'

/** Of a currency or of points, in hundredths at most and above nothing; undefined: it is no amount. */
export function readAmount(typed: string): number | undefined {
  const text = plainNumber(typed).trim().replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
