// Pictures of letters to be read (decision D1): five minutes, one try, by all instances together. Beside each goes a proof
// of work, which is taken in its place from whoever cannot see it.
import { randomInt, randomUUID } from 'node:crypto'
import { type Keyring, sameBytes } from '#platform/crypto.ts'
import type { Database, Queryable } from '#platform/database/database.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Altcha } from './altcha.ts'
import type { Challenge } from './contract.ts'
import { drawLetters } from './drawing.ts'
import { addImage, takeAnswer } from './store.ts'

/** None that is taken for another, bent as they are. */
const LETTERS = 'ACEFHKLMNPRTWXY349'
const LENGTH = 5

export type Images = ReturnType<typeof createImages>

export function createImages({ db, keyring, altcha }: { db: Database; keyring: Keyring; altcha: Altcha }) {
  return {
    async make(): Promise<{ uuid: string; img: string; challenge: Challenge }> {
      const uuid = randomUUID()
      const letters = chooseLetters()
      await addImage(db, uuid, answerOf(keyring, uuid, letters))
      const img = `data:image/svg+xml;base64,${Buffer.from(drawLetters(letters)).toString('base64')}`
      return { uuid, img, challenge: altcha.challenge(`image ${uuid}`) }
    },

    /** Whether the letters of this picture are right, or the work beside it was done. Used up either way. */
    async takeImage(
      on: Queryable,
      { uuid, code, altcha: solution }: { uuid: string; code: string | undefined; altcha: string | undefined },
    ): Promise<boolean> {
      const answer = isUuid(uuid) ? await takeAnswer(on, uuid) : undefined
      if (!answer) return false
      if (solution !== undefined) return altcha.take(on, `image ${uuid}`, solution)
      return sameBytes(answer, answerOf(keyring, uuid, code ?? ''))
    },
  }
}

/** Five, by chance (decision D1). */
export const chooseLetters = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** What is kept of the letters: whoever reads the database cannot answer for others. */
export const answerOf = (keyring: Keyring, uuid: string, letters: string): Buffer =>
  keyring.sign('captcha-image', `${uuid} ${letters.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()}`)
