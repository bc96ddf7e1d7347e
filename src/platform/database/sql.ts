// SQL as text with its values beside it. A value never becomes text: `sql` splices in nothing but fragments, which are
// written in the source.
import { createHash } from 'node:crypto'

export interface Statement {
  text: string
  values: unknown[]
  /** Prepared once per connection under this name. */
  name: string
}

/** A part that several statements share: a rule that has one home. */
class Fragment {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** fragment`o.price_cents, o.id`: a constant, made when its file is loaded. It holds other fragments at most: nothing can get into it. */
export function fragment(strings: TemplateStringsArray, ...parts: Fragment[]): Fragment {
  if (!('raw' in strings) || parts.some((part) => !(part instanceof Fragment)))
    throw new Error('a fragment of SQL is text of the source alone')
  return new Fragment(String.raw({ raw: strings }, ...parts.map(({ text }) => text)))
}

export type { Fragment }

interface Known extends Pick<Statement, 'text' | 'name'> {
  /** Where its fragments stand among the values. */
  fragments: Map<number, Fragment>
}

/** Once for all values; more than once only where the same statement is about tables of several names. */
const known = new WeakMap<TemplateStringsArray, Known[]>()

/** sql`select … where id = ${id}`: every `${…}` is a parameter. Lists go in as arrays: `= any(${ids}::int[])`. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const forms = known.get(strings) ?? []
  let form = forms.find(({ fragments }) => [...fragments].every(([at, { text }]) => textOf(values[at]) === text))
  if (!form) {
    form = compose(strings, values)
    known.set(strings, [...forms, form])
  }
  const { text, name, fragments } = form
  if (fragments.size === 0) return { text, name, values }
  return { text, name, values: values.filter((_, at) => !fragments.has(at)) }
}

const textOf = (value: unknown) => (value instanceof Fragment ? value.text : undefined)

function compose(strings: TemplateStringsArray, values: unknown[]): Known {
  const fragments = new Map<number, Fragment>()
  let parameters = 0
  const text = strings.reduce((all, part, i) => {
    const value = values[i - 1]
    if (!(value instanceof Fragment)) return `${all}$${++parameters}${part}`
    fragments.set(i - 1, value)
    return all + value.text + part
  })
  return { text, name: createHash('sha1').update(text).digest('base64url').slice(0, 20), fragments }
}
