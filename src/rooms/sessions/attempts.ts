// Whoever guesses at a password is slowed: so many tries a minute from one address, and after some failures of one account
// a challenge each time, which costs the more the more there were. Nobody is locked out: a browser in which the member has
// signed in before has a count of its own, and elsewhere the solution opens (decision A9). Unknown names count alike, and so
// does whoever guesses at a second factor, or in a session that is not his at what proves its member. A code of six digits is
// found in the end, whatever each guess costs: so many wrong ones of a count are the last, and the member is told (record 036).
import type { Keyring } from '#platform/crypto.ts'
import type { Database } from '#platform/database/database.ts'
import { countClient } from '#platform/http/client-limit.ts'
import { CODE_MINUTES, countCode } from '#platform/http/code-guesses.ts'
import { CallError, refused } from '#platform/http/errors.ts'
import type { Asker } from '#platform/http/principal.ts'
import { callLimit, countWithin, uncount } from '#platform/http/rate-limit.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import type { Altcha } from '#rooms/captcha/hands.ts'
import { hashToken, type SessionCookies } from './cookies.ts'
import { isKnownDevice } from './store.ts'

/** Failures within the last ten minutes after which a challenge is asked. */
const FREE_FAILURES = 5
const MINUTES = 10

export interface Attempt {
  /** It was no guess: it is not counted. */
  succeeded(): Promise<void>
  /** What is answered when it failed. */
  refusal(key: 'login.wrong' | 'login.wrongCode'): Error
}

/** What is guessed at, and whose: at the login the key of a name that was typed, else a member's id. */
export interface Guessed {
  at: 'login' | 'second' | 'prove'
  account: string
  memberId: string | undefined
}

export type Attempts = ReturnType<typeof createAttempts>

export function createAttempts(of: {
  db: Database
  altcha: Altcha
  keyring: Keyring
  cookies: SessionCookies
  perMinute: number
  /** Tells the member that somebody who knows his password guesses at his codes. */
  tellGuessed(memberId: string, caller: Asker): Promise<void>
}) {
  const { db, altcha, keyring, cookies, perMinute, tellGuessed } = of
  const countCall = callLimit(db)

  /** What its challenges are for, and where it is counted: a browser in which the member has signed in before has its own count. */
  async function countOf(
    { at, account, memberId }: Guessed,
    caller: Asker,
  ): Promise<{ purpose: string; name: string }> {
    const purpose = `${at} ${keyring.fingerprint('login-name', account).toString('base64url')}`
    const browser = hashToken(cookies.deviceOf(caller.headers) ?? '')
    const isKnown = await isKnownDevice(db, memberId, browser)
    return { purpose, name: isKnown ? `${purpose} ${browser.toString('base64url')}` : purpose }
  }

  /** Throws 429 for the code after the last that may be wrong. */
  async function countMemberCode({ account }: Guessed, name: string, caller: Asker) {
    const counted = await countCode(db, name)
    if (counted) return counted
    await tellGuessed(account, caller)
    throw new CallError(429, 'error.tooMany', { retryAfterSeconds: CODE_MINUTES * 60 })
  }

  return {
    /** Throws 429 for too many from one address. */
    countAddress: (caller: Asker) =>
      countClient(caller.address, perMinute, (name, most) => countCall('login', name, most)),

    /**
     * Counts an attempt before it is known whether it fails, so that a hundred at once are a hundred. Throws 422 with a
     * challenge where one must be solved first, and 429 for the code after the last that may be wrong.
     */
    async begin(guessed: Guessed, solution: string | undefined, caller: Asker): Promise<Attempt> {
      const { purpose, name } = await countOf(guessed, caller)
      const counted = await (guessed.at === 'second'
        ? countMemberCode(guessed, name, caller)
        : countWithin(db, name, MINUTES))
      const { total, bucket } = counted
      const challenged = (count: number) => count > FREE_FAILURES
      const challenge = (key: 'login.captcha' | 'login.wrong' | 'login.wrongCode', count: number) =>
        refused(serverWords(caller.locale)(key), {
          reason: key,
          challenge: challenged(count) ? altcha.challenge(purpose, count / FREE_FAILURES) : undefined,
        })
      if (challenged(total) && !(await altcha.take(db, purpose, solution))) {
        // Nothing was guessed.
        await uncount(db, bucket)
        throw challenge('login.captcha', total)
      }
      return {
        succeeded: async () => void (await uncount(db, bucket)),
        refusal: (key) => challenge(key, total + 1),
      }
    },

    /** A code behind the right password of a session's member: one of those at the login, but for the challenge. */
    async beginCode(memberId: string, caller: Asker): Promise<Pick<Attempt, 'succeeded'>> {
      const guessed = { at: 'second', account: memberId, memberId } as const
      const { name } = await countOf(guessed, caller)
      const { bucket } = await countMemberCode(guessed, name, caller)
      return { succeeded: async () => void (await uncount(db, bucket)) }
    },
  }
}
