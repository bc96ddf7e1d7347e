// Calls per minute and address that guard neither secrets nor stock (decision A9): counted in memory, and what all
// instances have counted is added up in the database every second, in one statement. Who has used half of his allowance is
// counted there call by call, so that several instances together let nobody have more.
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { addCalls, countCalls, refuseOver } from './rate-limit.ts'

const WRITE_MS = 1_000
/** More clients than this in one minute are counted call by call. */
const MOST_CLIENTS = 20_000

interface Counted {
  call: string
  address: string
  /** Here, and not yet written. */
  unwritten: number
  /** By all instances, as of the last writing. */
  written: number
}

export interface SharedLimit {
  /** Counts one call; throws 429 with Retry-After when the minute's allowance is used up. */
  count(call: string, address: string, perMinute: number): Promise<void>
  close(): Promise<void>
}

export function openSharedLimit(db: Database, log: Log): SharedLimit {
  const counts = new Map<string, Counted>()
  let minute = 0

  function countedNow(call: string, address: string): Counted | undefined {
    const now = Math.floor(Date.now() / 60_000)
    // What was not written of a minute that is over limits nobody any more.
    if (now !== minute) counts.clear()
    minute = now
    const key = `${call}\n${address}`
    const known = counts.get(key)
    if (known || counts.size >= MOST_CLIENTS) return known
    const fresh = { call, address, unwritten: 0, written: 0 }
    counts.set(key, fresh)
    return fresh
  }

  async function write(): Promise<void> {
    const changed = [...counts.values()].filter(({ unwritten }) => unwritten > 0)
    if (changed.length === 0) return
    const calls = changed.map((counted) => ({ ...counted, calls: counted.unwritten }))
    for (const counted of changed) counted.unwritten = 0
    const totals = await addCalls(db, calls)
    for (const [i, counted] of changed.entries()) counted.written = totals[i]!
  }

  const closing = new AbortController()
  const writing = (async () => {
    while (await pause(WRITE_MS, true, { signal: closing.signal }).catch(() => false))
      await write().catch((err) => log.warn({ err }, 'counted calls could not be written'))
  })()

  return {
    async count(call, address, perMinute) {
      const counted = countedNow(call, address)
      if (counted && (counted.written + counted.unwritten + 1) * 2 < perMinute) {
        counted.unwritten++
        return
      }
      const unwritten = counted?.unwritten ?? 0
      if (counted) counted.unwritten = 0
      const total = await countCalls(db, call, address, unwritten + 1)
      if (counted) counted.written = total.calls
      refuseOver(perMinute, total)
    },
    async close() {
      closing.abort()
      await writing
    },
  }
}
