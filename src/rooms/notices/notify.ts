// Puts a notice into a member's centre.
import { randomUUID } from 'node:crypto'
import type { Queryable } from '#platform/database/database.ts'
import { addNotice } from './store.ts'
import type { NoticeKind } from './words.ts'

/** In the transaction of what it tells. `data` fills the words of `notices.<kind>`. */
export function notify(tx: Queryable, memberId: string, kind: NoticeKind, data: Record<string, string> = {}) {
  return addNotice(tx, { id: randomUUID(), memberId, kind, data })
}
