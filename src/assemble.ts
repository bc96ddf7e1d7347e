// Puts the shop together: ground, catalogue, rooms, worker, front door. Tests and the bench assemble the same shop.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#platform/config.ts'
import { isLocal } from '#platform/config-modes.ts'
import { type Listener, listen } from '#platform/database/listen.ts'
import { StartError } from '#platform/database/server-programs.ts'
import { createHealth } from '#platform/health.ts'
import { clientAddress, clientCountry, clientNetwork } from '#platform/http/client-address.ts'
import type { Contract } from '#platform/http/contract.ts'
import { openFiguresPort } from '#platform/http/figures.ts'
import { docsPage, openApiDocument } from '#platform/http/openapi.ts'
import { createOrigin } from '#platform/http/origin.ts'
import { createPages, type PagesOptions } from '#platform/http/pages.ts'
import { createPurge } from '#platform/http/purge.ts'
import { countCall } from '#platform/http/rate-limit.ts'
import { securityHeaders } from '#platform/http/security.ts'
import { serveRooms } from '#platform/http/serve.ts'
import { openSharedLimit } from '#platform/http/shared-limit.ts'
import { startWorker, type Worker } from '#platform/jobs/jobs.ts'
import { startTicks } from '#platform/jobs/ticks.ts'
import { journalFolders, openJournal } from '#platform/journal.ts'
import type { Log } from '#platform/log.ts'
import { logSeldom } from '#platform/log-seldom.ts'
import { createMetrics } from '#platform/metrics.ts'
import { type Ground, openGround } from '#platform/platform.ts'
import { keepPictures } from '#platform/posters/kept.ts'
import { showOpenAlerts } from '#shop/alerts/figures.ts'
import { writeAlertMail } from '#shop/alerts/letter.ts'
import { createTelling } from '#shop/alerts/tell.ts'
import { createAltcha } from '#shop/captcha/altcha.ts'
import { catalogRoom } from '#shop/catalog/api.ts'
import { watchBehind } from '#shop/catalog/behind.ts'
import { drawAhead } from '#shop/catalog/draw-ahead.ts'
import { fillFirstStart } from '#shop/catalog/first-start.ts'
import { openCatalogue } from '#shop/catalog/live.ts'
import { createMedia } from '#shop/catalog/media.ts'
import { contentRoom } from '#shop/content/api.ts'
import { newsFeed } from '#shop/content/rss.ts'
import { siteFactsOf } from '#shop/content/rules.ts'
import { createSiteTexts } from '#shop/content/site-texts.ts'
import { couponsRoom } from '#shop/coupons/api.ts'
import { createCoupons } from '#shop/coupons/coupons.ts'
import { createGuessing } from '#shop/coupons/guessing.ts'
import { createDelivery } from '#shop/delivery/deliver.ts'
import { mailFace } from '#shop/delivery/mail-face.ts'
import { sandboxMail } from '#shop/delivery/sandbox-mail.ts'
import { overdueMails } from '#shop/delivery/store.ts'
import { discoveryResponders } from '#shop/discovery/respond.ts'
import { enquiriesRoom } from '#shop/enquiries/api.ts'
import { enquiryLetters } from '#shop/enquiries/letters.ts'
import { createOrderAccess } from '#shop/orders/access.ts'
import { ordersRoom } from '#shop/orders/api.ts'
import { orderMailContent } from '#shop/orders/mail-content.ts'
import { createOrderMails } from '#shop/orders/order-mails.ts'
import { createReservations } from '#shop/orders/reservations.ts'
import { createSettling } from '#shop/orders/settle.ts'
import { deliveredTo } from '#shop/orders/store.ts'
import { paymentsRoom } from '#shop/payments/api.ts'
import { watchMethods } from '#shop/payments/method-health.ts'
import { createMethods } from '#shop/payments/methods.ts'
import { createPayments } from '#shop/payments/payments.ts'
import { returnFromPayment } from '#shop/payments/return.ts'
import { reviewsRoom } from '#shop/reviews/api.ts'
import { visitsRoom } from '#shop/visits/api.ts'
import { withdrawalsRoom } from '#shop/withdrawals/api.ts'
import { withdrawalLetters } from '#shop/withdrawals/letters.ts'
import { loadDemo } from './demo/load.ts'
import { createFrontDoor } from './front-door.ts'
import { createJobs, createTicks, SCHEDULE } from './jobs.ts'
import { properQuery, servedQuery } from './page-search.ts'
import { createProviders, openSimulators } from './providers.ts'
import { SIMULATOR_PAGES, simulatorPages } from './simulator-pages.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
// One running shop per data directory; the lock goes with the session, however that ends.
const DATA_DIR_LOCK = 1_281_455_212

