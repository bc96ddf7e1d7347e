// Pictures that somebody will ask for soon are drawn before he does. One at a time, only while the process has little to do
// and no visitor waits for a picture.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#platform/log.ts'
import type { AheadPicture } from './media.ts'

/** The first visitors after a start have the machine to themselves. */
const FIRST_AFTER_MS = 20_000
const BETWEEN_MS = 200
/** Above this share of a core the process has better things to do. */
const BUSY = 0.2

export interface DrawAhead {
  /** False: a visitor waits for one, try again later. */
  draw: (picture: AheadPicture) => Promise<boolean>
  /** Pictures that wait to be drawn ahead, at most; 0: none are. */
  most: number
  log: Log
}

export function drawAhead({ draw, most, log }: DrawAhead) {
  const wanted = new Map<string, AheadPicture>()
  const first: ((most: number) => AheadPicture[] | Promise<AheadPicture[]>)[] = []
  const ending = new AbortController()

  function want(pictures: readonly AheadPicture[]) {
    for (const picture of pictures)
      if (wanted.size < most) wanted.set(`${picture.kind} ${picture.id} ${picture.width}`, picture)
  }

  async function work() {
    await pause(FIRST_AFTER_MS, undefined, { signal: ending.signal, ref: false })
    for (const pick of first) want(await pick(most))
    let since = performance.eventLoopUtilization()
    while (!ending.signal.aborted) {
      await pause(BETWEEN_MS, undefined, { signal: ending.signal, ref: false })
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, since)
      since = now
      const [next] = wanted
      if (!next || utilization > BUSY) continue
      const [name, picture] = next
      const done = await draw(picture).catch((err) => {
        log.warn({ err }, 'a picture could not be drawn ahead')
        return true
      })
      if (done) wanted.delete(name)
    }
  }

  const working =
    most > 0 ? work().catch((err) => ending.signal.aborted || log.error({ err }, 'drawing ahead ended')) : undefined

  return {
    /** To be drawn once the process has little to do. */
    want,
    /** What is wanted first, some time after the start; it is told how many are drawn ahead at most. */
    drawFirst: (pick: (typeof first)[number]) => void first.push(pick),
    async close() {
      ending.abort()
      await working
    },
  }
}
