// The audit log as whoever may read it is shown it, the oldest first, for tests.
import type { Queryable } from '#platform/database/database.ts'
import { shown } from './office-calls.ts'
import { search, type Wanted } from './search-store.ts'

export async function auditRows(db: Queryable, wanted: Wanted) {
  const rows = await search(db, wanted, { limit: 1_000 })
  return rows.reverse().map((row) => ({ ...shown(row, true), address: row.address }))
}

type Row = Awaited<ReturnType<typeof auditRows>>[number]

/** Of each row these fields alone. */
export const fieldsOf = <K extends keyof Row>(rows: readonly Row[], ...fields: K[]) =>
  rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, K>)
