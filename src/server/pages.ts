// The pages: as they were built, or while developing from their sources.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { properQuery, servedQuery } from '#apps/shop/page-search.ts'
import { createPages, type Pages, type PagesOptions } from '#platform/http/pages.ts'
import type { PageFacts, Services } from '#platform/room.ts'
import { StartError } from '#platform/start-error.ts'
import type { ServedRooms } from './calls.ts'
import type { Composed } from './compose.ts'
import type { DevOffice } from './dev-office.ts'
import { NONCE } from './office-pages.ts'

/** Where the build has put what it made. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

export interface OpenPages {
  pages: Pages
  /** Folder of the built files; undefined while developing, when the pages bring them. */
  assets: string | undefined
  /** Pages and back office while developing. */
  development?: Development
}

export interface Development {
  office: DevOffice
  attach(server: Server): Promise<void>
  close(): Promise<void>
}

interface PagesParts {
  services: Services
  rooms: Composed
  calls: ServedRooms
  addressOf: PagesOptions['addressOf']
  headers: Record<string, string>
  /** Made from their sources, anew as these change. */
  dev: boolean | undefined
}

/** Throws StartError when they are not built. */
export async function openPages({ services, rooms, calls, addressOf, headers, dev }: PagesParts): Promise<OpenPages> {
  const { config, db, log, metrics, origin } = services
  const options: Omit<PagesOptions, 'render'> = {
    ...(rooms.pages as PageFacts),
    languages: rooms.languages,
    ask: calls.ask,
    mode: config.mode,
    cookieDomain: config.cookieDomain,
    origin,
    knownQuery: servedQuery,
    properQuery,
    rendersPerMinute: config.rendersPerMinute,
    addressOf,
    securityHeaders: headers,
    isAway: () => db.isAway(),
    count: (how) => metrics.pages.inc({ cache: how }),
    log,
  }
  if (!dev) return { pages: createPages({ ...options, render: await loadRenderer() }), assets: join(DIST, 'client') }
  // Vite is loaded only here: the shop in production neither needs nor waits for it.
  const { createDevPages } = await import('#platform/http/dev-pages.ts')
  const { createDevOffice } = await import('./dev-office.ts')
  const shop = createDevPages(options, config.dataDir)
  const office = createDevOffice(config.dataDir, NONCE)
  return {
    pages: { ...shop, serve: (req, res) => (office.owns(req.url ?? '') ? office : shop).serve(req, res) },
    assets: undefined,
    development: {
      office,
      attach: async (server) => void (await Promise.all([shop.attach(server), office.attach(server)])),
      close: async () => void (await Promise.all([shop.close(), office.close()])),
    },
  }
}

async function loadRenderer(): Promise<PagesOptions['render']> {
  const entry = join(DIST, 'server', 'renderer.js')
  try {
    const { default: renderer } = (await import(entry)) as { default: { fetch: PagesOptions['render'] } }
    return renderer.fetch
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND')
      throw new StartError('the pages are not built: run `npm run build`')
    throw error
  }
}
