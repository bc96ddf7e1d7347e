// Keys that a restore held back are told to the operator until none is, whoever released them: here, or by a command.
import type { Database } from '#platform/database/database.ts'
import { openSubjects, resolveAlert } from '#rooms/alerts/hands.ts'
import { countWithheld } from './stock-store.ts'

const WITHHELD = 'restore.withheld'

export async function endWithheld(db: Database): Promise<void> {
  for (const subject of await openSubjects(db, WITHHELD))
    if ((await countWithheld(db, 1)) === 0) await resolveAlert(db, { kind: WITHHELD, subject })
}
