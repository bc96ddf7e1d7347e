// What rows are called, by ids that were kept as text: of another table, or of a row that is gone, any of them may be.
import { isUuid } from '../uuid.ts'
import type { Queryable } from './database.ts'
import type { Statement } from './sql.ts'

/** What those of these ids that have a name are called, by id. */
export type Names = (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Of an `int` that counts up; longer ones would not fit. */
export const isNumberId = (id: string) => /^\d{1,9}$/.test(id)

const namesOf =
  (isId: (id: string) => boolean) =>
  (read: (ids: readonly string[]) => Statement): Names =>
  async (db, ids) => {
    const rows = await db.query<{ id: string; name: string }>(read(ids.filter(isId)))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

/** `read` selects `id` and `name`, both as text, where the id is one of these. */
export const namesByUuid = namesOf(isUuid)
export const namesByNumber = namesOf(isNumberId)
