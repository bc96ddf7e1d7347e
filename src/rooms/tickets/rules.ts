// What people quote of a ticket, and by which the operator finds it: the beginning of its id.
import { isTypedUuid } from '#platform/uuid.ts'

export const referenceOf = (id: string): string => `T-${id.slice(0, 8).toUpperCase()}`

const REFERENCE = /^(?:T-)?([0-9A-F]{8})$/i

/** The ids that somebody may mean who writes a reference or an id: from the first to the last of them; undefined: neither. */
export function idsMeantBy(typed: string): { first: string; last: string } | undefined {
  const text = typed.trim().toLowerCase()
  if (isTypedUuid(text)) return { first: text, last: text }
  const start = REFERENCE.exec(text)?.[1]
  return start
    ? { first: `${start}-0000-0000-0000-000000000000`, last: `${start}-ffff-ffff-ffff-ffffffffffff` }
    : undefined
}
