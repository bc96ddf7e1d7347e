// What methods of payment are called in the audit log.
import type { SubjectNames } from '#rooms/audit/hands.ts'
import { methodRows } from './method-store.ts'
import { methodWords } from './methods.ts'

export const methodNames: SubjectNames = async (db, ids, { locale }) => {
  const methods = await methodRows(db)
  return new Map(
    methods
      .filter(({ id }) => ids.includes(String(id)))
      .map((method) => [String(method.id), methodWords(method, locale).name]),
  )
}
