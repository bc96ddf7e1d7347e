// Whoever guesses at an employee's password or code is slowed: after some failures each try costs a browser work, the more the
// more there were (decision A9). Nobody is locked out, and names that nobody has count alike. Codes have an end, as members' have
// (docs/decisions/036), in each browser in which the employee has signed in before and in all others together: he and the
// operator are told.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { countCode } from '#platform/http/code-guesses.ts'
import { refused } from '#platform/http/errors.ts'
import type { Asker } from '#platform/http/principal.ts'
import { countWithin, uncount } from '#platform/http/rate-limit.ts'
import type { Altcha } from '#rooms/captcha/hands.ts'
import { deviceOf } from '#rooms/sessions/hands.ts'
import { hashOfToken, type OfficeCookie } from './cookie.ts'
import { isKnownDevice } from './session-store.ts'
import type { StaffRow } from './store.ts'
import type { StaffTold } from './told.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'staff-name': unknown
  }
}

/** Failures within the last ten minutes after which a challenge is asked. */
const FREE_FAILURES = 5
const MINUTES = 10

interface Counted {
  /** It was no guess: it is not counted. */
  succeeded(): Promise<void>
}

export interface Guess extends Counted {
  /** What is answered when it failed. */
  refusal(): Error
}

export type Guesses = ReturnType<typeof createGuesses>

export function createGuesses(of: {
  db: Database
  altcha: Altcha
  keyring: Keyring
  cookie: Pick<OfficeCookie, 'readDevice'>
  told: Pick<StaffTold, 'codesGuessed'>
}) {
  const { db, altcha, keyring, cookie, told } = of
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

    /**
     * Counts a code, which follows a right password, before it is known whether it is right. Undefined: it is one too many, and not
     * looked at.
     */
    async beginCode(person: StaffRow, caller: Asker): Promise<Counted | undefined> {
      const browser = hashOfToken(cookie.readDevice(caller.headers) ?? '')
      const isKnown = await isKnownDevice(db, person.id, browser)
      const name = `office code ${person.id}${isKnown ? ` ${browser.toString('base64url')}` : ''}`
      const counted = await countCode(db, name)
      if (counted) return { succeeded: async () => void (await uncount(db, counted.bucket)) }
      const place = { at: new Date(), address: caller.address, ...deviceOf(caller.headers.get('user-agent')) }
      await db.transaction((tx) => told.codesGuessed(tx, person, place))
      return undefined
    },
  }
}
