// How what somebody did is written down, in the transaction that does it: what is rolled back was not done.
import type { Transaction } from '#platform/database/database.ts'
import { type Caller, staffOf } from '#platform/http/principal.ts'
import { type Audited, addRows, type Employee } from './store.ts'

export type { ActOf } from './acts.ts'
export { AuditQuery, auditPage } from './office-calls.ts'
export { type OfficeWords, officeWords } from './office-words.ts'
export { forgetPerson, type Person } from './people.ts'
export type { Audited, Employee, Who } from './store.ts'
export { doneAt, doneUnder } from './store.ts'
export type { SubjectNames } from './subjects.ts'

/** Never pass a password, a key, a token or a code: what stands here stays. */
export function audit(tx: Transaction, ...rows: Audited[]): Promise<void> {
  return addRows(tx, rows)
}

/** For the handlers of employees' calls: who does it, and from where. */
export function whoAsks(caller: Caller): Employee {
  const { staffId, email } = staffOf(caller)
  return { staffId, email, address: caller.address }
}
