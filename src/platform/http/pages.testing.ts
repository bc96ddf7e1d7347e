// For the tests of pages: a server whose renderer is the test’s.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { send } from '#test/security/requests.testing.ts'
import { EVERY_LANGUAGE } from '../i18n/locales.ts'
import { createLog } from '../log.ts'
import { requestScope } from '../request-scope.ts'
import type { Previews } from './page-preview.ts'
import { createPages, type Pages } from './pages.ts'

type Render = (request: Request, nonce: string) => Promise<Response> | Response

export async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

export const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html' } })

export function pageServers() {
  let server: Server | undefined
  afterEach(() => server?.close())

  async function serve(
    render: Render,
    options: { rendersPerMinute?: number; previews?: Previews; now?: () => number } = {},
  ) {
    const seen = { missed: 0, left: 0 }
    const pages: Pages = createPages(
      {
        previews: options.previews,
        render: async (request) => {
          const scope = requestScope.getStore()!
          scope.tags.add('all')
          return render(request, scope.nonce!)
        },
        ask: async () => ({ status: 200, envelope: { code: 200, msg: 'ok' } }),
        mode: 'demo',
        cookieDomain: undefined,
        site: () => ({ name: 'Keys & <more>', answerDays: 2, alwaysOpen: false, since: 2021 }),
        origin: () => 'http://shop.example',
        firstCurrency: ({ currency }) => currency,
        languages: () => EVERY_LANGUAGE,
        isCurrency: (code) => code === 'EUR',
        personal: ['/success-payment'],
        mixedCase: [],
        properQuery: () => undefined,
        knownQuery: (_, query) => (query.has('page') ? `?page=${query.get('page')}` : ''),
        securityHeaders: {},
        rendersPerMinute: options.rendersPerMinute ?? 1_000,
        addressOf: (req) => String(req.headers['x-client'] ?? '203.0.113.1'),
        isAway: () => false,
        count: (how) => {
          if (how === 'miss') seen.missed++
        },
        log: createLog('silent'),
      },
      options.now,
    )
    server = createServer((req, res) => {
      res.on('close', () => {
        if (!res.writableFinished) seen.left++
      })
      pages.serve(req, res)
    })
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return {
      pages,
      get: (path: string, headers: Record<string, string> = {}) => send(origin, 'GET', path, { headers }),
      origin,
      seen,
    }
  }

  return { serve }
}
