// Tells a cache in front which pages are outdated: the tags of a change, gathered for a moment, in one PURGE request with
// the header `Surrogate-Key`. A cache that does not answer is told again until it does; what gathers meanwhile is bounded,
// because beyond a number of tags "everything" is shorter.
import type { Log } from '../log.ts'
import { ALL_PAGES } from './page-tags.ts'

export interface PurgeOptions {
  url: string
  /** Sent as a bearer token, where the cache asks for one. */
  token?: string
  count: (outcome: 'sent' | 'failed') => void
  log: Log
  /** For tests. */
  gatherMs?: number
  retryMs?: number[]
}

const GATHER_MS = 100
const RETRY_MS = [500, 2_000, 5_000, 15_000, 30_000]
/** A header of some 3 kB; all caches take 8. */
const MOST_TAGS = 200
const ANSWER_MS = 5_000

export function createPurge({ url, token, count, log, gatherMs = GATHER_MS, retryMs = RETRY_MS }: PurgeOptions) {
  let wanted = new Set<string>()
  let ending = false
  let working: Promise<void> | undefined
  const end = new AbortController()

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      end.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })

  async function send(tags: Set<string>): Promise<boolean> {
    const headers = { 'surrogate-key': [...tags].join(' '), ...(token && { authorization: `Bearer ${token}` }) }
    try {
      const answer = await fetch(url, {
        method: 'PURGE',
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await answer.body?.cancel()
      if (answer.ok) return true
      log.warn({ status: answer.status }, 'the cache in front refused to drop pages')
    } catch (err) {
      log.warn({ err }, 'the cache in front could not be told to drop pages')
    }
    return false
  }

  async function work() {
    await pause(gatherMs)
    for (let failures = 0; wanted.size > 0; ) {
      const tags = wanted
      wanted = new Set()
      if (await send(tags)) {
        count('sent')
        failures = 0
        continue
      }
      count('failed')
      want(tags)
      // Who ends tells once more and leaves: the cache forgets by its own age.
      if (ending) return
      await pause(retryMs[Math.min(failures++, retryMs.length - 1)]!)
    }
  }

  function want(tags: Iterable<string>) {
    for (const tag of tags) wanted.add(tag)
    if (wanted.has(ALL_PAGES) || wanted.size > MOST_TAGS) wanted = new Set([ALL_PAGES])
  }

  return {
    drop(tags: string[]): void {
      if (tags.length === 0) return
      want(tags)
      working ??= work().finally(() => {
        working = undefined
        if (wanted.size > 0 && !ending) this.drop([...wanted])
      })
    },
    async close(): Promise<void> {
      ending = true
      end.abort()
      await working
    },
  }
}
