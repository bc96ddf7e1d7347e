// Covers that somebody will ask for soon are drawn before he does: those of the best sellers and of what has just come, at
// the sizes of cards. One at a time, only while the process has little to do and no visitor waits for a picture.
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import type { Log } from '#platform/log.ts'
import type { Catalogue } from '#rooms/products/live.ts'
import type { AheadPicture } from './media.ts'

/** Cards on phones and screens of both densities. */
const CARD_WIDTHS = [240, 360]
const BANNER_WIDTH = 1680

/** The first visitors after a start have the machine to themselves. */
const FIRST_AFTER_MS = 20_000
const BETWEEN_MS = 200
/** Above this share of a core the process has better things to do. */
const BUSY = 0.2

export interface DrawAhead {
  catalogue: Catalogue
  /** False: a visitor waits for one, try again later. */
  draw: (picture: AheadPicture) => Promise<boolean>
  /** Pictures that wait to be drawn ahead, at most; 0: none are. */
  most: number
  log: Log
}

export function drawAhead({ catalogue, draw, most, log }: DrawAhead) {
  const wanted = new Map<string, AheadPicture>()
  const ending = new AbortController()

  function want(kind: AheadPicture['kind'], id: number, widths: readonly number[]) {
    for (const width of widths) if (wanted.size < most) wanted.set(`${kind} ${id} ${width}`, { kind, id, width })
  }

  function wantBestSellers() {
    for (const { id } of catalogue.shelves.banners) want('banners', id, [BANNER_WIDTH])
    const limit = Math.ceil(most / CARD_WIDTHS.length)
    const { ids } = catalogue.index.query({ locale: DEFAULT_LOCALE.code, sort: 0, offset: 0, limit })
    for (const id of ids) want('products', id, CARD_WIDTHS)
  }

  async function work() {
    await pause(FIRST_AFTER_MS, undefined, { signal: ending.signal, ref: false })
    wantBestSellers()
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

  catalogue.onChange((tags) => {
    // A restart of the index changes no picture; a product that changed may have another cover.
    for (const tag of tags) if (tag.startsWith('p:')) want('products', Number(tag.slice(2)), CARD_WIDTHS)
  })
  const working =
    most > 0 ? work().catch((err) => ending.signal.aborted || log.error({ err }, 'drawing ahead ended')) : undefined

  return {
    async close() {
      ending.abort()
      await working
    },
  }
}
