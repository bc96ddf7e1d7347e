// Passwords at rest: argon2id with the parameters that OWASP names (19 MiB, two passes, one lane), as a PHC string.
import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/

type Cost = typeof COST

/** Some 25 ms of a processor: not for the main thread (hashing.ts). */
export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${letters(salt)}$${letters(tagOf(password, salt, COST))}`
}

/** Whether the password is the one that was hashed. Throws for what is no hash of ours. */
export function isPassword(password: string, hash: string): boolean {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? []
  if (!salt || !tag) throw new Error('a password hash cannot be read')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(tagOf(password, Buffer.from(salt, 'base64'), cost), Buffer.from(tag, 'base64'))
}

// The same password may be typed in composed and in decomposed letters.
function tagOf(password: string, nonce: Buffer, cost: Cost): Buffer {
  return argon2Sync('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    ...cost,
    tagLength: TAG_BYTES,
  })
}

const letters = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
