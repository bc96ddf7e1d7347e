/** A page whose server says nothing any more can be tried again. The server itself gives up after 30 s, and says so. */
export function untilLate(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(35_000)
  // Browsers of 2023 cannot join two.
  return signal ? (AbortSignal.any?.([signal, late]) ?? signal) : late
}
