// What the ground itself does by the clock: the journal of what was sold, and counts of calls that are over.
import type { Database } from '#platform/database/database.ts'
import { forgetOldCounts } from '#platform/http/rate-limit.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { type Journal, journalFolders, openJournal } from '#platform/journal.ts'
import { defineRoom } from '#platform/room.ts'
import { raiseAlert } from '#rooms/alerts/store.ts'
import { ALERTS } from './ground-alerts.ts'

const FORGET_COUNTS = defineJob('limits.forget')

export const groundRoom = defineRoom({
  name: 'ground',
  needs: {},
  async open({ db, config }) {
    const journal = config.worker ? await openJournal(db, journalFolders(config)) : undefined
    return {
      declares: { alerts: ALERTS },
      // In the files within a second of the sale (decision E8).
      ticks: journal && [{ name: 'journal.write', everyMs: 250, run: () => writeJournal(db, journal) }],
      jobs: [FORGET_COUNTS.does(async () => void (await forgetOldCounts(db)), { cron: '*/10 * * * *' })],
      close: async () => journal?.close(),
    }
  },
})

/** A disk that takes no more is the operator's to mend: after the next restore these sales would be unknown. */
async function writeJournal(db: Database, journal: Journal): Promise<void> {
  try {
    await journal.write()
  } catch (error) {
    const details = { code: (error as NodeJS.ErrnoException).code ?? 'unknown' }
    await raiseAlert(db, { kind: 'journal.notWritten', subject: 'journal', details })
    throw error
  }
}
