// Changes by the field: what somebody saves names for each field what it was when he began and what it shall be. Fields that nobody
// else touched meanwhile are put together with what others did; a field that somebody else made something different of is a conflict.
import { z } from 'zod'

export type FieldValue = string | number | boolean | null | readonly number[]
export type Fields = Readonly<Record<string, FieldValue>>

export interface FieldChange {
  field: string
  from: FieldValue
  to: FieldValue
}

const Value = z.union([z.string().max(20_000), z.number(), z.boolean(), z.array(z.number()).max(100), z.null()])

/** Field changes of a preview: may be empty. `FieldChanges` below asks for one at least. */
export const TypedChanges = z.array(z.object({ field: z.string().max(60), from: Value, to: Value })).max(300)

/**
 * By field: what it was when he began, and what it shall be. Fields that nobody else touched are put together with what others did;
 * where somebody else made something different of one, nothing is saved and the refusal says in `conflicts` what each is now
 * (`theirs`).
 */
export const FieldChanges = TypedChanges.min(1)

export interface Conflict {
  field: string
  /** What it is now. */
  theirs: FieldValue
  mine: FieldValue
}

export interface Merged {
  /** What is to be changed: neither what is so already nor what is in conflict. */
  changes: { field: string; before: FieldValue; after: FieldValue }[]
  conflicts: Conflict[]
  /** Fields that the thing does not have (any more). */
  unknown: string[]
}

export function merge(now: Fields, wanted: readonly FieldChange[]): Merged {
  const merged: Merged = { changes: [], conflicts: [], unknown: [] }
  for (const { field, from, to } of wanted) {
    const theirs = Object.hasOwn(now, field) ? now[field] : undefined
    if (theirs === undefined) merged.unknown.push(field)
    else if (same(theirs, to)) continue
    else if (same(theirs, from)) merged.changes.push({ field, before: theirs, after: to })
    else merged.conflicts.push({ field, theirs, mine: to })
  }
  return merged
}

export const same = (a: FieldValue, b: FieldValue) => JSON.stringify(a) === JSON.stringify(b)
