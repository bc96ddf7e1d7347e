// What a demo shop and a live shop may not be configured with (decisions E2, E6). Each reason is one line that names the
// variable and shows no value.
import { realpathSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { resolve, sep } from 'node:path'

/** The parsed variables; undefined where the operator said nothing. */
export interface ModeVariables {
  SHOP_MODE?: 'demo' | 'live'
  HOST: string
  PORT: number
  METRICS_HOST: string
  METRICS_PORT?: number
  DATA_DIR: string
  JOURNAL_DIR?: string
  PUBLIC_URL?: string
  SUPPORT_EMAIL: string
  MAIL_FROM: string
  SMTP_URL?: string
  DATABASE_URL?: string
  DATABASE_DIRECT_URL?: string
  VAULT_KEYS?: string
  TRUSTED_PROXIES?: string
  LATCHKEY_FAILPOINT?: string
}

export function modeRefusals(e: ModeVariables): string[] {
  const general: string[] = []
  if (e.JOURNAL_DIR && isWithin(e.JOURNAL_DIR, e.DATA_DIR))
    general.push('JOURNAL_DIR: must lie outside of DATA_DIR: it is for the day on which that is lost')
  if (e.PORT !== 0 && e.METRICS_PORT === e.PORT && isOneHost(e.HOST, e.METRICS_HOST))
    general.push('METRICS_PORT: must be another port than PORT, which the shop itself has there')
  return [...general, ...(e.SHOP_MODE === 'live' ? liveRefusals(e) : demoRefusals(e))]
}

const EVERY_HOST = ['0.0.0.0', '::']
const isOneHost = (a: string, b: string) => a === b || EVERY_HOST.includes(a) || EVERY_HOST.includes(b)

/** A shop for trying: anybody may read its mails and pay with nothing. */
function demoRefusals(e: ModeVariables): string[] {
  if (e.SHOP_MODE === 'demo') return []
  const reasons: string[] = []
  const say = 'say SHOP_MODE=demo if strangers may try this shop, SHOP_MODE=live to sell'
  if (e.PUBLIC_URL?.startsWith('https:')) reasons.push(`PUBLIC_URL: is a public address; ${say}`)
  if (e.SMTP_URL && !isLocal(hostOf(e.SMTP_URL))) reasons.push(`SMTP_URL: is a real mail server; ${say}`)
  return reasons
}

function liveRefusals(e: ModeVariables): string[] {
  return [...placeRefusals(e), ...mailRefusals(e), ...databaseRefusals(e), ...keyRefusals(e)]
}

function placeRefusals(e: ModeVariables): string[] {
  const reasons: string[] = []
  if (!e.PUBLIC_URL) reasons.push('PUBLIC_URL: live mode needs the address that shoppers and payment providers use')
  else if (!e.PUBLIC_URL.startsWith('https://')) reasons.push('PUBLIC_URL: live mode needs https')
  if (!e.TRUSTED_PROXIES?.trim())
    reasons.push(
      'TRUSTED_PROXIES: live mode needs the addresses of the proxies in front, or `none` when there are none',
    )
  if (e.DATABASE_URL && !e.JOURNAL_DIR)
    reasons.push(
      'JOURNAL_DIR: with DATABASE_URL several instances may sell, and the journals of all must be found after a restore',
    )
  if (e.LATCHKEY_FAILPOINT) reasons.push('LATCHKEY_FAILPOINT: live mode does not die on purpose')
  return reasons
}

function mailRefusals(e: ModeVariables): string[] {
  const reasons: string[] = []
  if (!e.SMTP_URL) reasons.push('SMTP_URL: live mode needs a mail server')
  else if (!isLocal(hostOf(e.SMTP_URL)) && !encryptsMail(new URL(e.SMTP_URL)))
    reasons.push('SMTP_URL: a mail server on another machine needs TLS: smtps://, or smtp:// with ?requireTLS=true')
  for (const name of ['SUPPORT_EMAIL', 'MAIL_FROM'] as const)
    if (isExample(e[name])) reasons.push(`${name}: is an example; live mode needs an address that people can answer to`)
  if (!/@[^@]+\.[^@]+$/.test(e.MAIL_FROM))
    reasons.push('MAIL_FROM: is of a host in this network; live mode needs an address that people can answer to')
  return reasons
}

function databaseRefusals(e: ModeVariables): string[] {
  const reasons: string[] = []
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const) {
    const address = e[name]
    if (!address) continue
    if (/:\/\/[^@/]*:(postgres|password|admin|)@/.test(address))
      reasons.push(`${name}: live mode refuses a default or empty password`)
    const url = new URL(address)
    if (!isLocal(url.searchParams.get('host') ?? hostOf(address)) && !encryptsDatabase(url))
      reasons.push(`${name}: a database on another machine needs TLS: add sslmode=verify-full (or require)`)
  }
  return reasons
}

function keyRefusals(e: ModeVariables): string[] {
  if (e.DATABASE_URL && !e.VAULT_KEYS)
    return ['VAULT_KEYS: with DATABASE_URL several instances may share the database and need the same key']
  const keys = (e.VAULT_KEYS?.split(',') ?? []).map((text) => Buffer.from(text, 'base64'))
  return keys.some(isTrivialKey)
    ? ['VAULT_KEYS: anybody could guess this key; make one with `openssl rand -base64 32`']
    : []
}

/** 32 random bytes are practically never as plain as these: few different bytes, all the same step apart, or readable text. */
export function isTrivialKey(key: Uint8Array): boolean {
  const steps = new Set(Array.from(key.subarray(1), (byte, i) => (byte - key[i]! + 256) % 256))
  return new Set(key).size < 12 || steps.size < 4 || key.every((byte) => byte >= 0x20 && byte < 0x7f)
}

/** Reaches nobody but this machine; an empty host and a path are its sockets. */
export function isLocal(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '')
  return plain === '' || plain.startsWith('/') || plain === 'localhost' || plain === '::1' || isLoopbackV4(plain)
}

const isLoopbackV4 = (host: string) => isIPv4(host) && host.startsWith('127.')

const hostOf = (url: string) => decodeURIComponent(new URL(url).hostname)

function encryptsMail(url: URL): boolean {
  const setting = (name: string) => url.searchParams.get(name)
  if (setting('tls.rejectUnauthorized') === 'false' || setting('ignoreTLS') === 'true') return false
  return url.protocol === 'smtps:' || setting('requireTLS') === 'true'
}

/** The driver checks the certificate for each of these, unless it is told to be as lenient as libpq. */
function encryptsDatabase(url: URL): boolean {
  const mode = url.searchParams.get('sslmode') ?? ''
  const lenient = url.searchParams.get('uselibpqcompat') === 'true'
  return mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && !lenient)
}

/** Names that no mail server answers for (RFC 2606). */
const isExample = (address: string) =>
  /[@.](example|invalid|test|localhost|example\.(com|net|org))>?\s*$/i.test(address)

/** Where a folder is, whatever links lead to it; one that is not there yet is where its name says. */
function placeOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** By its name, or by where that leads. */
const isWithin = (path: string, folder: string) =>
  [resolve, placeOf].some((place) => {
    const [inner, outer] = [place(path), place(folder)]
    return inner === outer || inner.startsWith(outer + sep)
  })
