// A price that falls by more than half may be a slip or a thief's: whoever sets it proves who he is.
import { askProof, type Caller } from '#platform/http/principal.ts'
import { OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'

/** Throws 403 `login.proveAgain` where one of them is doubted and the last proof is too old. Both in the same unit. */
export function doubtPrices(caller: Caller, changes: readonly { from: number; to: number }[]): void {
  if (changes.some(({ from, to }) => to < from / 2)) askProof(caller.principal, OFFICE_PROVED_WITHIN)
}

/** As `doubtPrices`, for many: an amount that is taken off each may be more than half of some. */
export function doubtBulk(caller: Caller, { basisPoints, cents }: { basisPoints: number; cents: number }): void {
  if (basisPoints < -5_000 || cents < 0) askProof(caller.principal, OFFICE_PROVED_WITHIN)
}
