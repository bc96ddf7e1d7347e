// Pages while one works on them: Vite transforms, renders and reloads; nothing is cached.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { requestScope } from '../request-scope.ts'
import { previewIn } from './page-preview.ts'
import { currencyOf, localeOf, type Pages, type PagesOptions } from './pages.ts'

export interface DevPages extends Pages {
  /** Starts Vite; its reload socket shares the shop's port. */
  attach(server: Server): Promise<void>
  close(): Promise<void>
}

export function createDevPages(options: Omit<PagesOptions, 'render'>, cacheDir: string): DevPages {
  let vite: ViteDevServer | undefined

  /** Renders the page; of a preview shows what was typed, without what production says above it. */
  async function show(req: IncomingMessage, res: ServerResponse) {
    const [path = '', query = ''] = (req.url ?? '/').split('?', 2)
    const token = previewIn(`?${query}`)
    const preview = token && (await options.previews?.open(token, path).catch(() => undefined))
    const locale = preview ? preview.locale : localeOf(req, options.languages())
    const scope = {
      ask: options.ask,
      locale: locale.code,
      currency: currencyOf(req, locale, options),
      origin: options.origin(),
      mode: options.mode,
      cookieDomain: options.cookieDomain,
      site: options.site(),
      tags: new Set<string>(),
      ...(preview && { preview: token }),
    }
    requestScope.run(scope, () => vite?.middlewares(req, res))
  }

  return {
    drop: () => {},
    close: async () => vite?.close(),
    async attach(server) {
      vite = await createServer({
        cacheDir: join(cacheDir, 'vite'),
        server: {
          middlewareMode: true,
          hmr: { server },
          watch: { ignored: ['**/data/**', '**/dist/**', '**/e2e/**'] },
        },
      })
    },
    serve: (req, res) => void show(req, res),
  }
}
