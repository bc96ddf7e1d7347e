/** GET /robots.txt (RFC 9309): everything but what belongs to one visitor or shows the same products once more. */
export function createRobots(origin: () => string) {
  return async function respond(request: Request): Promise<Response | undefined> {
    if (new URL(request.url).pathname !== '/robots.txt') return undefined
    const text = ['User-agent: *', ...HIDDEN.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin()}/sitemap.xml`]
    return new Response(`${text.join('\n')}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
  }
}

// Page by page and not as beginnings: a shelf may well be called `search-and-rescue`.
const HIDDEN = [
  '/prod-api/',
  '/sandbox/',
  '/pay-return/',
  ...['/search', '/success-payment'].flatMap((path) => [`${path}$`, `${path}?`]),
]
