// How other rooms move members' money, in their own transaction. Of everything that is locked the member's total comes last.
import type { Transaction } from '#platform/database/database.ts'
import { insertMovement, type Movement } from './store.ts'

export { balanceOf } from './store.ts'

/** False: this cause has moved its money before, and nothing was done. */
export async function credit(tx: Transaction, movement: Movement): Promise<boolean> {
  if (movement.cents <= 0) throw new Error('what is credited is more than nothing')
  return (await insertMovement(tx, movement)) !== undefined
}
