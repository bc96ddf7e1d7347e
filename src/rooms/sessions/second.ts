// Whether a member's password is enough, and what else shows that it is he: as the rooms say that declare it.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import type { Asker } from '#platform/http/principal.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import type { SecondFactor, SecondProof } from './hands.ts'

export type SecondFactors = ReturnType<typeof secondFactors>

export function secondFactors(declared: () => Record<string, SecondFactor>) {
  return {
    async isNeeded(db: Queryable, memberId: string): Promise<boolean> {
      for (const factor of Object.values(declared())) if (await factor.isOn(db, memberId)) return true
      return false
    },

    /** By what the member is recognised, used up by the transaction; undefined: by nothing. */
    async take(tx: Transaction, memberId: string, proof: SecondProof): Promise<string | undefined> {
      for (const factor of Object.values(declared())) {
        const by = await factor.take(tx, memberId, proof)
        if (by) return by
      }
      return undefined
    },
  }
}

/** A refusal that people read as it is, and programs by its reason. */
export const saying = ({ locale }: Asker, reason: 'login.again' | 'login.secondFactor', more: object = {}) =>
  refused(serverWords(locale)(reason), { reason, ...more })
