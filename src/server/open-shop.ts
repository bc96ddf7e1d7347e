// Opens the shop: the ground, its rooms, the pages, the worker, the front door. Tests and the bench open the same shop.
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { noteAddress } from '#platform/address-note.ts'
import type { Config } from '#platform/config.ts'
import { isFull } from '#platform/database/little-room.ts'
import { endTogether } from '#platform/ends.ts'
import { createHealth, type Health } from '#platform/health.ts'
import { clientAddress, clientCountry } from '#platform/http/client-address.ts'
import type { Contract } from '#platform/http/contract.ts'
import { openFiguresPort } from '#platform/http/figures.ts'
import { listenAt } from '#platform/http/listening.ts'
import { ALL_PAGES } from '#platform/http/page-tags.ts'
import { securityHeaders } from '#platform/http/security.ts'
import type { Log } from '#platform/log.ts'
import { type Ground, isFirst, openGround } from '#platform/platform.ts'
import type { AnyRoom, Services } from '#platform/room.ts'
import { SETTINGS_CHANNEL } from '#platform/settings/settings.ts'
import { mailRoom } from '#rooms/mail/room.ts'
import { type ServedRooms, serveRooms } from './calls.ts'
import { type Composed, compose, keptPurposes } from './compose.ts'
import { documents } from './documents.ts'
import { createFrontDoor } from './front-door.ts'
import { officePages } from './office-pages.ts'
import { DIST, openPages } from './pages.ts'
import { ROOMS } from './rooms.ts'
import { type OpenServices, openServices } from './services.ts'
import { boundShoppers, boundWatchers, figuresAddress, proveAddresses, shopAddress, stopServing } from './serving.ts'
import { createWork, type Work } from './work.ts'

export interface Shop {
  ground: Ground
  rooms: Composed
  /** Where shoppers find it: http://127.0.0.1:3000 */
  origin: string
  /** Where a demo shop shows its mails, with the token if one is needed. */
  sandboxMail: string | undefined
  /** Where whoever has its token enters the office of a demo; undefined where none is needed, and where there is none. */
  demoOffice: string | undefined
  /** Where this process listens, as an address on this machine. */
  address: string
  /** Every call that it serves. */
  contracts: Contract[]
  /**
   * Finishes what is under way and closes everything; whether all of it could be closed. `drain`: says that it is not ready first,
   * for DRAIN_SECONDS.
   */
  close(options?: { drain?: boolean }): Promise<boolean>
}

export interface OpenOptions {
  /** Pages from their sources, made anew as these change. */
  dev?: boolean
  /** Beside those of the shop. */
  moreRooms?: readonly AnyRoom[]
}

/** Ends of what is open; the last one opened is closed first. */
type Closing = (() => Promise<unknown>)[]

