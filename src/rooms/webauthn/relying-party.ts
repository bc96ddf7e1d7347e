// For whom a passkey is made, in WebAuthn's words: the relying party. Its id is a host, and what is made for it opens that
// host and those below it; an answer counts from the shop's own origin alone.
import { isIP } from 'node:net'

export interface RelyingParty {
  id: string
  /** https://shop.example */
  origin: string
}

/** Undefined: no browser makes passkeys for where this shop stands, such as an address of digits. */
export function relyingParty(of: {
  publicUrl: string | undefined
  cookieDomain: string | undefined
  /** As the request under way calls the shop. */
  origin: string
}): RelyingParty | undefined {
  const url = new URL(of.publicUrl ?? of.origin)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost') return { id: host, origin: url.origin }
  if (/^127\.|^::1$/.test(host) && isIP(host)) {
    // The same machine has a name, and browsers trust it without https.
    url.hostname = 'localhost'
    return { id: 'localhost', origin: url.origin }
  }
  // Without PUBLIC_URL the name is what the visitor says of us: nothing is to be made for that.
  if (isIP(host) || !of.publicUrl) return undefined
  return { id: of.cookieDomain ?? host, origin: url.origin }
}
