// Sums the ledger up (decision F4): every movement to zero, every member's entries to his running total. In pieces of which
// each is one statement, and so one moment of the ledger, whoever moves money meanwhile; a piece of a million movements
// takes a second or two.
import type { Database } from '#platform/database/database.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import * as store from './store.ts'

const MOVEMENTS_AT_ONCE = 1_000_000

/** By the first digit of their ids. */
const RANGES = [...'0123456789abcdef'].map((digit) => ({
  from: `${digit}0000000-0000-0000-0000-000000000000`,
  to: `${digit}fffffff-ffff-ffff-ffff-ffffffffffff`,
}))

export interface Differences {
  /** Ids of movements whose entries do not add up to zero. */
  movements: number[]
  totals: { memberId: string; total: number; sum: number }[]
}

/** Some of them, if there are many. */
export async function differences(db: Database): Promise<Differences> {
  const found: Differences = { movements: [], totals: [] }
  const last = await store.lastMovement(db)
  for (let after = 0; after < last; after += MOVEMENTS_AT_ONCE)
    found.movements.push(...(await store.unbalanced(db, after, after + MOVEMENTS_AT_ONCE)))
  for (const range of RANGES) found.totals.push(...(await store.wrongTotals(db, range)))
  return found
}

const kind = 'ledger.differs'
const subject = 'ledger'

/** Job. */
export async function checkLedger(db: Database): Promise<void> {
  const { movements, totals } = await differences(db)
  if (movements.length + totals.length === 0) return resolveAlert(db, { kind, subject })
  const details = { movements: movements.slice(0, 20), totals: totals.slice(0, 20) }
  await raiseAlert(db, { kind, subject, details, money: true })
}
