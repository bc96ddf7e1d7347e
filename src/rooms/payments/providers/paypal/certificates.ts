// The certificates with which PayPal signs its notices: fetched from PayPal alone, checked up to an authority, and kept.
import { type KeyObject, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { send } from '../outgoing.ts'
import { ProviderUnreachable } from '../provider.ts'
import { PAYPAL, type PayPalConfig } from './connection.ts'

/** PayPal has one or two at a time. */
const MOST_KEPT = 8
const KEPT_MS = 12 * 3_600_000
/** Whoever posts forged notices can name what is no certificate: so many are looked up in a minute. */
const MOST_A_MINUTE = 20
const MOST_BYTES = 64 * 1024
const MOST_IN_CHAIN = 6
const TIMEOUT_MS = 5_000
const PAYPALS = /(^|\.)paypal\.com$/i
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

export type Certificates = ReturnType<typeof createCertificates>

export function createCertificates(config: PayPalConfig) {
  const kept = new Map<string, { key: KeyObject; until: number }>()
  const underWay = new Map<string, Promise<KeyObject | null>>()
  const now = () => config.now?.() ?? Date.now()
  let minute = { began: Number.NEGATIVE_INFINITY, asked: 0 }

  /** With which the signature is verified; null: nobody's that we trust. Throws ProviderUnreachable. */
  async function keyAt(address: string): Promise<KeyObject | null> {
    const prefix = config.certificatePrefixes.find((one) => address.startsWith(one))
    // Nothing but a name: no `..`, no query, no second host.
    if (prefix === undefined || !/^[\w-]{1,100}$/.test(address.slice(prefix.length))) return null
    const known = kept.get(address)
    if (known && known.until > now()) return known.key
    const asked = underWay.get(address)
    if (asked) return asked
    if (now() - minute.began > 60_000) minute = { began: now(), asked: 0 }
    if (++minute.asked > MOST_A_MINUTE) throw new ProviderUnreachable(PAYPAL, 'too_many_certificates')
    const asking = fetchKey(address).finally(() => underWay.delete(address))
    underWay.set(address, asking)
    const key = await asking
    if (key) keep(address, key)
    return key
  }

  function keep(address: string, key: KeyObject) {
    kept.delete(address)
    kept.set(address, { key, until: now() + KEPT_MS })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  }

  async function fetchKey(address: string): Promise<KeyObject | null> {
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
    return trustedKey(body, config.certificateAuthorities ?? rootCertificates, now())
  }

  return { keyAt }
}

/** The key of the first certificate, if it is PayPal's and a chain leads from it to an authority; else null. */
export function trustedKey(pem: string, authorities: readonly string[], now: number): KeyObject | null {
  const chain = (pem.match(PEM) ?? []).slice(0, MOST_IN_CHAIN).flatMap(readCertificate)
  const [leaf, ...others] = chain
  if (!leaf || leaf.ca || !PAYPALS.test(commonName(leaf)) || !isValid(leaf, now)) return null
  const roots = authorities.flatMap(readCertificate)
  let last = leaf
  for (let steps = 0; steps < MOST_IN_CHAIN; steps++) {
    const issues = (one: X509Certificate) =>
      one.ca && isValid(one, now) && last.checkIssued(one) && last.verify(one.publicKey)
    if (roots.some(issues)) return leaf.publicKey
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
