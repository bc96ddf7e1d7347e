// What is made under an id of an attempt is made once: its audit row says so. Whatever it belongs to is locked first.
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { type Audited, doneUnder, type Employee } from '#rooms/audit/hands.ts'

interface Attempted {
  by: Employee
  act: Audited['act']
  /** Undefined: whoever asks does not ask again. */
  attempt: string | undefined
  /** What of it stands in the audit row, with its `subject` where that is known before. */
  asked: Record<string, unknown>
}

/** What was made under it; undefined: nothing yet. Throws 422 where it was asked for something different. */
export async function madeBefore(tx: Transaction, { by, act, attempt, asked }: Attempted) {
  const done = attempt === undefined ? undefined : await doneUnder(tx, by, act, attempt)
  if (!done) return
  const known: Record<string, unknown> = { ...done.after, subject: done.subjectId }
  if (Object.entries(asked).some(([name, value]) => !isDeepStrictEqual(known[name], value)))
    throw refused('catalogue.refused.changed')
  return done
}
