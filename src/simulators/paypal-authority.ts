// A certificate authority of the simulator's own: PayPal signs its notices with a certificate, and whoever verifies them
// follows it up to an authority. Node reads certificates but makes none, so they are put together here (X.509, DER).
import { createHash, generateKeyPair, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

const makeKeys = promisify(generateKeyPair)
interface Keys {
  publicKey: KeyObject
  privateKey: KeyObject
}

export interface Authority {
  /** PEM: in which a client must trust. */
  root: string
  /** PEM: what is served, the signing certificate and what leads from it to the root. */
  chain: string
  certificateId: string
  sign(text: string): string
  verify(text: string, signature: string): boolean
}

export interface AuthorityOptions {
  /** Whose certificate it says it is. */
  commonName?: string
  notAfter?: Date
}

/** An RSA key takes a tenth of a second: one for all simulators of a process. */
let rsa: Promise<Keys> | undefined

export async function createAuthority({
  commonName = 'messageverificationcerts.sandbox.paypal.com',
  notAfter,
}: AuthorityOptions = {}): Promise<Authority> {
  rsa ??= makeKeys('rsa', { modulusLength: 2048 })
  const [own, root, between] = await Promise.all([rsa, elliptic(), elliptic()])
  const issue = (subject: string, keys: Keys, issuer: string, by: Keys, ca: boolean) =>
    certificate({
      subject,
      publicKey: keys.publicKey,
      issuer,
      issuerKey: by.privateKey,
      ca,
      notAfter: ca ? undefined : notAfter,
    })
  const [rootName, betweenName] = ['Simulator Root', 'Simulator Intermediate']
  const leaf = issue(commonName, own, betweenName, between, false)
  return {
    root: issue(rootName, root, rootName, root, true),
    chain: leaf + issue(betweenName, between, rootName, root, true),
    certificateId: `CERT-${createHash('sha256').update(leaf).digest('hex').slice(0, 24)}`,
    sign: (text) => sign('sha256', Buffer.from(text), own.privateKey).toString('base64'),
    verify: (text, signature) => verify('sha256', Buffer.from(text), own.publicKey, Buffer.from(signature, 'base64')),
  }
}

const elliptic = (): Promise<Keys> => makeKeys('ec', { namedCurve: 'P-256' })

function certificate(of: {
  subject: string
  publicKey: KeyObject
  issuer: string
  issuerKey: KeyObject
  ca: boolean
  notAfter?: Date
}): string {
  const now = Date.now()
  const algorithm = sequence(oid(ECDSA_SHA256))
  const facts = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    named(of.issuer),
    sequence(time(new Date(now - 365 * 86_400_000)), time(of.notAfter ?? new Date(now + 3650 * 86_400_000))),
    named(of.subject),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid(BASIC_CONSTRAINTS), TRUE, tagged(0x04, of.ca ? sequence(TRUE) : sequence())))),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', facts, of.issuerKey)]))
  const lines = sequence(facts, algorithm, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

// Object identifiers, as they are encoded.
const ECDSA_SHA256 = '2a8648ce3d040302'
const BASIC_CONSTRAINTS = '551d13'
const COMMON_NAME = '550403'
const TRUE = Buffer.from('0101ff', 'hex')

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const named = (name: string) => sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(0x0c, Buffer.from(name)))))
/** GeneralizedTime: 20261122201500Z. */
const time = (date: Date) =>
  tagged(
    0x18,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/\.\d+|[-:T]/g, '')
        .slice(0, 14)}Z`,
    ),
  )
