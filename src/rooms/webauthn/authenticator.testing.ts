// For tests: an authenticator and the browser before it, as WebAuthn describes them, with every lie that one might tell.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Lies {
  /** Of the page that the browser says it was. */
  origin?: string
  /** Of the host that the authenticator says it signs for. */
  rpId?: string
  challenge?: string
  /** Nobody unlocked the device. */
  unverified?: boolean
  /** The counter that it says. */
  count?: number
  /** Undefined: it says none. */
  handle?: string | undefined
  crossOrigin?: boolean
  type?: string
  /** Format and statement of the attestation, in CBOR. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
  /** Somebody else's key signs. */
  key?: KeyObject
}

export interface TestPasskey {
  credentialId: string
  handle: string
  rpId: string
  key: KeyObject
  count: number
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

interface Creation {
  challenge: string
  rp: { id: string }
  user: { id: string }
}

/** A passkey, and what the browser answers to say so. `counts`: it is no synced one. */
export function makePasskey(
  options: Creation,
  origin: string,
  { counts = false, ...lies }: Lies & { counts?: boolean } = {},
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(32)
  const passkey: TestPasskey = {
    credentialId: base64url(credential),
    handle: options.user.id,
    rpId: options.rp.id,
    key: privateKey,
    count: counts ? 1 : 0,
  }
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credential.length)
  const attested = Buffer.concat([Buffer.alloc(16), length, credential, cbor(cose)])
  const authData = authenticatorData(passkey, { ...lies, attested })
  const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: new Map() }
  const attestationObject = cbor(
    new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]),
  )
  const answer = {
    ...{ id: passkey.credentialId, rawId: passkey.credentialId, type: 'public-key' },
    response: {
      clientDataJSON: clientData('webauthn.create', options.challenge, origin, lies),
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'of-tomorrow'],
    },
  }
  return { passkey, answer }
}

/** What the browser answers with this passkey; one that counts goes on counting. */
export function answerWith(
  passkey: TestPasskey,
  { challenge }: { challenge: string },
  origin: string,
  lies: Lies = {},
) {
  if (passkey.count > 0) passkey.count++
  const authData = authenticatorData(passkey, lies)
  const clientDataJSON = clientData('webauthn.get', challenge, origin, lies)
  const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
  return {
    ...{ id: passkey.credentialId, rawId: passkey.credentialId, type: 'public-key' },
    response: {
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, lies.key ?? passkey.key)),
      userHandle: 'handle' in lies ? lies.handle : passkey.handle,
    },
  }
}

function clientData(type: string, challenge: string, origin: string, lies: Lies): string {
  const said = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
    crossOrigin: lies.crossOrigin ?? false,
  }
  return base64url(Buffer.from(JSON.stringify(said)))
}

const [PRESENT, VERIFIED, SYNCABLE, SYNCED, ATTESTED] = [0x01, 0x04, 0x08, 0x10, 0x40]

function authenticatorData(passkey: TestPasskey, { attested, ...lies }: Lies & { attested?: Buffer }): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(lies.count ?? passkey.count)
  const flags =
    PRESENT |
    (lies.unverified ? 0 : VERIFIED) |
    (passkey.count === 0 ? SYNCABLE | SYNCED : 0) |
    (attested ? ATTESTED : 0)
  const parts = [sha256(lies.rpId ?? passkey.rpId), Buffer.from([flags]), count]
  return Buffer.concat(attested ? [...parts, attested] : parts)
}

/** As much of CBOR (RFC 8949) as WebAuthn has. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
  throw new Error('nothing that WebAuthn says')
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count])
  if (count < 256) return Buffer.from([(major << 5) | 24, count])
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255])
}

/** Anybody else's key. */
export const strangeKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
