// Tells subscribers what happened since they were told last. Each has a row that says how far it is, locked while it is
// told: one process at a time, and one that dies leaves the lock and the place to the next.
import type { Database } from '../database/database.ts'
import { failpoint } from '../failpoint.ts'
import { forgetDaily } from '../jobs/forget.ts'
import type { Tick } from '../jobs/ticks.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import type { Followers } from './events.ts'
import * as store from './store.ts'

const EVERY_MS = 500
const BATCH = 200
/** Then others have their turn, and who stops waits no longer. */
const BATCHES = 20
/** Of a database that was moved by other means than a restore, which takes the time. */
const TOO_MANY =
  'the database comes from another server, and to give all its events a place on this one took longer than a start may: back it up and restore it here (`npm run backup`, `npm run restore -- … --force`), which takes as long as it needs'

export function followEvents({ db, log, followers }: { db: Database; log: Log; followers: Followers }) {
  const subscribers = [...followers.keys()]

  /** Whether there may be more. */
  const tellOne = (subscriber: string) =>
    db.transaction(async (tx): Promise<boolean> => {
      const cursor = await store.lockCursor(tx, subscriber)
      if (!cursor) return false
      const events = await store.eventsAfter(tx, cursor, BATCH)
      let told: (typeof events)[number] | undefined
      for (const event of events) {
        try {
          await followers.get(subscriber)!.get(event.name)?.(event)
        } catch (err) {
          log.error({ err, subscriber, event: event.name, eventId: event.id }, 'an event could not be followed')
          if (told) await store.advance(tx, subscriber, told)
          await store.noteFailure(tx, subscriber)
          return false
        }
        told = event
      }
      if (told) {
        failpoint('events followed')
        await store.advance(tx, subscriber, told)
      }
      return events.length === BATCH
    })

  async function tellAll(subscriber: string) {
    for (let batch = 0; batch < BATCHES && (await tellOne(subscriber)); batch++);
  }

  const tick: Tick = {
    name: 'events.follow',
    everyMs: EVERY_MS,
    async run() {
      const told = await Promise.allSettled((await store.subscribersBehind(db, subscribers)).map(tellAll))
      for (const each of told) if (each.status === 'rejected') throw each.reason
    },
  }

  return {
    /** Before anything happens: the place of each subscriber. */
    async begin() {
      await store.settleIn(db, new StartError(TOO_MANY))
      await store.keepCursors(db, subscribers)
    },
    ticks: subscribers.length > 0 ? [tick] : [],
    forgetDaily: (days: number, minute: number) =>
      forgetDaily(db, 'events', {
        days,
        minute,
        async forget(at, olderThan, limit) {
          await store.keepCursors(at, subscribers)
          await store.forgetCursors(at, olderThan)
          return store.forgetEvents(at, olderThan, limit)
        },
      }),
    /** A line for each that has failed for more than a minute, and one when all wait for a transaction for as long. */
    async notes() {
      const stuck = await store.stuckSubscribers(db, subscribers)
      const since = await store.heldBackSince(db, subscribers, 1)
      return [
        ...stuck.map(({ subscriber, since }) => `events: ${subscriber} has failed since ${since.toISOString()}`),
        ...(since
          ? [`events: what happened since ${since.toISOString()} waits for a transaction that is still open`]
          : []),
      ]
    },
  }
}
