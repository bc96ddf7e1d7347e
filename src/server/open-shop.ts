// Opens the shop: the ground, its rooms, the pages, the worker, the front door. Tests and the bench open the same shop.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { properQuery, servedQuery } from '#apps/shop/page-search.ts'
import type { Config } from '#platform/config.ts'
import { type Listener, listen } from '#platform/database/listen.ts'
import { StartError } from '#platform/database/server-programs.ts'
import { createHealth } from '#platform/health.ts'
import { clientAddress, clientCountry, clientNetwork } from '#platform/http/client-address.ts'
import type { Call, Contract } from '#platform/http/contract.ts'
import { openFiguresPort } from '#platform/http/figures.ts'
import { docsPage, openApiDocument } from '#platform/http/openapi.ts'
import { createOrigin } from '#platform/http/origin.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { createPages, type Pages, type PagesOptions } from '#platform/http/pages.ts'
import { type Identify, type Principal, VISITOR } from '#platform/http/principal.ts'
import { createPurge } from '#platform/http/purge.ts'
import { countCall } from '#platform/http/rate-limit.ts'
import { securityHeaders } from '#platform/http/security.ts'
import { serveCalls } from '#platform/http/serve.ts'
import { openSharedLimit } from '#platform/http/shared-limit.ts'
import { startWorker, type Worker } from '#platform/jobs/jobs.ts'
import { startTicks } from '#platform/jobs/ticks.ts'
import type { Log } from '#platform/log.ts'
import { logSeldom } from '#platform/log-seldom.ts'
import { createMetrics } from '#platform/metrics.ts'
import { type Ground, openGround } from '#platform/platform.ts'
import type { AnyRoom, PageFacts } from '#platform/room.ts'
import { SETTINGS_CHANNEL } from '#platform/settings/settings.ts'
import { mailRoom } from '#rooms/mail/room.ts'
import { type Composed, compose, keptPurposes } from './compose.ts'
import { createFrontDoor } from './front-door.ts'
import { ROOMS } from './rooms.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
// One running shop per data directory; the lock goes with the session, however that ends.
const DATA_DIR_LOCK = 1_281_455_212

export interface Shop {
  ground: Ground
  rooms: Composed
  /** Where shoppers find it: http://127.0.0.1:3000 */
  origin: string
  /** Where a demo shop shows its mails, with the token if one is needed. */
  sandboxMail: string | undefined
  /** Where this process listens, as an address on this machine. */
  address: string
  /** Every call that it serves. */
  contracts: Contract[]
  /** Finishes what is under way and closes everything. `drain`: says that it is not ready first, for DRAIN_SECONDS. */
  close(options?: { drain?: boolean }): Promise<void>
}

export interface OpenOptions {
  /** Pages from their sources, made anew as these change. */
  dev?: boolean
  /** Beside those of the shop. */
  moreRooms?: readonly AnyRoom[]
}

