/**
 * What is asked of a server that says nothing any more can be tried again. The server itself gives up after 30 s, and says so.
 * `size`: characters that are sent first; for the longest there is a minute more, as the server's door has.
 */
export function untilLate(signal: AbortSignal | undefined, size = 0): AbortSignal {
  const late = AbortSignal.timeout(35_000 + Math.min(size, 60_000))
  // Browsers of 2023 cannot join two.
  return signal ? (AbortSignal.any?.([signal, late]) ?? signal) : late
}
