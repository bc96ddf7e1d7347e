// Codes of a second factor have six digits, which are found in the end, whatever each guess costs. Of what is
// counted as one, as all browsers together in which their owner has not signed in before, so many wrong ones in these minutes
// are the last that are looked at, from however many networks (docs/decisions/036).
import type { Queryable } from '../database/database.ts'
import { countWithin, uncount } from './rate-limit.ts'

export const CODE_MINUTES = 10
const MOST_CODES = 20

/**
 * Counts a code before it is known whether it is wrong, so that a hundred at once are a hundred; one that is right is taken back
 * with `uncount`. Undefined: it is one too many, and not looked at.
 */
export async function countCode(db: Queryable, name: string): Promise<{ total: number; bucket: Buffer } | undefined> {
  const counted = await countWithin(db, name, CODE_MINUTES)
  if (counted.total <= MOST_CODES) return counted
  await uncount(db, counted.bucket)
  return undefined
}
