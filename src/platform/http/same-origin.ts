// Whether a request was sent by another site's page. Browsers say so themselves (Fetch Metadata, and Origin on every
// write); a client that is no browser carries no cookies of a shopper's and says nothing.

/**
 * True for a GET that may change something (decision A8): one that the shop's own page sent, or that proves by a header
 * what no link, picture or address bar can send. What a browser fetches in advance is refused: nobody has pressed anything yet.
 */
export function isMeant(headers: Headers): boolean {
  const purpose = `${headers.get('sec-purpose') ?? ''},${headers.get('purpose') ?? ''},${headers.get('x-moz') ?? ''}`
  if (/prefetch|preview|prerender/i.test(purpose)) return false
  if (/^Bearer \S/.test(headers.get('authorization') ?? '') || headers.get('order-access')) return true
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : !isFromElsewhere(headers)
}

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
