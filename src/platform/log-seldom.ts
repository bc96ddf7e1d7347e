// What may happen a thousand times a minute is logged once a minute and name, with how often it happened since.
import type { Log } from './log.ts'

const EVERY_MS = 60_000
/** Names come from our own code; should they ever come from outside, the memory stays bounded. */
const MOST_NAMES = 1_000

export function logSeldom(log: Log) {
  const since = new Map<string, { at: number; unsaid: number }>()
  return function warn(name: string, fields: Record<string, unknown>, message: string, now = performance.now()) {
    const last = since.get(name)
    if (last && now - last.at < EVERY_MS) {
      last.unsaid++
      return
    }
    if (since.size >= MOST_NAMES) since.clear()
    since.set(name, { at: now, unsaid: 0 })
    log.warn({ ...fields, ...(last && last.unsaid > 0 && { sinceLastLine: last.unsaid }) }, message)
  }
}
