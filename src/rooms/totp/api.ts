// Serves turning the second factor on and off, and is asked for it when somebody signs in.
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { CallError, notFound, refused } from '#platform/http/errors.ts'
import { memberOf } from '#platform/http/principal.ts'
import { serves } from '#platform/http/serve.ts'
import { memberById } from '#rooms/members/hands.ts'
import type { SecondFactor, Sessions } from '#rooms/sessions/hands.ts'
import { newRecoveryCodes, newSecret, plainRecoveryCode, secretUri, stepOfCode } from './codes.ts'
import { totpContract } from './contract.ts'
import { turnOff } from './hands.ts'
import * as store from './store.ts'

declare module '#platform/crypto.ts' {
  interface Purposes {
    totp: unknown
    'recovery-code': unknown
  }
}

const hashOf = (keyring: Keyring, memberId: string, code: string) =>
  keyring.fingerprint('recovery-code', `${memberId} ${plainRecoveryCode(code)}`)

export function totpCalls({
  db,
  keyring,
  sessions,
  origin,
}: {
  db: Database
  keyring: Keyring
  sessions: Sessions
  origin: () => string
}) {
  async function renewRecoveryCodes(tx: Transaction, memberId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    const hashes = codes.map((code) => hashOf(keyring, memberId, code))
    await store.replaceRecoveryCodes(tx, memberId, hashes)
    return codes
  }

  return serves(totpContract, {
    'GET /api/profile/totp': async (_, caller) => {
      const { memberId } = memberOf(caller)
      const enabledAt = (await store.secretOf(db, memberId))?.enabledAt ?? null
      return {
        isOn: enabledAt !== null,
        since: enabledAt?.toISOString() ?? null,
        recoveryCodesLeft: enabledAt ? await store.countRecoveryCodes(db, memberId) : 0,
      }
    },

    'POST /api/profile/totp/begin': async (_, caller) => {
      const { memberId } = memberOf(caller)
      const member = await memberById(db, memberId)
      if (!member) throw new CallError(401, 'message.loginFirst')
      const secret = newSecret()
      if ((await store.keepSecret(db, memberId, keyring.seal('totp', secret, memberId))) === 0)
        throw refused('totp.isOn')
      return { secret, uri: secretUri({ secret, issuer: new URL(origin()).host, label: member.username }) }
    },

    'POST /api/profile/totp/confirm': async ({ body }, caller) => {
      const { memberId } = memberOf(caller)
      const row = await store.secretOf(db, memberId)
      if (!row || row.enabledAt) throw refused(row ? 'totp.isOn' : 'totp.beginAgain')
      const step = stepOfCode(body.code, keyring.open('totp', row.sealed, memberId), row.now)
      if (step === undefined) throw refused('totp.wrongCode')
      return db.transaction(async (tx) => {
        await sessions.hold(tx, caller)
        await sessions.voidProofs(tx, caller)
        if ((await store.enable(tx, memberId, { sealed: row.sealed, step })) === 0) throw refused('totp.beginAgain')
        const recoveryCodes = await renewRecoveryCodes(tx, memberId)
        await sessions.tellChange(tx, memberId, 'totpOn')
        return { recoveryCodes }
      })
    },

    'POST /api/profile/totp/recovery': async (_, caller) => {
      const { memberId } = memberOf(caller)
      return db.transaction(async (tx) => {
        await sessions.hold(tx, caller)
        if (!(await store.lockSecret(tx, memberId))) throw notFound()
        const recoveryCodes = await renewRecoveryCodes(tx, memberId)
        await sessions.tellChange(tx, memberId, 'recoveryNew')
        return { recoveryCodes }
      })
    },

    'DELETE /api/profile/totp': async (_, caller) => {
      const { memberId } = memberOf(caller)
      await db.transaction(async (tx) => {
        await sessions.hold(tx, caller)
        if (!(await turnOff(tx, memberId))) throw notFound()
        await sessions.tellChange(tx, memberId, 'totpOff')
      })
      return null
    },
  })
}

/**
 * Each code counts once, whoever types it at the same time elsewhere: the statement that uses it up decides. Its member is told of
 * a recovery code that was used: somebody else may have found it, and the last one leaves him with his app alone.
 */
export const totpFactor = (keyring: Keyring, sessions: Pick<Sessions, 'tellChange'>): SecondFactor => ({
  async isOn(db, memberId) {
    return Boolean((await store.secretOf(db, memberId))?.enabledAt)
  },

  async take(tx, memberId, { code, recoveryCode }) {
    if (recoveryCode) {
      const taken = await store.takeRecoveryCode(tx, memberId, hashOf(keyring, memberId, recoveryCode))
      if (taken !== 1) return undefined
      const left = await store.countRecoveryCodes(tx, memberId)
      await sessions.tellChange(tx, memberId, left > 0 ? 'recoveryUsed' : 'recoveryLast')
      return 'recoveryCode'
    }
    const row = code ? await store.secretOf(tx, memberId) : undefined
    if (!code || !row?.enabledAt) return undefined
    const step = stepOfCode(code, keyring.open('totp', row.sealed, memberId), row.now)
    return step !== undefined && (await store.takeStep(tx, memberId, step)) === 1 ? 'code' : undefined
  },
})