export async function openShop(config: Config, log: Log, options: OpenOptions = {}): Promise<Shop> {
  const listed = [...ROOMS, ...(options.moreRooms ?? [])]
  const ground = await openGround(config, log, 'shop', keptPurposes(listed))
  const closing: (() => Promise<unknown>)[] = [() => ground.close()]
  let leaving = false
  const close = async ({ drain = false } = {}) => {
    leaving = true
    if (drain) await pause(config.drainSeconds * 1_000)
    for (const step of closing.splice(0).reverse()) await step().catch((err) => log.error({ err }, 'closing failed'))
  }
  try {
    const { db, keyring } = ground
    const channels = new Set(['pages', SETTINGS_CHANNEL, ...listed.flatMap((room) => room.channels ?? [])])
    const listener = await listen(ground.directUrl, [...channels], {
      log,
      beforeReconnect: ground.embedded?.ensureRunning,
    })
    closing.push(() => listener.close())
    if (ground.embedded) await takeDataDir(ground, listener)

    const metrics = createMetrics()
    const origin = createOrigin(config.publicUrl)
    const purge =
      config.purge && createPurge({ ...config.purge, count: (outcome) => metrics.purges.inc({ outcome }), log })
    if (purge) closing.push(() => purge.close())
    let pages: Pages | undefined
    const dropPages = (tags: string[]) => {
      pages?.drop(tags)
      // Only now: who renders again for the cache in front must not find the old page here.
      purge?.drop(tags)
    }
    const mailDomain = () => new URL(origin.fixed()).hostname
    const house = { config, log, db, keyring, listener, metrics, origin, mailDomain, dropPages }
    const rooms = await compose(house, listed, closing)
    // Nothing heard for a while (null): anything may look different now.
    listener.on('pages', (tags) => dropPages(tags?.split(',') ?? [ALL_PAGES]))

    const warnSeldom = logSeldom(log)
    const sharedLimit = openSharedLimit(db, log)
    closing.push(() => sharedLimit.close())
    const served = rooms.parts.flatMap(({ calls }) => calls ?? [])
    const limits = rooms.declared('limits')
    const unknown = served
      .flatMap(({ contract }) => Object.values<Call>(contract))
      .find(({ perMinute }) => typeof perMinute === 'string' && limits[perMinute] === undefined)
    if (unknown) throw new Error(`no room declares the limit ${unknown.perMinute}`)
    const app = serveCalls(served, {
      log,
      identify: identifyBy(Object.values(rooms.declared('identities'))),
      guards: rooms.declared('guards'),
      guardHeaders: Object.values(rooms.declared('guardHeaders')),
      limit: (call, address, perMinute) =>
        typeof perMinute === 'string'
          ? sharedLimit.count(call, clientNetwork(address), limits[perMinute]!)
          : countCall(db, call, clientNetwork(address), perMinute),
      suspicious: (call, reason) => {
        metrics.suspicious.inc({ call, reason })
        warnSeldom(
          `${call} ${reason}`,
          { call, reason },
          'a request was refused that no page and no provider of ours sends',
        )
      },
      observe: (call, status, seconds) => metrics.calls.observe({ call, status: String(status) }, seconds),
    })

    let worker: Worker | undefined
    const health = createHealth({
      url: ground.url,
      workerSilentMs: () => worker?.silentMs(),
      notes: async () => (await Promise.all(rooms.parts.map(async ({ notes }) => (await notes?.()) ?? []))).flat(),
    })
    closing.push(() => health.close())
    metrics.watch('latchkey_worker_silent_seconds', 'Since the worker last asked for a job', () =>
      worker ? worker.silentMs() / 1_000 : 0,
    )
    const headers = securityHeaders(config.isHttps)
    const addressOf = clientAddress(config.trustedProxies)
    const pagesOptions: Omit<PagesOptions, 'render'> = {
      ...(rooms.pages as PageFacts),
      api: async (request) => app.fetch(request, { address: 'in-process', forPage: true }),
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
    const devPages = options.dev ? await openDevPages(pagesOptions, config.dataDir) : undefined
    pages = devPages ?? createPages({ ...pagesOptions, ...(await loadRenderer()) })

    const contracts = served.map(({ contract }) => contract)
    const server = createFrontDoor({
      origin,
      addressOf,
      countryOf: clientCountry(config.trustedProxies, config.countryHeader),
      assets: devPages ? undefined : join(DIST, 'client'),
      pages,
      api: (request, env) => app.fetch(request, env),
      responders: [
        ...documents(contracts, `${config.shopName} API`),
        ...rooms.parts.flatMap(({ responders }) => responders ?? []),
      ],
      metrics,
      metricsToken: config.metricsToken,
      health: async () => (leaving ? { ready: false, lines: ['it is being stopped'] } : health.check()),
      securityHeaders: headers,
    })
    if (devPages) {
      await devPages.attach(server)
      closing.push(() => devPages.close())
    }
    const ending: (() => Promise<unknown>)[] = [() => stopServing(server)]
    closing.push(() => Promise.all(ending.map((end) => end())))
    if (config.metricsPort !== undefined) {
      const figures = await openFiguresPort(metrics, { port: config.metricsPort, host: config.metricsHost })
      closing.push(() => figures.close())
    }
    origin.listensAt(await startServing(server, config))
    for (const { listening } of rooms.parts) listening?.()
    if (config.worker) {
      worker = await startWorker({
        db,
        directUrl: ground.directUrl,
        listener,
        jobs: rooms.parts.flatMap(({ jobs }) => jobs ?? []),
        concurrency: config.workerConcurrency,
        log,
      })
      const ticks = startTicks(
        rooms.parts.flatMap(({ ticks }) => ticks ?? []),
        log,
      )
      ending.push(worker.stop, ticks.stop)
    }
    return {
      ground,
      rooms,
      origin: origin.fixed(),
      address: origin.local(),
      sandboxMail: rooms.hands(mailRoom).sandbox(),
      contracts,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The first who knows somebody by these headers; else a visitor. */
function identifyBy(identities: readonly Identify[]) {
  return async (headers: Headers, setCookie: (cookie: string) => void): Promise<Principal> => {
    for (const identify of identities) {
      const principal = await identify(headers, setCookie)
      if (principal) return principal
    }
    return VISITOR
  }
}

/** What describes the calls, for programs and for people. */
function documents(contracts: Contract[], title: string) {
  return [
    { prefix: '/prod-api/openapi.json', answer: async () => Response.json(openApiDocument(contracts, title)) },
    {
      prefix: '/prod-api/docs',
      answer: async () =>
        new Response(docsPage(contracts, title), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    },
  ]
}

async function takeDataDir({ config }: Ground, listener: Listener) {
  if (!(await listener.tryLock(DATA_DIR_LOCK)))
    throw new StartError(`DATA_DIR: another shop is running with ${config.dataDir}`)
}

/** Vite is loaded only here: the shop in production neither needs nor waits for it. */
async function openDevPages(options: Omit<PagesOptions, 'render'>, cacheDir: string) {
  const { createDevPages } = await import('#platform/http/dev-pages.ts')
  return createDevPages(options, cacheDir)
}

async function loadRenderer(): Promise<Pick<PagesOptions, 'render'>> {
  const entry = join(DIST, 'server', 'renderer.js')
  try {
    const { default: renderer } = (await import(entry)) as { default: { fetch: PagesOptions['render'] } }
    return { render: renderer.fetch }
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND')
      throw new StartError('the pages are not built: run `npm run build`')
    throw error
  }
}

function startServing(server: Server, config: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT: ${config.port} is taken by another program`,
        EACCES: `PORT: ${config.port} may not be opened by this user`,
        EADDRNOTAVAIL: `HOST: ${config.host} is no address of this machine`,
        ENOTFOUND: `HOST: ${config.host} is not known`,
      }
      const reason = error.code && reasons[error.code]
      reject(reason ? new StartError(reason) : error)
    })
    server.listen(config.port, config.host, () => resolve(server.address() as AddressInfo))
  })
}

function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 20_000)
    // A connection that gets its last answer is kept alive by its client, for another request that will not be served.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}
