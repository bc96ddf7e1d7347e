// The front door: static file → media → API → page. Nothing else listens.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import sirv from 'sirv'
import type { Config } from '#platform/config.ts'
import type { Pages } from '#platform/http/pages.ts'
import { fileHeaders, NO_CONTENT_POLICY } from '#platform/http/security.ts'
import type { Metrics } from '#platform/metrics.ts'

/** Answers or says that the path is not its own. */
export type Responder = (request: Request) => Promise<Response | undefined>

export interface FrontDoorOptions {
  config: Config
  /** Folder of the built files; undefined while developing, when the pages bring them. */
  assets: string | undefined
  pages: Pages
  api: (request: Request, env: { address: string; country?: string }) => Promise<Response> | Response
  /** Media, documents, sandbox: tried in order before pages. */
  responders: { prefix: string; answer: Responder }[]
  metrics: Metrics
  isReady: () => Promise<boolean>
  securityHeaders: Record<string, string>
}

export function createFrontDoor(options: FrontDoorOptions): Server {
  const { config, securityHeaders } = options
  const assets =
    options.assets &&
    sirv(options.assets, {
      immutable: true,
      maxAge: 31_536_000,
      brotli: true,
      gzip: true,
      etag: true,
      // A first visit brings ten of them: what only a document heeds is left out.
      setHeaders: (res) => setAll(res, fileHeaders(securityHeaders)),
    })
  const addressOf = clientAddress(config.trustedProxies)
  const countryOf = clientCountry(config.trustedProxies, config.countryHeader)
  const api = getRequestListener(
    async (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage }
      const answer = await options.api(request, { address: addressOf(incoming), country: countryOf(incoming) })
      for (const [name, value] of Object.entries(securityHeaders)) answer.headers.set(name, value)
      answer.headers.set('content-security-policy', NO_CONTENT_POLICY)
      return answer
    },
    { overrideGlobalObjects: false },
  )
  const responders = options.responders.map(({ prefix, answer }) => ({
    prefix,
    listen: getRequestListener(
      async (request) => {
        const response = (await answer(request)) ?? new Response('Not found', { status: 404 })
        // What a responder says itself stands: the sandbox shows its mails in a frame.
        for (const [name, value] of Object.entries(securityHeaders))
          if (!response.headers.has(name)) response.headers.set(name, value)
        return response
      },
      { overrideGlobalObjects: false },
    ),
  }))

  // As many cookies as a browser keeps must still be readable: those that are of no use any more can then be ended.
  const bounds = { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 15_000, maxHeaderSize: 32_768 }
  return createServer(bounds, (req, res) => {
    const url = req.url ?? '/'
    const reading = req.method === 'GET' || req.method === 'HEAD'
    if (url.startsWith('/prod-api/')) {
      req.url = url.slice('/prod-api'.length)
      const document = responders.find(({ prefix }) => url.startsWith(prefix))
      void (document && reading ? document.listen(req, res) : api(req, res))
      return
    }
    if (!isPath(url)) return plain(res, 400, 'This is no address of this shop')
    if (!reading) return plain(res, 405, 'This address can only be read', { allow: 'GET, HEAD' })
    if (assets && url.startsWith('/assets/')) return assets(req, res, () => plain(res, 404, 'Not found'))
    if (url === '/healthz') return plain(res, 200, 'alive')
    if (url === '/readyz') return void ready(res)
    if (url === '/metrics') return void figures(req, res)
    const responder = responders.find(({ prefix }) => url.startsWith(prefix))
    if (responder) return void responder.listen(req, res)
    options.pages.serve(req, res)
  })

  async function ready(res: ServerResponse) {
    const ok = await options.isReady().catch(() => false)
    plain(res, ok ? 200 : 503, ok ? 'ready' : 'not ready')
  }

  async function figures(req: IncomingMessage, res: ServerResponse) {
    // For a collector on this machine or in front of no proxy; a shopper has no business with them.
    if (req.headers['x-forwarded-for'] || !isLoopback(req.socket.remoteAddress ?? ''))
      return plain(res, 404, 'Not found')
    const text = await options.metrics.registry.metrics()
    res.writeHead(200, { 'content-type': options.metrics.registry.contentType }).end(text)
  }

  function plain(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
    res.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...securityHeaders,
      ...headers,
    })
    res.end(`${text}\n`)
  }
}

function setAll(res: ServerResponse, headers: Record<string, string>) {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
}

// `//host/…` and `http://host/…` name another host to whoever resolves them later; no name and no search holds a NUL.
const isPath = (url: string) => url.startsWith('/') && !url.startsWith('//') && !url.includes('%00')

const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'

/** The client's address: the socket's, or the last hop that a listed proxy vouches for. Nobody else's header counts. */
export function clientAddress(trusted: string[]): (req: IncomingMessage) => string {
  const isProxy = among(trusted)
  return (req) => {
    let address = req.socket.remoteAddress ?? 'unknown'
    if (!isProxy(address)) return address
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean)
    while (hops.length > 0 && isProxy(address)) address = hops.pop()!
    return address
  }
}

/** The country that a listed proxy names in the header of that name (decision A13): ISO 3166, two letters. */
export function clientCountry(
  trusted: string[],
  header: string | undefined,
): (req: IncomingMessage) => string | undefined {
  const isProxy = among(trusted)
  return (req) => {
    if (!header || !isProxy(req.socket.remoteAddress ?? '')) return undefined
    const code = String(req.headers[header] ?? '').toUpperCase()
    // XX and T1 are what proxies say for "unknown" and for Tor.
    return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined
  }
}

function among(addresses: string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => false
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return (address) => {
    const plainAddress = address.replace(/^::ffff:/, '')
    try {
      return list.check(plainAddress, plainAddress.includes(':') ? 'ipv6' : 'ipv4')
    } catch {
      return false
    }
  }
}
