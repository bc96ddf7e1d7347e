// What a secret opens that somebody has sent (a session's token, the cookie of a browser that made an order), asked of the
// database. Made-up ones cost him nothing and the shop a statement each, so of those that open nothing he has so many in a
// minute and costs memory alone then. Secrets are random and handed out once they stand: what has opened nothing will not
// open anything a moment later, so a page that sends the cookie of a session that has ended counts once, however much it asks.
import { sha256 } from '../crypto.ts'
import { ClientLimit } from './client-limit.ts'
import { CallError } from './errors.ts'

/** Behind one address of IPv4 whole companies sit, whose sessions all end after a restore. */
const MOST_MISSES = 300
/** How long a secret is remembered at least, and how many are. */
const FOUND_MS = 10 * 60_000
const MISSED_MS = 30_000
const MOST_KEPT = 20_000

export interface BySecret {
  <T>(secret: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** It is handed out now, and stands: whoever has it is known from the first time on. */
  issued(secret: string): void
}

/** For whoever asks without any of his own. */
export const uncounted: BySecret = Object.assign(<T>(_: string, find: () => Promise<T>) => find(), { issued() {} })

/** For each client's address. `now`: in milliseconds. */
export function findsBySecret(now: () => number = Date.now): (address: string) => BySecret {
  const misses = new ClientLimit(MOST_MISSES)
  const found = new Lately(FOUND_MS, now)
  const missed = new Lately(MISSED_MS, now)

  const keyOf = (secret: string) => sha256(secret).toString('base64')
  const issued = (secret: string) => found.add(keyOf(secret))

  /** Of which it is not known yet whether they open anything. */
  const asking = new Map<string, Promise<unknown>>()

  async function look<T>(key: string, find: () => Promise<T | undefined>) {
    const thing = await find()
    ;(thing === undefined ? missed : found).add(key)
    return thing
  }

  async function bySecret<T>(
    address: string,
    secret: string,
    find: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const key = keyOf(secret)
    if (missed.has(key)) return undefined
    // Whoever is known here is not kept out by what others of his address make up.
    if (found.has(key)) return look(key, find)
    const first = asking.get(key)
    if (first) {
      await first
      return bySecret(address, secret, find)
    }
    // Counted before it is known, and taken back where it opens something: of many that come at once no more are looked up.
    const { wait, giveBack } = misses.take(address, now())
    try {
      if (wait > 0) throw new CallError(429, 'error.tooMany', { retryAfterSeconds: wait })
      const looking = look(key, find)
      asking.set(key, looking)
      return await looking
    } finally {
      asking.delete(key)
      if (!missed.has(key)) giveBack()
    }
  }

  return (address) =>
    Object.assign(<T>(secret: string, find: () => Promise<T | undefined>) => bySecret(address, secret, find), {
      issued,
    })
}

/** What was added within this time, up to twice as long; sooner forgotten where there is too much of it. */
class Lately {
  #ms: number
  #now: () => number
  #fresh = new Set<string>()
  #old = new Set<string>()
  #since = Number.NEGATIVE_INFINITY

  constructor(ms: number, now: () => number) {
    this.#ms = ms
    this.#now = now
  }

  has(key: string): boolean {
    this.#age()
    return this.#fresh.has(key) || this.#old.has(key)
  }

  add(key: string): void {
    this.#age()
    this.#fresh.add(key)
  }

  #age(): void {
    const now = this.#now()
    const age = now - this.#since
    if (age < this.#ms && age >= 0 && this.#fresh.size < MOST_KEPT) return
    this.#old = age < 2 * this.#ms && age >= 0 ? this.#fresh : new Set()
    this.#fresh = new Set()
    this.#since = now
  }
}
