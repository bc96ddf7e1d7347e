// The certificates with which PayPal signs its notices: fetched from PayPal alone, checked up to an authority, and kept.
import { type KeyObject, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { send } from '../outgoing.ts'
import { ProviderUnreachable } from '../provider.ts'
import { PAYPAL, type PayPalConfig } from './connection.ts'

/** PayPal has one or two at a time. */
const MOST_KEPT = 8
const KEPT_MS = 12 * 3_600_000
/**
 * Whoever posts forged notices can name what is no certificate, but no payment of ours except his own: in a minute so many are
 * looked up for notices about one of ours, and so many for all others together.
 */
const MOST_A_MINUTE = { ofOne: 3, ofOthers: 20 }
/** One that has proved itself is used on while PayPal does not answer, and PayPal asked again this much later. */
const AGAIN_MS = 60_000
const MOST_BYTES = 64 * 1024
const MOST_IN_CHAIN = 6
const TIMEOUT_MS = 5_000
const PAYPALS = /(^|\.)paypal\.com$/i
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

export type Certificates = ReturnType<typeof createCertificates>

interface Kept {
  certificate: X509Certificate
  /** Until then PayPal is not asked for it again. */
  freshUntil: number
}

/** `isOurs`: whether this is the id of an attempt to pay by PayPal. */
export function createCertificates(config: PayPalConfig, isOurs: (attemptId: string) => Promise<boolean>) {
  // By address, the one of the longest ago first. Apart are those that a notice to this webhook was signed with: strangers
  // can name whatever lies at PayPal, but nothing that they name puts one of these out, or keeps it from being fetched.
  const proven = new Map<string, Kept>()
  const others = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Kept | null>>()
  const now = () => config.now?.() ?? Date.now()
  const countLookUp = countingLookUps(now)

  /**
   * Whether a notice is signed with the certificate at this address, and that is one that we trust. Throws ProviderUnreachable.
   * `about`: the attempt that it names.
   */
  async function vouch(
    address: string,
    about: string | null,
    isSignedWith: (key: KeyObject) => boolean,
  ): Promise<boolean> {
    const prefix = config.certificatePrefixes.find((one) => address.startsWith(one))
    // Nothing but a name: no `..`, no query, no second host.
    if (prefix === undefined || !/^[\w-]{1,100}$/.test(address.slice(prefix.length))) return false
    const kept = await certificateAt(address, about)
    if (!kept || !isSignedWith(kept.certificate.publicKey)) return false
    others.delete(address)
    keep(proven, address, kept)
    return true
  }

  async function certificateAt(address: string, about: string | null): Promise<Kept | null> {
    const known = freshAt(address)
    if (known) return known
    if (!proven.has(address)) {
      const ours = about !== null && (await isOurs(about)) ? about : null
      // Others may have asked meanwhile.
      const meanwhile = freshAt(address)
      if (meanwhile) return meanwhile
      countLookUp(ours)
    }
    const asking = ask(address).finally(() => underWay.delete(address))
    underWay.set(address, asking)
    return asking
  }

  /** What PayPal need not be asked for, or is being asked for. */
  function freshAt(address: string): Kept | Promise<Kept | null> | undefined {
    const known = knownAt(address)
    return known && known.freshUntil > now() ? known : underWay.get(address)
  }

  function knownAt(address: string): Kept | undefined {
    const known = proven.get(address) ?? others.get(address)
    if (!known || isValid(known.certificate, now())) return known
    forget(address)
    return undefined
  }

  async function ask(address: string): Promise<Kept | null> {
    try {
      const certificate = await fetchCertificate(config, address, now())
      // That it is not there any more is an answer, too: it may have been withdrawn.
      if (!certificate) return forget(address)
      const fresh = { certificate, freshUntil: now() + KEPT_MS }
      keep(proven.has(address) ? proven : others, address, fresh)
      return fresh
    } catch (error) {
      const known = proven.get(address)
      if (!known || !isValid(known.certificate, now())) throw error
      known.freshUntil = now() + AGAIN_MS
      return known
    }
  }

  function keep(where: Map<string, Kept>, address: string, kept: Kept) {
    where.delete(address)
    where.set(address, kept)
    if (where.size > MOST_KEPT) where.delete(where.keys().next().value!)
  }

  function forget(address: string): null {
    proven.delete(address)
    others.delete(address)
    return null
  }

  return { vouch }
}

/** Throws ProviderUnreachable for one too many in this minute. `ours`: for a notice about this attempt of ours; null: about none. */
function countingLookUps(now: () => number) {
  let minute = { began: Number.NEGATIVE_INFINITY, asked: new Map<string | null, number>() }
  return (ours: string | null): void => {
    if (now() - minute.began > 60_000) minute = { began: now(), asked: new Map() }
    const asked = (minute.asked.get(ours) ?? 0) + 1
    minute.asked.set(ours, asked)
    if (asked > (ours === null ? MOST_A_MINUTE.ofOthers : MOST_A_MINUTE.ofOne))
      throw new ProviderUnreachable(PAYPAL, 'too_many_certificates')
  }
}

async function fetchCertificate(config: PayPalConfig, address: string, now: number): Promise<X509Certificate | null> {
  const url = new URL(address)
  const { status, body } = await send({
    provider: PAYPAL,
    protocol: url.protocol === 'http:' ? 'http:' : 'https:',
    host: url.hostname,
    port: url.port || undefined,
    path: url.pathname,
    method: 'GET',
    headers: {},
    body: '',
    timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
  })
  if (status === 404) return null
  if (status !== 200 || body.length > MOST_BYTES) throw new ProviderUnreachable(PAYPAL, `http_${status}`)
  return trustedCertificate(body, config.certificateAuthorities ?? rootCertificates, now)
}

/** The first certificate, if it is PayPal's and a chain leads from it to an authority; else null. */
export function trustedCertificate(pem: string, authorities: readonly string[], now: number): X509Certificate | null {
  const chain = (pem.match(PEM) ?? []).slice(0, MOST_IN_CHAIN).flatMap(readCertificate)
  const [leaf, ...others] = chain
  if (!leaf || leaf.ca || !PAYPALS.test(commonName(leaf)) || !isValid(leaf, now)) return null
  const roots = authorities.flatMap(readCertificate)
  let last = leaf
  for (let steps = 0; steps < MOST_IN_CHAIN; steps++) {
    const issues = (one: X509Certificate) =>
      one.ca && isValid(one, now) && last.checkIssued(one) && last.verify(one.publicKey)
    if (roots.some(issues)) return leaf
    const next = others.find((one) => one !== last && issues(one))
    if (!next) return null
    last = next
  }
  return null
}

const commonName = ({ subject }: X509Certificate) => /^CN=(.+)$/m.exec(subject)?.[1] ?? ''
const isValid = (one: X509Certificate, now: number) =>
  one.validFromDate.getTime() <= now && now <= one.validToDate.getTime()

function readCertificate(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)]
  } catch {
    return []
  }
}
