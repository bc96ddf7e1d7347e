// Answers the address of a preview: made for whoever has it and for no cache, in turns with other pages.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDatabaseAway } from '../database/connection.ts'
import { type FairQueue, NobodyWaits, QueueFull } from '../fair-queue.ts'
import type { Locale } from '../i18n/locales.ts'
import type { Log } from '../log.ts'
import { clientSite } from './client-address.ts'
import type { ClientLimit } from './client-limit.ts'
import type { lastPages } from './last-pages.ts'
import type { PageAddress } from './one-address.ts'
import type { RenderedPage } from './page-cache.ts'
import { PREVIEW_HEADERS, type Previews } from './page-preview.ts'
import { type RenderOptions, renderPage } from './page-render.ts'

export interface PreviewOptions extends RenderOptions {
  /** Absent: there are none. */
  previews?: Previews
  /** What the page at this path makes of its query: its canonical form with `?`, or empty. What it does not know is left out. */
  knownQuery: (path: string, query: URLSearchParams) => string
  addressOf: (req: IncomingMessage) => string
  log: Log
}

interface Serving {
  queue: FairQueue
  limit: ClientLimit
  say: ReturnType<typeof lastPages>
  currencyOf(req: IncomingMessage, locale: Locale): string
}

export function servesPreviews(options: PreviewOptions, { queue, limit, say, currencyOf }: Serving) {
  /** What is no preview costs whoever asks as much as a page. */
  return (req: IncomingMessage, res: ServerResponse, { path, plainPath, query }: PageAddress, token: string) => {
    const address = options.addressOf(req)
    const seconds = limit.count(address, Date.now())
    if (seconds > 0) return say(req, res, 429, 'busy', { 'retry-after': String(seconds) })
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const work = async () => {
      const shown = await options.previews?.open(token, path)
      if (!shown) return undefined
      const currency = currencyOf(req, shown.locale)
      const url = path + options.knownQuery(path, new URLSearchParams(query))
      return renderPage(options, { url, plainPath, locale: shown.locale.code, currency, preview: { token, shown } })
    }
    queue.run(clientSite(address), work, gone.signal).then(
      (page) => (page ? send(req, res, page) : say(req, res, 404, 'previewEnded', PREVIEW_HEADERS)),
      (err) => {
        if (err instanceof NobodyWaits) return
        if (err instanceof QueueFull || isDatabaseAway(err)) return say(req, res, 503, 'busy', { 'retry-after': '2' })
        options.log.error({ err }, 'a preview could not be rendered')
        say(req, res, 500, 'wrong')
      },
    )
  }
}

function send(req: IncomingMessage, res: ServerResponse, { status, headers, html }: RenderedPage) {
  if (res.destroyed) return
  res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(html) })
  res.end(req.method === 'HEAD' ? undefined : html)
}
