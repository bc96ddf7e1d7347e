// What waits to be done in the name of somebody who works here ends when he may do it no more: rooms declare theirs.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Employee } from '#rooms/audit/hands.ts'

export interface Waiting {
  /** What he needs for it. */
  permission: string
  count(db: Queryable, staffId: string): Promise<number>
  /** It is not done; answers how much it was. Writes the audit rows of what it is about. */
  cancel(tx: Transaction, staffId: string, why: { by: Employee; reason: string }): Promise<number>
}

declare module '#platform/room.ts' {
  interface Declarations {
    /** By what it is called in the audit log and in the question. */
    inHisName: Record<string, Waiting>
  }
}

export interface InHisName {
  /** Of each that waits how much, by what it is called. */
  count(db: Queryable, staffId: string): Promise<Record<string, number>>
  /** Whatever needs a permission that is not left to them; undefined: none is. Answers how much it was, for the audit row. */
  cancel(
    tx: Transaction,
    staffIds: readonly string[],
    left: readonly string[] | undefined,
    why: { by: Employee; reason: string },
  ): Promise<Record<string, number>>
}

export function inHisName(declared: () => Readonly<Record<string, Waiting>>): InHisName {
  async function sums(each: (of: Waiting) => Promise<number>): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const [name, of] of Object.entries(declared())) {
      const count = await each(of)
      if (count > 0) found[name] = count
    }
    return found
  }

  return {
    count: (db, staffId) => sums((of) => of.count(db, staffId)),

    cancel: (tx, staffIds, left, why) =>
      sums(async (of) => {
        if (left?.includes(of.permission)) return 0
        let count = 0
        for (const id of staffIds) count += await of.cancel(tx, id, why)
        return count
      }),
  }
}
