// A database that comes back older than it was (a standby that had not heard the last commits, a snapshot of before) has forgotten
// what was sold, and would sell it again. Batches of the journal count what was committed (docs/decisions/026).
import { DatabaseAway } from './connection.ts'

export interface Age {
  /** How many batches are known to be committed. */
  readonly known: number
  /** Whether the database has once reported less than was known. Nothing more is asked of such a database: it counts as away. */
  readonly isOlder: boolean
  /**
   * Notes the batch count that the database reported. `known` is what was known before asking: a smaller report means that the
   * database went back in time. Throws DatabaseAway then.
   */
  heard(batches: number, known: number): void
}

export function createAge(onOlder: (batches: number, known: number) => void): Age {
  let most = 0
  let isOlder = false
  return {
    get known() {
      return most
    },
    get isOlder() {
      return isOlder
    },
    heard(batches, known) {
      most = Math.max(most, batches)
      if (batches >= known) return
      if (!isOlder) onOlder(batches, known)
      isOlder = true
      throw new DatabaseAway()
    },
  }
}
