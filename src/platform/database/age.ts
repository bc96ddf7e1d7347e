// A database that comes back older than it was (a standby that had not heard the last commits, a snapshot of before) has forgotten
// what was sold, and would sell it again. Batches of the journal count what was committed (docs/decisions/026).
import { DatabaseAway } from './connection.ts'

export interface Age {
  /** How many batches are known to be committed. */
  readonly known: number
  /** Since it said less than was known. Of such a database nothing is asked any more: it counts as away. */
  readonly isOlder: boolean
  /** The database has said that it has so many. `known`: before it was asked. Throws where it is older. */
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
