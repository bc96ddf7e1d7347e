// Whoever guesses at an employee's password or code is slowed: after some failures each try costs a browser work, the more the
// more there were (decision A9). Nobody is locked out, and names that nobody has count alike.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { countWithin, uncount } from '#platform/http/rate-limit.ts'
import type { Altcha } from '#rooms/captcha/hands.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'staff-name': unknown
  }
}

/** Of the last ten minutes, after which a challenge is asked. */
const FREE_FAILURES = 5
const MINUTES = 10

export interface Guess {
  /** It was no guess: it is not counted. */
  succeeded(): Promise<void>
  /** What is answered when it failed. */
  refusal(): Error
}

export type Guesses = ReturnType<typeof createGuesses>

export function createGuesses({ db, altcha, keyring }: { db: Database; altcha: Altcha; keyring: Keyring }) {
  return {
    /** Counts a try before it is known whether it fails, so that a hundred at once are a hundred. Throws 422 with a challenge. */
    async begin(account: string, solution: string | undefined): Promise<Guess> {
      const purpose = `office ${keyring.fingerprint('staff-name', account).toString('base64url')}`
      const { total, bucket } = await countWithin(db, purpose, MINUTES)
      const refusal = (key: 'office.wrong' | 'office.solveFirst', count: number) =>
        refused(key, count > FREE_FAILURES ? { challenge: altcha.challenge(purpose, count / FREE_FAILURES) } : {})
      if (total > FREE_FAILURES && !(await altcha.take(db, purpose, solution))) {
        // Nothing was guessed.
        await uncount(db, bucket)
        throw refusal('office.solveFirst', total)
      }
      return {
        succeeded: async () => void (await uncount(db, bucket)),
        refusal: () => refusal('office.wrong', total + 1),
      }
    },
  }
}
