// Reads what has changed, one round after the other, until the index is where the database is.
import { setTimeout as pause } from 'node:timers/promises'
import { letGo } from '#platform/let-go.ts'
import type { Log } from '#platform/log.ts'
import type { PendingChanges } from './changes.ts'
import type { LiveIndex } from './live-index.ts'

/** What changes within this time is read together: a product that sells fast once, however many buy it. */
const GATHER_MS = 50
/** How long a failed reading waits for its repetition: at first, and at most. */
const RETRY_MS = { first: 100, most: 10_000 }

export type CatchUp = ReturnType<typeof createCatchUp>

export function createCatchUp(changes: PendingChanges, live: LiveIndex, log: Log) {
  let underWay: Promise<void> | undefined
  let behindSince: Date | undefined
  const closing = new AbortController()

  async function catchUp() {
    let wasMuch = false
    // Changes that arrive while we read are read in the next round: nothing is taken for seen that was not.
    while (changes.any && !closing.signal.aborted) {
      await wait(GATHER_MS)
      if (closing.signal.aborted) return
      const { everything, synonyms, ids } = changes.take()
      if (everything) {
        const started = performance.now()
        await live.everythingAgain(closing.signal)
        wasMuch = true
        // Who changes much says "all" many times a second: reading it all again takes a third of our time at most.
        if (changes.everything) await wait((performance.now() - started) * 2)
        continue
      }
      if (synonyms) await live.synonymsAgain()
      await live.refreshAll(ids)
    }
    if (wasMuch) letGo()
  }

  /** Tries until the database can be read: no later change may come to remind us of this one. */
  async function catchUpSurely() {
    for (let delay = RETRY_MS.first; !closing.signal.aborted; delay = Math.min(delay * 2, RETRY_MS.most)) {
      try {
        await catchUp()
        if (behindSince) log.info({ behindSince }, 'the catalogue was read again')
        behindSince = undefined
        return
      } catch (err) {
        changes.addEverything()
        behindSince ??= new Date()
        log.error({ err, behindSince }, 'the catalogue could not be read again; trying on')
        await wait(delay)
      }
    }
  }

  /** Ends early when the shop closes. */
  function wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: closing.signal }).catch(() => {})
  }

  function soon() {
    underWay ??= catchUpSurely().finally(() => {
      underWay = undefined
      // What was heard between the last look and here found this one under way, and nobody would begin another.
      if (changes.any && !closing.signal.aborted) soon()
    })
  }

  return {
    /** Since when what changed could not be read; undefined: nothing waits. */
    get behindSince() {
      return behindSince
    },
    /** What changed since then was not heard of, and is to be read. */
    missedSince(since: Date | undefined) {
      behindSince ??= since
    },
    soon,
    async close(): Promise<void> {
      closing.abort()
      await underWay
    },
  }
}
