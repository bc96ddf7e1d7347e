// SQL as text with its values beside it. A value never becomes text: `sql` knows no way to splice a string in.
import { createHash } from 'node:crypto'

export interface Statement {
  text: string
  values: unknown[]
  /** Prepared once per connection under this name. */
  name: string
}

const known = new WeakMap<TemplateStringsArray, { text: string; name: string }>()

/** sql`select … where id = ${id}`: every `${…}` is a parameter. Lists go in as arrays: `= any(${ids}::int[])`. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let statement = known.get(strings)
  if (!statement) {
    const text = strings.reduce((all, part, i) => `${all}$${i}${part}`)
    statement = { text, name: createHash('sha1').update(text).digest('base64url').slice(0, 20) }
    known.set(strings, statement)
  }
  return { ...statement, values }
}
