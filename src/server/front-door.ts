// The front door: an address below /prod-api/ is the API's; what is left goes to the built files, health and figures, what rooms
// answer, and then the pages. A server of its own listens at METRICS_PORT (serving.ts), where that is set.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { AWAY_RETRY_SECONDS, isDatabaseAway } from '#platform/database/connection.ts'
import type { Health } from '#platform/health.ts'
import { healthText, mayReadFigures, sendFigures } from '#platform/http/figures.ts'
import { LONGEST_TARGET, mayBePath } from '#platform/http/one-address.ts'
import type { Origin } from '#platform/http/origin.ts'
import type { Pages } from '#platform/http/pages.ts'
import { NO_CONTENT_POLICY } from '#platform/http/security.ts'
import { letIn } from '#platform/http/unread-body.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import type { Responder } from '#platform/room.ts'
import { builtFiles } from './built-files.ts'

export interface FrontDoorOptions {
  /** Folder of the built files; undefined while developing, when the pages bring them. */
  assets: string | undefined
  pages: Pages
  origin: Origin
  addressOf: (req: IncomingMessage) => string
  countryOf: (req: IncomingMessage) => string | undefined
  api: (request: Request, env: { address: string; country?: string }) => Promise<Response> | Response
  /** Media, documents, sandbox: tried before pages, the longest prefix first. */
  responders: readonly Responder[]
  log: Log
  metrics: Metrics
  metricsToken: string | undefined
  health: () => Promise<Health>
  securityHeaders: Record<string, string>
}

type Listen = ReturnType<typeof getRequestListener>

/** Longer than the slowest answer takes to begin: an archive of all that is known of somebody is there within one. */
const SILENT_MS = 120_000

/** `silentMs`: how long a connection may last on which nothing moves, for whoever asks and reads no answer. */
export function createFrontDoor(options: FrontDoorOptions, silentMs = SILENT_MS): Server {
  const { origin, securityHeaders } = options
  const assets = options.assets && builtFiles(options.assets, securityHeaders)
  const api = apiListener(options)
  const responders = responderListeners(options)

  // As many cookies as a browser keeps must still be readable: those that are of no use any more can then be ended.
  const bounds = {
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    headersTimeout: 15_000,
    // Whoever says nothing is gone after twenty seconds.
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 32_768,
  }
  return createServer(bounds, (req, res) => origin.within(req, () => handle(req, res))).setTimeout(silentMs)

  function handle(req: IncomingMessage, res: ServerResponse) {
    const url = req.url ?? '/'
    const reading = req.method === 'GET' || req.method === 'HEAD'
    if (url.startsWith('/prod-api/')) {
      if (url.length > LONGEST_TARGET) return tooLong(res)
      req.url = url.slice('/prod-api'.length)
      const document = responders.find((each) => answersAt(each, url))
      void (document && reading ? document.listen(req, res) : api(req, res))
      return
    }
    // The pages say in words what is wrong with an address.
    if (url.length > LONGEST_TARGET || !mayBePath(url)) return options.pages.serve(req, res)
    const responder = responders.find((each) => answersAt(each, url))
    if (!reading && !(responder?.posts && req.method === 'POST'))
      return plain(res, 405, 'This address can only be read', { allow: 'GET, HEAD' })
    if (assets && url.startsWith('/assets/')) return assets(req, res, () => plain(res, 404, 'Not found'))
    if (url === '/healthz') return plain(res, 200, 'alive')
    if (url === '/readyz') return void ready(res)
    if (url === '/metrics') return void figures(req, res)
    if (responder) return void responder.listen(req, res)
    options.pages.serve(req, res)
  }

  function tooLong(res: ServerResponse) {
    res.writeHead(414, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': NO_CONTENT_POLICY,
      ...securityHeaders,
    })
    res.end(JSON.stringify({ code: 414, msg: 'error.addressTooLong' }))
  }

  async function ready(res: ServerResponse) {
    const { status, text } = healthText(await options.health())
    plain(res, status, text)
  }

  async function figures(req: IncomingMessage, res: ServerResponse) {
    if (!mayReadFigures(req, options.metricsToken)) return plain(res, 404, 'Not found')
    await sendFigures(options.metrics, res)
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

/** The calls; nothing of their answers is ever a page. */
function apiListener({ api, addressOf, countryOf, securityHeaders }: FrontDoorOptions): Listen {
  return getRequestListener(
    async (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage }
      const answer = await api(request, { address: addressOf(incoming), country: countryOf(incoming) })
      await letIn(incoming)
      for (const [name, value] of Object.entries(securityHeaders)) answer.headers.set(name, value)
      // A file that is somebody's says more strictly what it may do.
      if (!answer.headers.has('content-security-policy'))
        answer.headers.set('content-security-policy', NO_CONTENT_POLICY)
      // The rest of the body is not read: the next request on this connection would stand behind it.
      if (answer.status === 413) answer.headers.set('connection', 'close')
      return answer
    },
    { overrideGlobalObjects: false },
  )
}

/** The longest prefix first. */
function responderListeners({ responders, addressOf, securityHeaders, log }: FrontDoorOptions) {
  const longestFirst = responders.toSorted((a, b) => b.prefix.length - a.prefix.length)
  return longestFirst.map(({ prefix, whole, answer, posts }) => ({
    prefix,
    whole,
    posts,
    listen: getRequestListener(
      async (request, env) => {
        const { incoming } = env as { incoming: IncomingMessage }
        const response =
          (await answer(request, { address: addressOf(incoming) }).catch((err) => failed(err, request, prefix, log))) ??
          new Response('Not found', { status: 404 })
        // What a responder says itself stands: the sandbox shows its mails in a frame.
        for (const [name, value] of Object.entries(securityHeaders))
          if (!response.headers.has(name)) response.headers.set(name, value)
        return response
      },
      { overrideGlobalObjects: false },
    ),
  }))
}

function answersAt({ prefix, whole }: Pick<Responder, 'prefix' | 'whole'>, url: string): boolean {
  return url.startsWith(prefix) && (!whole || url.length === prefix.length || url[prefix.length] === '?')
}

/** What needs the database while it is away: later. Anything else the log tells, unless nobody waits for the answer any more. */
function failed(err: unknown, request: Request, prefix: string, log: Log): Response {
  const headers = { 'cache-control': 'no-store' }
  if (isDatabaseAway(err)) {
    const later = { ...headers, 'retry-after': String(AWAY_RETRY_SECONDS) }
    return new Response('Please try again in a moment.\n', { status: 503, headers: later })
  }
  if (!request.signal.aborted) log.error({ err, prefix }, 'an answer failed')
  return new Response('Something went wrong\n', { status: 500, headers })
}
