// Calls per minute and address that guard neither secrets nor stock (decision A9): counted in memory, and what all
// instances have counted is added up in the database every second, in one statement. Who has used half of his allowance is
// counted there call by call: one instance lets nobody have more than that, and what several let through beyond it is less
// than half of it each, once, in the second before the others hear of it. Who is over costs memory alone.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { addCalls, callLimit } from './rate-limit.ts'

const WRITE_MS = 1_000
/** More clients than this in one minute are counted call by call. */
const MOST_CLIENTS = 20_000

interface Counted {
  call: string
  address: string
  /** Calls of this minute: here, those of them that are written or being written, and those of other instances. */
  own: number
  sent: number
  others: number
  /** Half of the allowance is used up. */
  exact: boolean
  /** Those before are in the database. */
  caughtUp?: Promise<unknown>
}

declare module '../room.ts' {
  interface Declarations {
    /** Calls per minute and address, by the names that contracts say (`perMinute: 'orders'`). */
    limits: Record<string, number>
  }
}

export interface SharedLimit {
  /** Counts one call; throws 429 with Retry-After when the minute's allowance is used up. */
  count(call: string, address: string, perMinute: number): Promise<void>
  close(): Promise<void>
}

export function openSharedLimit(db: Database, log: Log): SharedLimit {
  const countCall = callLimit(db)
  const counts = new Map<string, Counted>()
  let minute = 0
  /** What is being written now. */
  let underWay: Promise<unknown> = Promise.resolve()

  function countedNow(call: string, address: string): Counted | undefined {
    const now = Math.floor(Date.now() / 60_000)
    // What was not written of a minute that is over limits nobody any more.
    if (now !== minute) counts.clear()
    minute = now
    const key = `${call}\n${address}`
    const known = counts.get(key)
    if (known || counts.size >= MOST_CLIENTS) return known
    const fresh = { call, address, own: 0, sent: 0, others: 0, exact: false }
    counts.set(key, fresh)
    return fresh
  }

  async function write(): Promise<void> {
    const changed = [...counts.values()]
      .filter(({ own, sent }) => own > sent)
      .map((counted) => ({ counted, sent: counted.own, calls: counted.own - counted.sent }))
    if (changed.length === 0) return
    for (const { counted, sent } of changed) counted.sent = sent
    const adding = addCalls(
      db,
      changed.map(({ counted: { call, address }, calls }) => ({ call, address, calls })),
    )
    underWay = adding.catch(() => {})
    const totals = await adding
    for (const [i, { counted, sent }] of changed.entries()) counted.others = Math.max(0, totals[i]! - sent)
  }

  const closing = new AbortController()
  const writing = (async () => {
    while (await pause(WRITE_MS, true, { signal: closing.signal }).catch(() => false))
      await write().catch((err) => log.warn({ err }, 'counted calls could not be written'))
  })()

  return {
    async count(call, address, perMinute) {
      const counted = countedNow(call, address)
      if (!counted) return countCall(call, address, perMinute)
      counted.own++
      counted.exact ||= (counted.others + counted.own) * 2 >= perMinute
      if (!counted.exact) return
      const howMany = counted.own - counted.sent
      counted.sent = counted.own
      // What is being written is part of what he has used, and what was let through before it was counted here: statements
      // that are sent at once come to the database in any order.
      const before = howMany > 1 ? underWay : Promise.all([underWay, counted.caughtUp])
      const counting = before.then(() => countCall(call, address, perMinute, howMany))
      if (howMany > 1) counted.caughtUp = counting.catch(() => {})
      await counting
    },
    async close() {
      closing.abort()
      await writing
    },
  }
}
