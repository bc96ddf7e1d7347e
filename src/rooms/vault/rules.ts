// What a key of an account holds. Operators paste it as one line (docs/operate.md): `login:password`, or with tabs
// between login, password and whatever else there is, or as a JSON object with these names.

export interface Account {
  login: string
  password: string
  /** What else belongs to it: an e-mail's password, a recovery code. */
  more: string
}

/** Undefined: it has no such form, and is shown as it is. */
export function splitAccount(key: string): Account | undefined {
  if (key.startsWith('{')) return fromJson(key)
  const [login = '', password = '', ...more] = key.includes('\t') ? key.split('\t') : atColon(key)
  return login.trim() && password.trim()
    ? { login: login.trim(), password: password.trim(), more: more.join(' ').trim() }
    : undefined
}

/** At the first: a login has no colon, a password may. */
function atColon(key: string): string[] {
  const colon = key.indexOf(':')
  return colon < 0 ? [] : [key.slice(0, colon), key.slice(colon + 1)]
}

function fromJson(key: string): Account | undefined {
  let fields: unknown
  try {
    fields = JSON.parse(key)
  } catch {
    return undefined
  }
  if (typeof fields !== 'object' || fields === null) return undefined
  const { login, password, ...rest } = fields as Record<string, unknown>
  if (typeof login !== 'string' || typeof password !== 'string') return undefined
  const more = Object.entries(rest).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return { login, password, more: more.join(', ') }
}

/** So many days of sales say how fast an offer sells. */
export const SALES_DAYS = 28
/** Of an offer that sells more than this in that time, the latest of them say it. */
export const SALES_COUNTED = 1_000

/** Whole days; null: nothing was sold. `days`: since the first of what was counted; `age`: since it is offered. */
export function daysLeft(
  stock: number,
  { sold, days, age }: { sold: number; days: number; age: number },
): number | null {
  if (sold === 0) return null
  const span = sold < SALES_COUNTED ? Math.min(SALES_DAYS, age) : Math.max(days, 1 / 24)
  return Math.floor((stock * span) / sold)
}
