// A catalogue that cannot be read again is seen: this process shows lists and searches of then, and nobody else would say so.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { raiseAlert, resolveAlert, resolveSilent } from '#rooms/alerts/hands.ts'
import * as store from './store.ts'

/** A database that is restarted is back sooner. */
const LONG_MS = 60_000
const LOOK_MS = 5_000
/** Since when the database must have answered: what an outage has left is read within this, unless it cannot be. */
const ANSWERING_MS = 20_000
/** It is told again while it lasts: one of a process that died is silent, and ends after so long. */
const AGAIN_MS = 60_000
const SILENT_MINUTES = 3

export interface BehindOptions {
  db: Database
  log: Log
  /** Undefined: nothing waits to be read. */
  behindSince: () => Date | undefined
}

const isDue = (at: number | undefined) => at === undefined || Date.now() - at >= AGAIN_MS

export function watchBehind({ db, log, behindSince }: BehindOptions) {
  // Each process has a catalogue of its own.
  const kind = 'catalogue.behind'
  const subject = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  let toldAt: number | undefined
  let sweptAt: number | undefined
  /** Since when it has answered each look, while this process is behind. */
  let answeringSince: number | undefined

  const longSince = (): Date | undefined => {
    const since = behindSince()
    return since && Date.now() - since.getTime() >= LONG_MS ? since : undefined
  }

  async function look() {
    if (behindSince()) await store.proveAnswer(db)
    answeringSince = behindSince() && (answeringSince ?? Date.now())
    const since = longSince()
    if (since && Date.now() - (answeringSince ?? Date.now()) >= ANSWERING_MS && isDue(toldAt)) {
      await raiseAlert(db, { kind, subject, details: { since: since.toISOString() } })
      toldAt = Date.now()
    } else if (!behindSince()) await end()
    if (!isDue(sweptAt)) return
    await resolveSilent(db, { kind, minutes: SILENT_MINUTES })
    sweptAt = Date.now()
  }

  async function end() {
    if (toldAt === undefined) return
    await resolveAlert(db, { kind, subject })
    toldAt = undefined
  }

  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = look().catch((err) => {
      answeringSince = undefined
      log.warn({ err }, 'that the catalogue is behind could not be told')
    })
  }, LOOK_MS)

  return {
    /** What `readyz` says of it. */
    notes(): string[] {
      const since = longSince()
      return since ? [`catalogue: what changed since ${since.toISOString()} cannot be read`] : []
    },
    async close() {
      clearInterval(timer)
      await looking
      // What this process shows is seen no more.
      await end().catch((err) => log.warn({ err }, 'the alert about the catalogue could not be ended'))
    },
  }
}
