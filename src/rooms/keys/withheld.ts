// Keys that a restore held back are told to the operator until none is, whoever released them: here, or by a command.
import type { Queryable } from '#platform/database/database.ts'
import { openSubjects, resolveAlert } from '#rooms/alerts/hands.ts'
import { countWithheld } from './stock-store.ts'

const WITHHELD = 'restore.withheld'

export async function endWithheld(db: Queryable): Promise<void> {
  const [subject] = await openSubjects(db, WITHHELD)
  if (subject !== undefined && (await countWithheld(db, 1)) === 0) await resolveAlert(db, { kind: WITHHELD, subject })
}
