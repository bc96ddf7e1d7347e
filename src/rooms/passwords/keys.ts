// The key pair to which browsers encrypt passwords on their way (decision A7). It lies sealed in the database, so that all
// instances share it; every day there is another, and what was encrypted to the one before opens for ten minutes more.

import { randomUUID } from 'node:crypto'
import { compactDecrypt, exportJWK, exportPKCS8, generateKeyPair, importPKCS8 } from 'jose'
import { z } from 'zod'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { invalid } from '#platform/http/errors.ts'
import * as store from './store.ts'

const ALGORITHM = 'RSA-OAEP-256'
const ENCRYPTION = 'A256GCM'
const HOURS = 24
/** How old an encrypted password may be, and how far ahead the clock that wrote it. */
const MOST_SECONDS = 5 * 60
const AHEAD_SECONDS = 60

const Claim = z.object({ password: z.string().max(200), iat: z.number() })

export type PasswordKeys = ReturnType<typeof createPasswordKeys>

export function createPasswordKeys({ db, keyring }: { db: Database; keyring: Keyring }) {
  /** Opened once each; few, for each lives a day. */
  const opened = new Map<string, CryptoKey>()

  async function privateKey({ kid, sealed }: store.PasswordKeyRow): Promise<CryptoKey> {
    let key = opened.get(kid)
    if (!key) {
      key = await importPKCS8(keyring.open('password-keys', sealed, kid), ALGORITHM)
      if (opened.size >= 10) opened.clear()
      opened.set(kid, key)
    }
    return key
  }

  async function addKey(tx: Transaction): Promise<void> {
    const kid = randomUUID()
    const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
    const publicKey = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'enc' }
    const sealed = keyring.seal('password-keys', await exportPKCS8(pair.privateKey), kid)
    await store.addKey(tx, { kid, publicKey, sealed })
  }

  /** One current key, younger than a day and one that this keyring opens. */
  async function renew(hours = HOURS): Promise<void> {
    await db.transaction(async (tx) => {
      await store.lockKeys(tx)
      const current = await store.currentKey(tx)
      const retired = current && (await store.retireKey(tx, keyring.knows(current.sealed) ? hours : 0))
      if (!current || retired) await addKey(tx)
    })
    await store.forgetKeys(db)
  }

  return {
    renew,

    /** What browsers encrypt to, and the server's time in seconds: a wrong clock bars nobody. */
    async published() {
      let current = await store.currentKey(db)
      // The one that sealed it was dropped from the keyring.
      if (!current || !keyring.knows(current.sealed)) {
        await renew()
        current = (await store.currentKey(db))!
      }
      return { keys: [current.publicKey], now: Math.floor(current.now) }
    },

    /**
     * The password in this compact JWE. Throws 400 at `path`: `password.notEncrypted` for what is none,
     * `password.stale` for one that is older than five minutes, or of a key that is gone or that this keyring does not
     * open: the page encrypts anew.
     */
    async open(jwe: string, path: string): Promise<string> {
      const kid = kidOf(jwe)
      if (kid === undefined) throw invalid([{ path, message: 'password.notEncrypted' }])
      const key = await store.openingKey(db, kid)
      if (!key || !keyring.knows(key.sealed)) throw invalid([{ path, message: 'password.stale' }])
      const claim = await decrypt(jwe, await privateKey(key))
      if (!claim) throw invalid([{ path, message: 'password.notEncrypted' }])
      const age = key.now - claim.iat
      if (age > MOST_SECONDS || age < -AHEAD_SECONDS) throw invalid([{ path, message: 'password.stale' }])
      return claim.password
    },
  }
}

async function decrypt(jwe: string, key: CryptoKey): Promise<z.output<typeof Claim> | undefined> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [ALGORITHM],
      contentEncryptionAlgorithms: [ENCRYPTION],
    })
    return Claim.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))).data
  } catch {
    return undefined
  }
}

/** Which key a compact JWE says it is for. */
function kidOf(jwe: string): string | undefined {
  const parts = jwe.split('.')
  if (parts.length !== 5) return undefined
  try {
    const { kid, alg, enc } = JSON.parse(Buffer.from(parts[0]!, 'base64url').toString('utf8'))
    return alg === ALGORITHM && enc === ENCRYPTION && typeof kid === 'string' && kid.length <= 60 ? kid : undefined
  } catch {
    return undefined
  }
}
