// The signals that ask a process to end, as people and machines send them.

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
export type StopSignal = keyof typeof CODES

/** Work that was asked to end and did, before it was done. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** Between two steps of work that may end there. */
export function refuseStopped(stopping: AbortSignal | undefined): void {
  if (stopping?.aborted) throw new Stopped()
}

/** A stream that the signal has broken off fails in words of its own. */
export const asStopped = (error: unknown, stopping: AbortSignal | undefined): unknown =>
  stopping?.aborted && (error as Error).name === 'AbortError' ? new Stopped() : error

/**
 * Ctrl-C comes from the terminal to every process of the group, and once more from npm and from bin/start.mjs, which pass
 * on what they get; service managers do the same. What comes within this time is one act; the next is impatience.
 */
const ONE_ACT_MS = 1_000

/** `stop` is called once; `endNow` with the exit code when it is asked for again. Answers how to listen no more. */
export function onStopSignals(stop: (signal: StopSignal) => void, endNow: (code: number) => void): () => void {
  let first: number | undefined
  const hear = (signal: NodeJS.Signals) => {
    if (first === undefined) {
      first = performance.now()
      stop(signal as StopSignal)
    } else if (performance.now() - first > ONE_ACT_MS) endNow(CODES[signal as StopSignal])
  }
  const signals = Object.keys(CODES) as StopSignal[]
  for (const signal of signals) process.on(signal, hear)
  return () => {
    for (const signal of signals) process.off(signal, hear)
  }
}
