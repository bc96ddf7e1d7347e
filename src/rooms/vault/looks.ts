// Keys that people of the back office look at or give out: so many an hour and person, whichever way they go.
import type { Transaction } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { lockLooks } from './batch-store.ts'
import { LOOKS_PER_HOUR } from './limits.ts'

/** Throws 429 `keys.refused.looks`. Until the transaction ends he looks at no other. */
export async function mayLook(tx: Transaction, staffId: string): Promise<void> {
  const { looks, seconds } = await lockLooks(tx, staffId)
  if (looks >= LOOKS_PER_HOUR)
    throw new CallError(429, 'keys.refused.looks', {
      retryAfterSeconds: seconds,
      data: { most: LOOKS_PER_HOUR, minutes: Math.ceil(seconds / 60) },
    })
}
