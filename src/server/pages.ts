// The pages: as they were built, or while developing from their sources.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { properQuery, servedQuery } from '#apps/shop/page-search.ts'
import { StartError } from '#platform/database/server-programs.ts'
import type { DevPages } from '#platform/http/dev-pages.ts'
import { createPages, type Pages, type PagesOptions } from '#platform/http/pages.ts'
import type { PageFacts, Services } from '#platform/room.ts'
import type { ServedRooms } from './calls.ts'
import type { Composed } from './compose.ts'

/** Where the build has put what it made. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

export interface OpenPages {
  pages: Pages
  /** Folder of the built files; undefined while developing, when the pages bring them. */
  assets: string | undefined
  development?: DevPages
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
  const development = createDevPages(options, config.dataDir)
  return { pages: development, assets: undefined, development }
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
