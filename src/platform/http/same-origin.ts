// Whether a request was sent by another site's page. Browsers say so themselves (Fetch Metadata, and Origin on every
// write); a client that is no browser carries no cookies of a shopper's and says nothing.

/** True for a request that a foreign page made. */
export function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const source = headers.get('origin') ?? headers.get('referer')
  if (!source) return false
  try {
    return new URL(source).host !== headers.get('host')
  } catch {
    return true
  }
}
