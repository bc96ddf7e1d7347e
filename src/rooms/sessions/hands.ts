// What other rooms may ask about sessions, and what they declare for them.
import type { Queryable, Transaction } from '#platform/database/database.ts'

import type { Attempts } from './attempts.ts'
import type { createSessions } from './sessions.ts'

export { deviceOf } from './device.ts'
export { countSessions, endAllSessions, endOtherSessions, sessionsOf } from './store.ts'
export { tellChange, unlinked } from './told.ts'

export type Sessions = ReturnType<typeof createSessions> & Pick<Attempts, 'countAddress'>

/** What a member shows beside his password: one of them. */
export interface SecondProof {
  code?: string | undefined
  recoveryCode?: string | undefined
}

/** A way in which members prove who they are beside the password. */
export interface SecondFactor {
  /** Whether this member has set it up: then his password alone opens nothing. */
  isOn(db: Queryable, memberId: string): Promise<boolean>
  /** By what he is recognised; undefined: by nothing of it. Used up by the transaction that asks: each counts once. */
  take(tx: Transaction, memberId: string, proof: SecondProof): Promise<string | undefined>
}

declare module '#platform/room.ts' {
  interface Declarations {
    /** What protects an account beside its password, by name, and whether a member has it: offered to him once. */
    protections: Record<string, (db: Queryable, memberId: string) => Promise<boolean>>
    secondFactors: Record<string, SecondFactor>
  }
}
