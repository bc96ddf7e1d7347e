// What an employee proves himself with beside his password: a code of his app, or one of the codes for the day on which it is lost.
import type { Keyring } from '#platform/crypto.ts'
import type { Transaction } from '#platform/database/database.ts'
import { plainRecoveryCode, stepOfCode } from '#rooms/totp/hands.ts'
import * as store from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    'staff-totp': unknown
    'staff-recovery-code': unknown
  }
}

export interface Proof {
  code?: string | undefined
  recoveryCode?: string | undefined
}

export type StaffFactors = ReturnType<typeof createFactors>

export function createFactors(keyring: Keyring) {
  const hashOf = (staffId: string, code: string) =>
    keyring.fingerprint('staff-recovery-code', `${staffId} ${plainRecoveryCode(code)}`)

  return {
    seal: (staffId: string, secret: string) => keyring.seal('staff-totp', secret, staffId),
    open: (staffId: string, sealed: Buffer) => keyring.open('staff-totp', sealed, staffId),
    hashOf,

    /** By what he is recognised, used up by the transaction; undefined: by nothing. Each code counts once. */
    async take(tx: Transaction, staffId: string, { code, recoveryCode }: Proof): Promise<string | undefined> {
      if (recoveryCode) {
        const taken = await store.takeRecoveryCode(tx, staffId, hashOf(staffId, recoveryCode))
        return taken === 1 ? 'recovery code' : undefined
      }
      const kept = code ? await store.authenticatorOf(tx, staffId) : undefined
      if (!code || !kept) return undefined
      const step = stepOfCode(code, keyring.open('staff-totp', kept.sealed, staffId), kept.now)
      return step !== undefined && (await store.takeStep(tx, staffId, step)) === 1 ? 'code' : undefined
    },
  }
}
