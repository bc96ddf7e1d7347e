// For tests: money on a member's balance that nobody paid for.
import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { credit } from './hands.ts'

/** US cents; the shop corrects his balance. */
export function giveBalance({ db }: { db: Database }, memberId: string, cents: number): Promise<boolean> {
  const gift = { cause: `test ${randomUUID()}`, kind: 'adjustment', memberId, cents, against: 'adjustments' } as const
  return db.transaction((tx) => credit(tx, gift))
}
