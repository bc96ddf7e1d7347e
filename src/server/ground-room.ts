// What the ground itself does by the clock: the journal of what was sold, and counts of calls that are over.
import type { Database } from '#platform/database/database.ts'
import { littleRoomMb } from '#platform/database/little-room.ts'
import type { Events } from '#platform/events/events.ts'
import { heldBackSince, stuckSubscribers } from '#platform/events/store.ts'
import { forgetOldCounts } from '#platform/http/rate-limit.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { type Journal, journalFolders, openJournal } from '#platform/journal.ts'
import { refuseOlder } from '#platform/journal-age.ts'
import { type GoneFile, JournalUnwritable } from '#platform/journal-file.ts'
import { defineRoom } from '#platform/room.ts'
import { openSubjects, raiseAlert, resolveAlert } from '#rooms/alerts/store.ts'
import { ALERT_DETAILS, ALERTS } from './ground-alerts.ts'

const FORGET_COUNTS = defineJob('limits.forget')

export const groundRoom = defineRoom({
  name: 'ground',
  needs: {},
  async open({ db, config, events }) {
    await refuseOlder(db, journalFolders(config))
    const journal = config.worker ? await openJournal(db, journalFolders(config), goneTold(db)) : undefined
    return {
      declares: { alerts: ALERTS, alertDetails: ALERT_DETAILS },
      ticks: [
        // In the files within a second of the sale (decision E8).
        ...(journal ? [{ name: 'journal.write', everyMs: 250, run: journalWritten(db, journal) }] : []),
        { name: 'events.tellStuck', everyMs: 5_000, run: stuckTold(db, events) },
      ],
      jobs: [FORGET_COUNTS.does(async () => void (await forgetOldCounts(db)), { cron: '*/10 * * * *' })],
      notes: () => (config.databaseUrl ? [] : fullDisk(config.dataDir)),
      close: async () => journal?.close(),
    }
  },
})

/**
 * Of the embedded database, for it writes a row anew in its old place where nothing else finds room any more. Whoever asks may be anybody,
 * so no folder is named.
 */
async function fullDisk(dataDir: string): Promise<string[]> {
  const mb = await littleRoomMb(dataDir)
  return mb === undefined ? [] : [`disk: it is full, or nearly so: the database has room for ${mb} MB`]
}

const NOT_WRITTEN = { kind: 'journal.notWritten', subject: 'journal' } as const

/** A disk that takes no more is the operator's to mend: after the next restore these sales would be unknown. */
function journalWritten(db: Database, journal: Journal): () => Promise<void> {
  // A process that ended may have left one.
  let mayBeOpen = true
  return async () => {
    try {
      await journal.write()
    } catch (error) {
      if (error instanceof JournalUnwritable) {
        mayBeOpen = true
        await raiseAlert(db, { ...NOT_WRITTEN, details: { code: error.code } })
      }
      throw error
    }
    if (mayBeOpen) await resolveAlert(db, NOT_WRITTEN)
    mayBeOpen = false
  }
}

const goneTold =
  (db: Database) =>
  ({ path, isWhole }: GoneFile): Promise<void> =>
    raiseAlert(db, { kind: 'journal.fileGone', subject: path, details: { whole: isWhole } })

/** Longer than an import takes. */
const HELD_MINUTES = 5

const STUCK_KINDS = ['events.stuck', 'events.held'] as const
type StuckKind = (typeof STUCK_KINDS)[number]
const keyOf = ({ kind, subject }: { kind: StuckKind; subject: string }) => `${kind} ${subject}`

/** Tells once who cannot be told what happened, or that nobody can, and takes it back when that is over. */
function stuckTold(db: Database, events: Events): () => Promise<void> {
  let told: Map<string, { kind: StuckKind; subject: string }> | undefined
  return async () => {
    // A process before this one may have told of something that was over when this one began.
    told ??= new Map(
      (
        await Promise.all(
          STUCK_KINDS.map(async (kind) => (await openSubjects(db, kind)).map((subject) => ({ kind, subject }))),
        )
      )
        .flat()
        .map((one) => [keyOf(one), one]),
    )
    const known = told
    const stuck = await stuckSubscribers(db, events.subscribers())
    const held = await heldBackSince(db, events.subscribers(), HELD_MINUTES)
    const now = [
      ...stuck.map(({ subscriber, since }) => ({ kind: 'events.stuck' as const, subject: subscriber, since })),
      ...(held ? [{ kind: 'events.held' as const, subject: 'transaction', since: held }] : []),
    ].map((one) => ({ ...one, key: keyOf(one) }))
    for (const { key, kind, subject, since } of now.filter((one) => !known.has(one.key))) {
      await raiseAlert(db, { kind, subject, details: { since: since.toISOString() } })
      known.set(key, { kind, subject })
    }
    for (const [key, one] of [...known].filter(([key]) => !now.some((still) => still.key === key))) {
      await resolveAlert(db, one)
      known.delete(key)
    }
  }
}
