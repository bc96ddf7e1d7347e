// Small tables that every page needs stay in memory: read whole, and read again as soon as the database says that they changed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Listener } from './listen.ts'

export interface Kept<T> {
  readonly now: T
  /** Since when what changed is not heard of, or could not be read again; undefined: nothing waits to be read. */
  readonly behindSince: Date | undefined
  close(): Promise<void>
}

export interface KeptOptions<T> {
  /** What it is called in the log: `the currencies`. */
  name: string
  listener: Listener
  channel: string
  /** Whether a message of the channel is about it; null, where messages may have been lost, always is. Absent: all are. */
  concerns?: (payload: string) => boolean
  read: () => Promise<T>
  /** After it was read because something changed. */
  onChange?: (before: T, now: T) => void
  log: Log
}

/** How long a failed reading waits for its repetition: at first, and at most. */
const RETRY_MS = { first: 100, most: 10_000 }

/** Listens first and reads then: what changes while it is read is read again. */
export async function keep<T>(options: KeptOptions<T>): Promise<Kept<T>> {
  const { name, listener, channel, concerns = () => true, read, onChange, log } = options
  const closing = new AbortController()
  let again = false
  let reading: Promise<void> | undefined
  let behindSince: Date | undefined
  let started = false

  /** Tries until the database can be read: no later change may come to remind us of this one. */
  async function readAgain() {
    for (let delay = RETRY_MS.first; !closing.signal.aborted; delay = Math.min(delay * 2, RETRY_MS.most)) {
      try {
        while (again) {
          again = false
          const before = now
          now = await read()
          onChange?.(before, now)
        }
        behindSince = undefined
        return
      } catch (err) {
        again = true
        behindSince ??= new Date()
        log.error({ err, behindSince }, `${name} could not be read again; trying on`)
        await pause(delay, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const start = () => {
    reading ??= readAgain().finally(() => {
      reading = undefined
      // What was heard between the last look and here found this one under way, and nobody would begin another.
      if (again && !closing.signal.aborted) start()
    })
  }
  listener.on(channel, (payload) => {
    if (payload !== null && !concerns(payload)) return
    if (payload === null) behindSince ??= listener.deafSince
    again = true
    if (started) start()
  })
  let now = await read()
  started = true
  if (again) start()

  return {
    get now() {
      return now
    },
    get behindSince() {
      return behindSince ?? listener.deafSince
    },
    async close() {
      closing.abort()
      await reading
    },
  }
}
