// How what somebody did is written down, in the transaction that does it: what is rolled back was not done.
import type { Transaction } from '#platform/database/database.ts'
import { type Audited, addRow } from './store.ts'

export type { Audited } from './store.ts'

/** Never pass a password, a key, a token or a code: what stands here stays. */
export function audit(tx: Transaction, row: Audited): Promise<void> {
  return addRow(tx, row)
}
