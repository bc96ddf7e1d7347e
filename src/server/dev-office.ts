// The back office while one works on it: its page and modules by a Vite of its own, beside the shop's, for each is an application.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OFFICE = join(ROOT, 'src', 'apps', 'office')
/** Below which its modules lie: no page of the office or of the shop is there. */
const MODULES = '/office-modules/'

export interface DevOffice {
  /** Its page as it is now; `nonce` stands where each answer's own belongs. */
  page(nonce: string): Promise<string>
  /** Whether this is the address of one of its modules. */
  owns(url: string): boolean
  serve(req: IncomingMessage, res: ServerResponse): void
  /** Starts Vite; its reload socket shares the shop's port. */
  attach(server: Server): Promise<void>
  close(): Promise<void>
}

export function createDevOffice(cacheDir: string, marker: string): DevOffice {
  let vite: ViteDevServer | undefined
  return {
    async page(nonce) {
      const source = await readFile(join(OFFICE, 'index.html'), 'utf8')
      const page = (await vite?.transformIndexHtml('/index.html', source)) ?? ''
      return page.replaceAll(marker, nonce)
    },
    owns: (url) => url.startsWith(MODULES),
    serve: (req, res) => void vite?.middlewares(req, res),
    async attach(server) {
      vite = await createServer({
        root: OFFICE,
        configFile: join(ROOT, 'vite.office.config.ts'),
        base: MODULES,
        appType: 'custom',
        cacheDir: join(cacheDir, 'vite-office'),
        html: { cspNonce: marker },
        server: { middlewareMode: true, hmr: { server }, fs: { allow: [ROOT] } },
      })
    },
    close: async () => vite?.close(),
  }
}
