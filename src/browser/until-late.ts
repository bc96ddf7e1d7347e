/** A page of the office whose server says nothing any more can be tried again, as one of the shop can (calls.ts). */
export function untilLate(signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(30_000)
  // Browsers of 2023 cannot join two.
  return signal ? (AbortSignal.any?.([signal, late]) ?? signal) : late
}
