// For the tests of events: toys that are played with, and who hears of it.
import type { Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { until } from '../testing.ts'
import { defineEvent, type Happened, type Subscription } from './define.ts'
import { createEvents } from './events.ts'
import { followEvents } from './follow.ts'

export const PLAYED = defineEvent<{ times: number }, { child: string }>('toy.played')
export const BROKEN = defineEvent('toy.broken')

export const log = createLog('silent')
export const play = (name: string, times = 1) => PLAYED.of(name, { times }, { child: 'Ada' })

/** Follows both events, and remembers what it was told. */
export function listener(hears: (event: Happened) => Promise<unknown> = async () => {}) {
  const told: Happened[] = []
  const run = async (event: Happened) => {
    await hears(event)
    told.push(event)
  }
  return { told, of: [PLAYED.after('ears', run), BROKEN.after('ears', run)] }
}

/** Patiently: a transaction that is long open in another test's database of the same server holds events up, too. */
export const lookUntil = (look: () => Promise<void>, isSo: () => boolean | Promise<boolean>, what: string) =>
  until(
    async () => {
      await look()
      return isSo()
    },
    what,
    40_000,
  )

export const names = (told: Happened[]) => told.map(({ subject }) => subject)

export function toys(db: () => Database) {
  /** What a test that failed half way has left waiting. */
  const waiting: PromiseWithResolvers<void>[] = []
  function signal(): PromiseWithResolvers<void> {
    const made = Promise.withResolvers<void>()
    waiting.push(made)
    return made
  }

  /** A process with these subscriptions. */
  async function openProcess(...subscriptions: Subscription[]) {
    const events = createEvents([PLAYED, BROKEN])
    events.subscribe('toys', subscriptions)
    const following = followEvents({ db: db(), log, followers: events.followers })
    await following.begin()
    return { ...events, ...following, look: () => following.ticks[0]!.run() }
  }

  return { waiting, signal, openProcess }
}
