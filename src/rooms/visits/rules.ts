// What of a visit may be kept (decision D7). Pure.

/** Characters of a path or host. */
const MOST = 300

/** The path alone: a query or fragment may hold names, searches and tokens. Undefined: this is no page of the shop. */
export function pageOf(toUrl: string, shop: string): string | undefined {
  const url = URL.parse(toUrl, shop)
  return url?.origin === new URL(shop).origin ? url.pathname.slice(0, MOST) : undefined
}

/** A path of the shop, or the host alone of another site; null: none, or none of the web. */
export function referrerOf(fromUrl: string, shop: string): string | null {
  if (fromUrl === '') return null
  const url = URL.parse(fromUrl, shop)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return url.origin === new URL(shop).origin ? url.pathname.slice(0, MOST) : url.host.slice(0, MOST)
}

const MACHINE =
  /bot|crawl|spider|slurp|preview|fetch|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|node|^$/i

/** People who asked not to be followed (Sec-GPC, DNT), pages loaded in advance, and machines. */
export function isLeftOut(headers: Headers): boolean {
  return (
    headers.get('sec-gpc') === '1' ||
    headers.get('dnt') === '1' ||
    headers.has('sec-purpose') ||
    MACHINE.test(headers.get('user-agent') ?? '')
  )
}
