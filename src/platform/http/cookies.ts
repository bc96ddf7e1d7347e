/**
 * What a page writes: for its own host, or for `domain` and everything below it (decision A8); for `maxAge` seconds, or
 * until the browser is closed. Only in the browser.
 */
export function writeCookie(name: string, value: string, maxAge?: number, domain = ''): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const until = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const below = domain && `; Domain=${domain}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, and answers later
  document.cookie = `${name}=${value}; Path=/${until}; SameSite=Lax${below}${secure}`
  // Chromium stores it a little later, and a page that is loaded at once may be asked for without it: whoever reads it has
  // waited until it is there.
  void document.cookie
}

/** One cookie's value, decoded; undefined when it is missing or not decodable. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const eq = part.indexOf('=')
    if (eq > 0 && part.slice(0, eq).trim() === name) {
      try {
        return decodeURIComponent(part.slice(eq + 1).trim())
      } catch {
        return undefined
      }
    }
  }
  return undefined
}
