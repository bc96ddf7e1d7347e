/** The server itself gives up after 30 s, and says so. */
export const SILENT_MS = 35_000

/**
 * What is asked of a server that says nothing any more can be tried again.
 * `size`: characters that are sent first; for the longest there is a minute more, as the server's door has.
 */
export function untilLate(signal: AbortSignal | undefined, size = 0): AbortSignal {
  const late = AbortSignal.timeout(SILENT_MS + Math.min(size, 60_000))
  // Browsers of 2023 cannot join two.
  return signal ? (AbortSignal.any?.([signal, late]) ?? signal) : late
}