export interface Shop {
  ground: Ground
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

export async function openShop(config: Config, log: Log, options: { dev?: boolean } = {}): Promise<Shop> {
  const ground = await openGround(config, log, 'shop')
  const closing: (() => Promise<unknown>)[] = [() => ground.close()]
  let leaving = false
  const close = async ({ drain = false } = {}) => {
    leaving = true
    if (drain) await pause(config.drainSeconds * 1_000)
    for (const step of closing.splice(0).reverse()) await step().catch((err) => log.error({ err }, 'closing failed'))
  }
  try {
    const { db, keyring } = ground
    const listener = await listen(ground.directUrl, ['catalog', 'pages'], {
      log,
      beforeReconnect: ground.embedded?.ensureRunning,
    })
    closing.push(() => listener.close())
    if (ground.embedded) await takeDataDir(ground, listener)

    await fillFirstStart(db, config.shopName)
    if (config.demo && (await loadDemo(db, keyring, config))) log.info('the demo shop was loaded')

    const metrics = createMetrics()
    showOpenAlerts(metrics.registry, db)
    const catalogue = await openCatalogue(db, listener, log, (since) =>
      metrics.catalogueBehind.set(since ? since.getTime() / 1000 : 0),
    )
    closing.push(() => catalogue.close())
    const behind = watchBehind({ db, log, catalogue })
    closing.push(() => behind.close())
    const origin = createOrigin(config.publicUrl)
    const https = config.publicUrl?.startsWith('https://') ?? false

    const simulators = await openSimulators(config, log)
    closing.push(() => simulators.close())
    const testPages = simulatorPages(simulators.urls)
    const access = createOrderAccess({ db, keyring, https })
    const mailDomain = () => new URL(origin.fixed()).hostname
    const methods = createMethods(
      createProviders(config, simulators, (provider) => testPages.reachable(provider, origin)),
    )
    const underWayHours = Object.fromEntries(methods.map(({ id, underWayHours }) => [id, underWayHours]))
    const settling = createSettling({
      mailDomain,
      metrics,
      underWayHours,
      deliveryWriter: {
        keyring,
        log,
        writerNow: (locale) => delivery.writerNow(locale),
        contentOf: (mail, facts) => mailContent.contentOf(mail, facts),
      },
    })
    const altcha = createAltcha(keyring)
    const coupons = createCoupons({ keyring, catalogue, guessing: createGuessing({ db, keyring, altcha }) })
    const methodHealth = watchMethods({ db, log, methods })
    const reservations = createReservations({ keyring, altcha, limits: config.unpaid })
    const payments = createPayments({
      db,
      log,
      methods: methodHealth.methods,
      shopName: config.shopName,
      origin,
      settlement: settling.settlement,
      handlesNotices: config.worker,
    })
    const siteTexts = createSiteTexts(db, config.supportEmail)
    const site = () => siteFactsOf(config.shopName, catalogue.shelves.settings)
    const mailContent = orderMailContent({
      db,
      keyring,
      catalogue,
      methods: () => payments.methods,
      access,
      origin,
    })
    const delivery = createDelivery({
      db,
      keyring,
      config,
      face: mailFace({ siteTexts, config, site, origin }),
      content: mailContent.read,
      operatorAlert: (data) => writeAlertMail(data, config.shopName),
      letters: {
        ...enquiryLetters({ db, keyring, origin }),
        ...withdrawalLetters(db),
      },
    })
    closing.push(async () => delivery.close())
    const orderMails = createOrderMails({ db, mailDomain })
    const telling = createTelling({ db, log, to: config.supportEmail, mailDomain })
    const rooms = [
      catalogRoom(db, catalogue),
      contentRoom(db, siteTexts),
      couponsRoom({ db, catalogue, coupons }),
      ordersRoom({
        offers: methodHealth.offers,
        db,
        keyring,
        catalogue,
        payments,
        settling,
        access,
        coupons,
        reservations,
      }),
      paymentsRoom(payments),
      withdrawalsRoom({ db, keyring, mailDomain }),
      enquiriesRoom({ db, keyring, supportEmail: () => siteTexts.supportEmail(), origin }),
      visitsRoom({ db, keyring, origin }),
      reviewsRoom({
        db,
        setting: (key) => catalogue.shelves.settings.get(key),
        receivedBy: async (tx, caller, email, pid) => deliveredTo(tx, await access.held(tx, caller), email, pid),
      }),
    ]
    const warnSeldom = logSeldom(log)
    const orderCalls = openSharedLimit(db, log)
    closing.push(() => orderCalls.close())
    const app = serveRooms(rooms, {
      log,
      // What orders reserve is limited by itself, exactly (orders/reservations.ts).
      limit: (call, address, perMinute) =>
        perMinute === 'orders'
          ? orderCalls.count(call, clientNetwork(address), config.ordersPerMinute)
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
      notes: async () => {
        const overdue = await overdueMails(db)
        return [...behind.notes(), ...(overdue > 0 ? [`mail: ${overdue} have waited for more than five minutes`] : [])]
      },
    })
    closing.push(() => health.close())
    metrics.watch('latchkey_worker_silent_seconds', 'Since the worker last asked for a job', () =>
      worker ? worker.silentMs() / 1_000 : 0,
    )
    metrics.watch('latchkey_mails_overdue', 'Mails that have waited for more than five minutes', () => overdueMails(db))
    const headers = securityHeaders(https)
    const addressOf = clientAddress(config.trustedProxies)
    const pagesOptions: Omit<PagesOptions, 'render'> = {
      api: async (request) => app.fetch(request, { address: 'in-process' }),
      mode: config.mode,
      cookieDomain: config.cookieDomain,
      site,
      origin,
      isCurrency: (code) => catalogue.shelves.currencies.some((currency) => currency.code === code),
      mixedCase: ['/newsInfo'],
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
    const pages = devPages ?? createPages({ ...pagesOptions, ...(await loadRenderer()) })
    const purge =
      config.purge && createPurge({ ...config.purge, count: (outcome) => metrics.purges.inc({ outcome }), log })
    if (purge) closing.push(() => purge.close())
    const drop = (tags: string[]) => {
      pages.drop(tags)
      // Only now: who renders again for the cache in front must not find the old page here.
      purge?.drop(tags)
    }
    catalogue.onChange((tags) => {
      drop(tags)
      metrics.products.set(catalogue.index.size)
    })

    // Nothing heard for a while (null): anything may look different now.
    listener.on('pages', (tags) => {
      if (!tags || tags.split(',').includes('content')) siteTexts.forget()
      drop(tags?.split(',') ?? ['all'])
    })

    const sandboxToken = isReachable(config) ? randomBytes(18).toString('base64url') : undefined
    const pictures = keepPictures({ folder: join(config.dataDir, 'media'), ceiling: config.picturesBytes, log })
    const media = createMedia({ db, catalogue, pictures })
    const ahead = drawAhead({ catalogue, draw: media.ahead, most: config.picturesAhead, log })
    closing.push(() => ahead.close())

    const contracts = rooms.map((room) => room.contract)
    const title = `${config.shopName} API`
    const server = createFrontDoor({
      origin,
      addressOf,
      countryOf: clientCountry(config.trustedProxies, config.countryHeader),
      assets: devPages ? undefined : join(DIST, 'client'),
      pages,
      api: (request, env) => app.fetch(request, env),
      responders: [
        { prefix: '/prod-api/openapi.json', answer: async () => Response.json(openApiDocument(contracts, title)) },
        {
          prefix: '/prod-api/docs',
          answer: async () =>
            new Response(docsPage(contracts, title), { headers: { 'content-type': 'text/html; charset=utf-8' } }),
        },
        ...discoveryResponders({
          db,
          catalogue,
          shopName: config.shopName,
          pictures,
          origin,
        }),
        { prefix: '/media/', answer: media.answer },
        { prefix: '/news/rss.xml', answer: newsFeed({ db, shopName: config.shopName, origin }) },
        { prefix: '/pay-return/', answer: returnFromPayment },
        ...(config.mode === 'demo' ? [{ prefix: SIMULATOR_PAGES, answer: testPages.answer, posts: true }] : []),
        ...(config.mode === 'demo' ? [{ prefix: '/sandbox/mail', answer: sandboxMail(delivery, sandboxToken) }] : []),
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
    const journal = config.worker ? await openJournal(db, journalFolders(config)) : undefined
    closing.push(async () => journal?.close())
    closing.push(() => payments.notices.finished())
    const ending: (() => Promise<unknown>)[] = [() => stopServing(server)]
    closing.push(() => Promise.all(ending.map((end) => end())))
    if (config.metricsPort !== undefined) {
      const figures = await openFiguresPort(metrics, { port: config.metricsPort, host: config.metricsHost })
      closing.push(() => figures.close())
    }
    const address = await startServing(server, config)
    origin.listensAt(address)
    simulators.sendWebhooksTo(origin.local())
    if (journal) {
      const started = await startWorker({
        db,
        directUrl: ground.directUrl,
        listener,
        jobs: createJobs({ db, payments, settling, delivery, orderMails, retention: config.retention }),
        schedule: SCHEDULE,
        concurrency: config.workerConcurrency,
        log,
      })
      const ticks = startTicks(createTicks({ db, payments, settling, orderMails, journal, telling }), log)
      worker = started
      ending.push(started.stop, ticks.stop)
    }
    const mailAddress = `${origin.fixed()}/sandbox/mail${sandboxToken ? `?token=${sandboxToken}` : ''}`
    return {
      ground,
      origin: origin.fixed(),
      address: origin.local(),
      sandboxMail: config.mode === 'demo' ? mailAddress : undefined,
      contracts,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** By others than whoever sits at this machine: it listens to the network, or stands behind an address of its own. */
function isReachable({ host, publicUrl }: Config): boolean {
  return !isLocal(host) || (publicUrl !== undefined && !isLocal(new URL(publicUrl).hostname))
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
  const entry = join(DIST, 'server', 'server.js')
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
