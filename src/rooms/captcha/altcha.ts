// A captcha that a browser solves by itself: ALTCHA's proof of work (decision D1). The protocol is a hash and a signature,
// which Node's own crypto does; a challenge is kept nowhere, only a solution that was used.
import { randomBytes, randomInt } from 'node:crypto'
import { type Keyring, sha256 } from '#platform/crypto.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Challenge } from './contract.ts'
import { spend } from './store.ts'

const MINUTES = 10
/**
 * Another instance may have written it, by a clock that differs: it counts for so much longer. What is solved ahead opens no more than
 * once all the same, for a solution that was used is remembered for a day.
 */
const CLOCKS_APART_MS = 15 * 60_000
/** Half of it is what a solution costs on average: a fifth of a second on a desktop, two on an old telephone. */
const EFFORT = 200_000
/** More is asked of a browser only while somebody guesses at a secret; an old telephone then takes a quarter of a minute. */
const MOST_EFFORT = 8 * EFFORT

export type Altcha = ReturnType<typeof createAltcha>

/**
 * `purpose`: what a solution is good for and for whom, in words that mean one thing only ('order 192.0.2.1 …'). A solution
 * of another purpose is none.
 */
export function createAltcha(keyring: Keyring) {
  const signedText = (purpose: string, challenge: string) => JSON.stringify([purpose, challenge])

  return {
    /** `times`: how many times the usual work. */
    challenge(purpose: string, times = 1): Challenge {
      const maxnumber = Math.min(MOST_EFFORT, Math.round(EFFORT * Math.max(1, times)))
      const expires = Math.floor(Date.now() / 1000) + MINUTES * 60
      // The last sign keeps digits of the number from being read as the salt's.
      const salt = `${randomBytes(12).toString('hex')}?expires=${expires}&`
      const challenge = sha256(`${salt}${randomInt(maxnumber + 1)}`).toString('hex')
      const signature = keyring.sign('captcha', signedText(purpose, challenge)).toString('hex')
      return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature }
    },

    /** Whether it solves a challenge of this purpose that has not ended; used up by the transaction that asks. */
    async take(db: Queryable, purpose: string, solution: string | undefined): Promise<boolean> {
      const read = solution === undefined ? undefined : readSolution(solution)
      if (!read) return false
      const { challenge, salt, number, signature } = read
      const expires = Number(/\?expires=(\d{1,11})&$/.exec(salt)?.[1])
      if (!(expires * 1000 + CLOCKS_APART_MS > Date.now())) return false
      const hash = sha256(`${salt}${number}`)
      if (hash.toString('hex') !== challenge) return false
      if (!keyring.verifies('captcha', signedText(purpose, challenge), Buffer.from(signature, 'hex'))) return false
      return spend(db, hash)
    },
  }
}

function readSolution(text: string) {
  try {
    const { challenge, salt, number, signature, algorithm } = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    const texts = [challenge, salt, signature].every((part) => typeof part === 'string')
    return texts && Number.isSafeInteger(number) && number >= 0 && algorithm === 'SHA-256'
      ? { challenge, salt, number, signature }
      : undefined
  } catch {
    return undefined
  }
}
