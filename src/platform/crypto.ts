// Secrets at rest and unguessable names. One keyring of 32-byte master keys; every purpose gets its own derived key,
// so that what is sealed for one purpose opens for no other.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isTrivialKey } from './config-modes.ts'
import { StartError } from './start-error.ts'

/**
 * What keys are derived for. Each room adds its own with `declare module '#platform/crypto.ts'` and names them in `secrets`
 * (room.ts): no two rooms share one.
 */
export interface Purposes {
  'fingerprint-key': unknown
}

export type Purpose = keyof Purposes

/** AES-256-GCM sealing with key rotation: the first key seals, every key opens. */
export class Keyring {
  #masters: { id: Buffer; key: Buffer }[]
  #derived = new Map<string, Buffer>()
  #fixed = new Map<Purpose, Buffer>()

  constructor(masters: Buffer[]) {
    if (masters.length === 0 || masters.some((key) => key.length !== 32)) throw new Error('a master key is 32 bytes')
    this.#masters = masters.map((key) => ({
      id: createHash('sha256').update('key-id').update(key).digest().subarray(0, 4),
      key,
    }))
  }

  /** Layout: version 1 | key id 4 | nonce 12 | tag 16 | ciphertext. `bind` (a row's id, say) must be given again to open. */
  seal(purpose: Purpose, plaintext: string, bind: string): Buffer {
    const master = this.#masters[0]!
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key(master, purpose), nonce)
    cipher.setAAD(Buffer.from(bind))
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(1), master.id, nonce, cipher.getAuthTag(), body])
  }

  /** Throws when the bytes were changed, bound to something else, or sealed by a key that is not in the ring. */
  open(purpose: Purpose, sealed: Uint8Array, bind: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const master = this.#masters.find(({ id }) => id.equals(bytes.subarray(1, 5)))
    if (bytes[0] !== 1 || !master) throw new Error('sealed with an unknown key')
    const decipher = createDecipheriv('aes-256-gcm', this.#key(master, purpose), bytes.subarray(5, 17))
    decipher.setAAD(Buffer.from(bind))
    decipher.setAuthTag(bytes.subarray(17, 33))
    return Buffer.concat([decipher.update(bytes.subarray(33)), decipher.final()]).toString('utf8')
  }

  /** Short names of its keys, the newest first; every sealed text begins with the name of its key. */
  get ids(): string[] {
    return this.#masters.map(({ id }) => id.toString('hex'))
  }

  /** Whether somebody could guess a key of the ring. */
  get isGuessable(): boolean {
    return this.#masters.some(({ key }) => isTrivialKey(key))
  }

  /** Whether a key of the ring sealed this. */
  knows(sealed: Uint8Array): boolean {
    return this.ids.includes(Buffer.from(sealed.subarray(1, 5)).toString('hex'))
  }

  /**
   * Keyed hash for finding equal secrets without knowing them. It must not change on rotation, or duplicates would no
   * longer be found: its key is the one that was fixed, and until then derived from the oldest of the ring.
   */
  fingerprint(purpose: Purpose, text: string): Buffer {
    return createHmac('sha256', this.fingerprintKey(purpose)).update(text).digest()
  }

  fingerprintKey(purpose: Purpose): Buffer {
    return this.#fixed.get(purpose) ?? this.#key(this.#masters.at(-1)!, purpose)
  }

  /** From now on `fingerprint` uses this key, whatever is put into the ring or dropped from it. */
  fixFingerprints(purpose: Purpose, key: Buffer): void {
    this.#fixed.set(purpose, key)
  }

  /** Keyed hash that proves later that we wrote the text: made with the newest key, and good as long as that is in the ring. */
  sign(purpose: Purpose, text: string): Buffer {
    return createHmac('sha256', this.#key(this.#masters[0]!, purpose)).update(text).digest()
  }

  /** Whether `signature`, or its beginning of at least 16 bytes, was made by any key of the ring. */
  verifies(purpose: Purpose, text: string, signature: Uint8Array): boolean {
    if (signature.byteLength < 16) return false
    return this.#masters.some((master) => {
      const made = createHmac('sha256', this.#key(master, purpose)).update(text).digest()
      return sameBytes(made.subarray(0, signature.byteLength), signature)
    })
  }

  #key(master: { id: Buffer; key: Buffer }, purpose: Purpose): Buffer {
    const name = `${master.id.toString('hex')}:${purpose}`
    let key = this.#derived.get(name)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', master.key, Buffer.alloc(0), `latchkey:${purpose}`, 32))
      this.#derived.set(name, key)
    }
    return key
  }
}

const VAULT_KEYS = 'vault.keys'

/** From the environment when given, else from the data directory, where the first start makes one (decision C5). */
export async function loadKeyring(dataDir: string, fromEnvironment: string[] | undefined): Promise<Keyring> {
  if (fromEnvironment) return new Keyring(fromEnvironment.map((text) => Buffer.from(text, 'base64')))
  const text = await readOrCreateSecret(dataDir, VAULT_KEYS, () => randomBytes(32).toString('base64'))
  return parseKeyring(text, join(dataDir, 'secrets', VAULT_KEYS))
}

/** Loads the keyring of a shop that exists; undefined where it is missing. Never makes one. */
export async function findKeyring(
  dataDir: string,
  fromEnvironment: string[] | undefined,
): Promise<Keyring | undefined> {
  const text = await readFile(join(dataDir, 'secrets', VAULT_KEYS), 'utf8').catch(() => '')
  return fromEnvironment || text.trim() ? loadKeyring(dataDir, fromEnvironment) : undefined
}

/** The text of `DATA_DIR/secrets/vault.keys`: keys in base64, the newest first. People write it, too (docs/operate.md). Throws StartError. */
function parseKeyring(text: string, path: string): Keyring {
  const masters = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'))
  const wrong = masters.findIndex((key) => key.length !== 32)
  if (wrong >= 0)
    throw new StartError(
      `${path}: must be one or more 32-byte keys in base64, the newest first: number ${wrong + 1} in it is none`,
    )
  return new Keyring(masters)
}

/** A small secret file under `DATA_DIR/secrets`, made once; two processes that start at once end with the same one. */
export async function readOrCreateSecret(dataDir: string, name: string, make: () => string): Promise<string> {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const path = join(folder, name)
  try {
    const file = await open(path, 'wx', 0o600)
    const text = make()
    try {
      await file.writeFile(`${text}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // The rival that made the file may still be writing it.
    for (let attempt = 0; attempt < 50; attempt++) {
      const text = (await readFile(path, 'utf8')).trim()
      if (text) return text
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new StartError(
      `${path} is empty: delete it if this is a new shop, put the one that you keep in its place if it is not`,
    )
  }
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
