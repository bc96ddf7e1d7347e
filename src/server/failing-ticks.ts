// A tick that fails each time is seen: what it should do is not done, and but for the log nobody would know.
import type { Database } from '#platform/database/database.ts'
import type { FailingTick } from '#platform/jobs/ticks.ts'
import { raiseAlert, resolveAlert, resolveSilent } from '#rooms/alerts/store.ts'

/** A database that is restarted is back sooner. */
const LONG_MS = 60_000
/** Since when the database must have answered: what an outage has stopped goes on within this. */
const ANSWERING_MS = 20_000
/** It is told again while it lasts: one of a process that died is silent, and ends after so long. */
const AGAIN_MS = 60_000
const SILENT_MINUTES = 3

const kind = 'tick.failing'

const isLong = ({ since }: FailingTick) => Date.now() - since.getTime() >= LONG_MS

/** What `readyz` says of them. */
export const failingLines = (failing: readonly FailingTick[]): string[] =>
  failing.filter(isLong).map(({ name, since }) => `ticks: ${name} has failed since ${since.toISOString()}`)

/** A tick itself: tells which others fail, and takes that back when they go on. */
export function failingTold(db: Database, failing: () => readonly FailingTick[]): () => Promise<void> {
  const told = new Map<string, number>()
  let answeringSince: number | undefined

  async function tell(answering: number) {
    const now = failing()
    const due = now.filter(isLong).filter(({ name, lastAt }) => {
      const at = told.get(name)
      return lastAt.getTime() - answering >= ANSWERING_MS && (at === undefined || Date.now() - at >= AGAIN_MS)
    })
    for (const { name, since } of due) {
      const details = { since: since.toISOString() }
      await raiseAlert(db, { kind, subject: name, details, restates: true, once: true })
      told.set(name, Date.now())
    }
    for (const name of [...told.keys()].filter((name) => !now.some((still) => still.name === name))) {
      await resolveAlert(db, { kind, subject: name })
      told.delete(name)
    }
  }

  return async () => {
    try {
      await resolveSilent(db, { kind, minutes: SILENT_MINUTES })
      answeringSince ??= Date.now()
      await tell(answeringSince)
    } catch (error) {
      answeringSince = undefined
      throw error
    }
  }
}
