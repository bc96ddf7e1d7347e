// The end of the process, and how long it may take (decision E5).
import type { Log } from '#platform/log.ts'
import type { StopSignal } from '#platform/stop-signals.ts'
import type { Shop } from './open-shop.ts'

/**
 * From when no more is served, whatever hangs. Requests have 20 s of it (serving.ts), beside them jobs 20 s and 2 s more to write how
 * they ended (platform/jobs/jobs.ts); rooms, the journal and the database are closed then, and the last 2 s are for stopping the
 * embedded server without waiting for it.
 */
const END_MS = 30_000
const CUT_OFF_MS = 2_000

interface Ending {
  opening: Promise<Pick<Shop, 'close'>>
  /** After SIGTERM it serves for so long, before anything ends. */
  drainSeconds: number
  log: Log
  exit: (code: number) => void
  /** Waits for nothing. */
  endNow: (code: number) => void
}

/** With code 0 when all that was open is closed. */
export async function endShop(signal: StopSignal, { opening, drainSeconds, log, exit, endNow }: Ending): Promise<void> {
  // One who presses Ctrl-C is no balancer that needs time to look elsewhere.
  const drain = signal === 'SIGTERM'
  const limit = setTimeout(
    () => {
      log.error('what was under way did not end in time and was cut off')
      endNow(1)
    },
    (drain ? drainSeconds * 1_000 : 0) + END_MS - CUT_OFF_MS,
  )
  // A start that is under way ends first: what it has opened must be closed.
  const shop = await opening.catch(() => undefined)
  const isClosed = await shop?.close({ drain })
  clearTimeout(limit)
  exit(isClosed ? 0 : 1)
}
