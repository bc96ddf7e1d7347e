// Query strings as plain text. The router's own way reads values as JSON, and would turn a search for `1e3` into 1000.

type Search = Record<string, string | string[] | undefined>

/** A name that stands once is a string, one that stands several times (a form's checkboxes) a list. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    const known = Object.hasOwn(search, name) ? search[name] : undefined
    search[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  return search
}

/** Begins with `?`, or is empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) query.append(name, String(one))
  }
  return query.size > 0 ? `?${query}` : ''
}
