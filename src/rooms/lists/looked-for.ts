// What lists are narrowed to may name a person: then the audit log tells it as long as he lets it (decision F11).
import type { Audited } from '#rooms/audit/hands.ts'

type Side = 'before' | 'after'
type Search = Readonly<Record<string, unknown>>

/** For the row of an act with such a search. */
export function lookedFor(of: Partial<Record<Side, Search>>): Pick<Audited, 'about' | 'personal'> {
  const address = Object.values(of)
    .flatMap((search) => Object.values(search))
    .find((value): value is string => typeof value === 'string' && /^\S+@\S+\.\S+$/.test(value.trim()))
  return { about: address === undefined ? undefined : { memberId: null, email: address.trim() }, personal: { ...of } }
}