export async function openShop(config: Config, log: Log, options: OpenOptions = {}): Promise<Shop> {
  const listed = [...ROOMS, ...(options.moreRooms ?? [])]
  // A later start may come while the one of before still leaves.
  if (await isFirst(config)) await proveAddresses(config)
  const ground = await openGround(config, log, 'shop', { kept: keptPurposes(listed) })
  const closing: Closing = [() => ground.close()]
  let leaving = false
  const close = async ({ drain = false } = {}) => {
    leaving = true
    if (drain) await pause(config.drainSeconds * 1_000)
    return closeAll(closing, log)
  }
  try {
    const channels = new Set(['pages', SETTINGS_CHANNEL, ...listed.flatMap((room) => room.channels ?? [])])
    const { services, keepPagesIn, answerHealthBy } = await openServices(ground, channels, closing)
    const { listener, origin, demoToken, dropPages } = services
    const rooms = await compose(services, listed, closing)
    for (const { beforeServing } of rooms.parts) await beforeServing?.()
    // Nothing heard for a while (null): anything may look different now.
    listener.on('pages', (tags) => dropPages(tags?.split(',') ?? [ALL_PAGES]))

    const calls = serveRooms(rooms, services, closing)
    const work = createWork(ground, listener, rooms)
    const health = watchHealth(ground, services, rooms, work)
    closing.push(() => health.close())
    const checkHealth = async () => (leaving ? { ready: false, lines: ['it is being stopped'] } : health.check())
    answerHealthBy(checkHealth)
    const server = await openServer({ services, rooms, calls, checkHealth, keepPagesIn, closing, dev: options.dev })
    boundShoppers(server, config, services)

    // All at once: whoever waits for an answer waits for no job.
    const ending: Closing = [() => stopServing(server)]
    closing.push(() => endTogether(ending))
    const figuresAt = figuresAddress(config)
    if (figuresAt) {
      const at = { address: figuresAt, bound: boundWatchers(log) }
      const figures = await openFiguresPort(services.metrics, checkHealth, at)
      closing.push(() => figures.close())
    }
    origin.listensAt(await listenAt(server, shopAddress(config)))
    // Of its own machine, also where others reach it by another: a browser proves and seals there alone without https.
    closing.push(await noteAddress(config.dataDir, origin.local(), log))
    for (const { listening } of rooms.parts) listening?.()
    if (config.worker) ending.push(...(await work.start()))
    return {
      ground,
      rooms,
      origin: origin.fixed(),
      address: origin.local(),
      sandboxMail: rooms.hands(mailRoom).sandbox(),
      demoOffice: config.demo && demoToken.value ? `${origin.fixed()}/office/sign-in#${demoToken.value}` : undefined,
      contracts: calls.contracts,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether each could be closed; one that could not keeps no other from it. */
async function closeAll(closing: Closing, log: Log): Promise<boolean> {
  let isClosed = true
  for (const step of closing.splice(0).reverse())
    await step().catch((err) => {
      isClosed = false
      log.error({ err }, 'closing failed')
    })
  return isClosed
}

function watchHealth({ url, db, config }: Ground, { metrics }: Services, rooms: Composed, work: Work) {
  metrics.watch(
    'latchkey_worker_silent_seconds',
    'Since the worker last asked for a job',
    () => (work.silentMs() ?? 0) / 1_000,
  )
  const health = createHealth({
    url,
    isOlder: () => db.age.isOlder,
    workerSilentMs: work.silentMs,
    isDiskFull: async () => !config.databaseUrl && isFull(config.dataDir),
    notes: [...rooms.notes, { of: 'ticks', read: work.notes }],
  })
  metrics.lookUp('latchkey_clock_ahead_seconds', 'The clock of this process before the database’s', health.aheadSeconds)
  return health
}

interface ServerOptions {
  services: Services
  rooms: Composed
  calls: ServedRooms
  checkHealth: () => Promise<Health>
  keepPagesIn: OpenServices['keepPagesIn']
  closing: Closing
  dev: boolean | undefined
}

/** Calls, pages and what rooms answer themselves behind one front door; nobody is let in yet. */
async function openServer({
  services,
  rooms,
  calls,
  checkHealth,
  keepPagesIn,
  closing,
  dev,
}: ServerOptions): Promise<Server> {
  const { config, origin, log, metrics } = services
  const headers = securityHeaders(config.isHttps)
  const addressOf = clientAddress(config.trustedProxies)
  const { pages, assets, development } = await openPages({ services, rooms, calls, addressOf, headers, dev })
  keepPagesIn(pages)
  const server = createFrontDoor({
    origin,
    addressOf,
    countryOf: clientCountry(config.trustedProxies, config.countryHeader),
    assets,
    pages,
    api: (request, env) => calls.app.fetch(request, env),
    responders: [
      ...officePages(DIST, development?.office),
      ...documents(calls.contracts, () => `${rooms.identity.name()} API`),
      ...rooms.parts.flatMap(({ responders }) => responders ?? []),
    ],
    log,
    metrics,
    metricsToken: config.metricsToken,
    health: checkHealth,
    securityHeaders: headers,
  })
  if (development) {
    await development.attach(server)
    closing.push(() => development.close())
  }
  return server
}
