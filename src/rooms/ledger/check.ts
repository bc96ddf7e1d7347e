// Sums the ledger up (decision F4): every movement to zero, every member's entries to his running total, and each of them to
// what was there before it, so that no single wrong entry goes unseen. In pieces of which each is one statement that locks
// nothing, and so one moment of the ledger, whoever moves money meanwhile; each reads in the order of an index, so it sorts
// nothing and holds one movement, one member at a time. A piece of a million movements takes two or three seconds.
import type { Database, Queryable } from '#platform/database/database.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import { wrongRewards } from '#rooms/levels/hands.ts'
import * as store from './store.ts'

const MOVEMENTS_AT_ONCE = 1_000_000

/** By the first digit of their ids. */
const RANGES = [...'0123456789abcdef'].map((digit) => ({
  from: `${digit}0000000-0000-0000-0000-000000000000`,
  to: `${digit}fffffff-ffff-ffff-ffff-ffffffffffff`,
}))

export interface Differences {
  /** Ids of movements whose entries do not add up to zero, or are of other accounts than they should be. */
  movements: number[]
  totals: store.WrongTotal[]
}

/** Some of them, if there are many. */
export async function differences(db: Queryable): Promise<Differences> {
  const found: Differences = { movements: [], totals: [] }
  const last = await store.lastMovement(db)
  for (let after = 0; after < last; after += MOVEMENTS_AT_ONCE)
    found.movements.push(...(await store.unbalanced(db, after, after + MOVEMENTS_AT_ONCE)))
  for (const range of RANGES) found.totals.push(...(await store.wrongTotals(db, range)))
  return found
}

/** Members whose points, pending points or growth are not the sum of what has changed them. */
async function wrongPoints(db: Database) {
  const found: Awaited<ReturnType<typeof wrongRewards>> = []
  for (const range of RANGES) found.push(...(await wrongRewards(db, range)))
  return found
}

const kind = 'ledger.differs'
const subject = 'ledger'

/** Job. */
export async function checkLedger(db: Database): Promise<void> {
  const { movements, totals } = await differences(db)
  const points = await wrongPoints(db)
  if (movements.length + totals.length + points.length === 0) return resolveAlert(db, { kind, subject })
  const details = { movements: movements.slice(0, 20), totals: totals.slice(0, 20), points: points.slice(0, 20) }
  await raiseAlert(db, { kind, subject, details, money: true })
}
