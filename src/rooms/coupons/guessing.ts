// Guessing at coupon codes (decision A9). What one address may ask is bounded by its calls; against many addresses at once
// the wrong codes of all of them are counted, exactly. Above FREE_GUESSES nobody is told anything of any code, right or
// wrong, without a solved captcha: whoever guesses pays for each guess, and whoever has a code waits some seconds.
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { clientNetwork } from '#platform/http/client-address.ts'
import { refused } from '#platform/http/errors.ts'
import { countWithin, peekWithin, uncount } from '#platform/http/rate-limit.ts'
import type { Altcha } from '#rooms/captcha/hands.ts'
import type { CaptchaRequired } from './contract.ts'

const NAME = 'wrong coupon codes'
const MINUTES = 10
const FREE_GUESSES = 100

export type Guessing = ReturnType<typeof createGuessing>

export function createGuessing({ db, keyring, altcha }: { db: Database; keyring: Keyring; altcha: Altcha }) {
  return {
    /** Before anything is said of a code. `exists`: there is such a code. Throws `captcha.required`. */
    async admit(exists: boolean, address: string, solution: string | undefined): Promise<void> {
      const counted = exists ? undefined : await countWithin(db, NAME, MINUTES)
      const before = counted ? counted.total - 1 : await peekWithin(db, NAME, MINUTES)
      if (before < FREE_GUESSES) return
      const purpose = `coupon ${keyring.fingerprint('client', clientNetwork(address)).toString('hex')}`
      if (await altcha.take(db, purpose, solution)) return
      // Nothing was learned by it.
      if (counted) await uncount(db, counted.bucket)
      const challenge = altcha.challenge(purpose, before / FREE_GUESSES)
      throw refused('captcha.required', { challenge } satisfies CaptchaRequired)
    },
  }
}
