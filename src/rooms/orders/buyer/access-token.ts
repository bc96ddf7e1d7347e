// What opens an order, as letters. A token says how it came, the versions that it was written under, and its own end in
// seconds (0: it ends with the order); a signature of 16 bytes covers all of it and the order's id.
import type { Keyring } from '#platform/crypto.ts'
import type { AccessRow } from './access-store.ts'

/** made: the cookie of the browser that made the order. link: of a mail. linked: the cookie that such a link left. */
const KINDS = ['made', 'link', 'linked'] as const
const PAYLOAD = 13
const SIGNATURE = 16
const ID = 16

export interface Token {
  kind: (typeof KINDS)[number]
  cookieVersion: number
  linkVersion: number
  end: number
}

export interface HeldToken extends Token {
  orderId: string
}

/** A cookie ends with the cookies' version, a link with the links', and what a link left with both. */
export function isGood(token: Token, row: AccessRow): boolean {
  if (token.kind !== 'link' && token.cookieVersion !== row.cookieVersion) return false
  if (token.kind !== 'made' && token.linkVersion !== row.linkVersion) return false
  return token.end === 0 ? !row.over : token.end * 1000 > row.now.getTime()
}

export function writeLink(keyring: Keyring, order: { id: string; linkVersion: number }, end: number): string {
  return sealed(keyring, order.id, { kind: 'link', cookieVersion: 0, linkVersion: order.linkVersion, end }).toString(
    'base64url',
  )
}

/** The token of a mail's link; undefined when we did not write it for this order. */
export function readLink(keyring: Keyring, orderId: string, text: string): Token | undefined {
  if (text.length > 60) return undefined
  const token = opened(keyring, orderId, Buffer.from(text, 'base64url'))
  if (token) return token.kind === 'link' ? token : undefined
  const old = readOld(keyring, orderId, text)
  return old && { ...old, kind: 'link' }
}

/** One order of the cookie: its id and its token, 60 letters. */
export function writeEntry(keyring: Keyring, token: HeldToken): string {
  const id = Buffer.from(token.orderId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, sealed(keyring, token.orderId, token)]).toString('base64url')
}

export function readEntry(keyring: Keyring, text: string): HeldToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (text.length !== 60 || bytes.length !== ID + PAYLOAD + SIGNATURE) return undefined
  const hex = bytes.subarray(0, ID).toString('hex')
  const orderId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const token = opened(keyring, orderId, bytes.subarray(ID))
  return token && token.kind !== 'link' ? { ...token, orderId } : undefined
}

/**
 * A token that is the signature of the order's id alone, as tokens were before docs/decisions/016. It counts as one of the first
 * version, and ends with its order: the function may go when no order that is older than that record can be opened.
 */
export function readOld(keyring: Keyring, orderId: string, text: string): HeldToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (text.length !== 43 || bytes.length !== 32 || !keyring.verifies('order-access', orderId, bytes)) return undefined
  return { kind: 'linked', orderId, cookieVersion: 1, linkVersion: 1, end: 0 }
}

function sealed(keyring: Keyring, orderId: string, token: Token): Buffer {
  const payload = Buffer.alloc(PAYLOAD)
  payload.writeUInt8(KINDS.indexOf(token.kind), 0)
  payload.writeUInt32BE(token.cookieVersion, 1)
  payload.writeUInt32BE(token.linkVersion, 5)
  payload.writeUInt32BE(token.end, 9)
  return Buffer.concat([payload, keyring.sign('order-access', signedText(orderId, payload)).subarray(0, SIGNATURE)])
}

function opened(keyring: Keyring, orderId: string, bytes: Buffer): Token | undefined {
  if (bytes.length !== PAYLOAD + SIGNATURE) return undefined
  const payload = bytes.subarray(0, PAYLOAD)
  const kind = KINDS[payload.readUInt8(0)]
  if (!kind || !keyring.verifies('order-access', signedText(orderId, payload), bytes.subarray(PAYLOAD)))
    return undefined
  return {
    kind,
    cookieVersion: payload.readUInt32BE(1),
    linkVersion: payload.readUInt32BE(5),
    end: payload.readUInt32BE(9),
  }
}

const signedText = (orderId: string, payload: Buffer) => `${orderId} ${payload.toString('hex')}`
