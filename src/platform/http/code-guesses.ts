// A code of a second factor has six digits: with enough guesses it is found, whatever each of them costs. So after these many
// wrong ones in these minutes no other is looked at, from however many networks. Each browser in which the owner has signed in
// before is counted by itself, all others together (docs/decisions/036).
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
