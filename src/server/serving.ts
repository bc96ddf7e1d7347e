// The addresses that are configured, the connections that come there, and the end of serving.
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#platform/config.ts'
import { connectionClient } from '#platform/http/client-address.ts'
import { type Address, listenAt } from '#platform/http/listening.ts'
import type { Log } from '#platform/log.ts'
import { logSeldom } from '#platform/log-seldom.ts'
import type { Metrics } from '#platform/metrics.ts'

/** Where shoppers are served. */
export const shopAddress = ({ port, host }: Config): Address => ({
  ...{ port, host },
  variables: { port: 'PORT', host: 'HOST' },
})

/** Where figures and health are told; undefined without METRICS_PORT. */
export const figuresAddress = ({ metricsPort: port, metricsHost: host }: Config): Address | undefined =>
  port === undefined ? undefined : { port, host, variables: { port: 'METRICS_PORT', host: 'METRICS_HOST' } }

/** Whether both addresses can be had at once, before anything is made for a shop that could not open there. Throws as listenAt. */
export async function proveAddresses(config: Config): Promise<void> {
  const servers: Server[] = []
  try {
    for (const address of [shopAddress(config), figuresAddress(config)]) {
      if (!address) continue
      const server = createServer((_, res) => void res.destroy())
      await listenAt(server, address)
      servers.push(server)
    }
  } finally {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Of a connection on which nothing has come, and of one on which something has that is no request yet. */
const IDLE_MS = 1_000
const HEAD_MS = 5_000

/** From that part of all on each client has this part at most, or so many where that is less than some browsers open. */
const SHARED_FROM = 0.5
const SHARE = 0.1
const LEAST_SHARE = 20
/** From here on idle ones make room, and nobody gets more than the least: else ten who have their share would have all. */
const ENOUGH = 0.9
/** Among so many of his oldest an idle one is looked for: whoever keeps all of his busy is refused at little cost. */
const LOOKED_AT = 50

export type WhyRefused = 'all' | 'client'

interface Bounds {
  /** `all`: as many as there may be are open; `client`: he has his share of them, and others find a place. */
  refused(why: WhyRefused): void
  now?: () => number
  /** Undefined: it may be anybody's, as one of a proxy. */
  clientOf?: (socket: Socket) => string | undefined
}

/**
 * Holds so many connections at once and no more: each costs memory and a file. From nine tenths on, those on which no request
 * is under way make room, the longest idle first: after a second without a byte, or five seconds with half a head. From half
 * on whoever has a tenth of all gets one more only in place of an idle one of his own, and from nine tenths on whoever has twenty:
 * what is left is for others.
 */
export function boundConnections(
  server: Server,
  most: number,
  { refused, now = () => performance.now(), clientOf = () => undefined }: Bounds,
): { count(): number } {
  server.maxConnections = most
  const enough = Math.floor(most * ENOUGH)
  const share = Math.max(most * SHARE, LEAST_SHARE)
  const clients = byClient(clientOf)
  /** How many requests are under way on each: a client may send the next before the answer. */
  const open = new Map<Socket, number>()
  /** Those without one, the longest first; how much had come on each by then. */
  const idle = new Map<Socket, { since: number; read: number }>()
  /** Those of them that were found with more, and when. */
  const begun: typeof idle = new Map()

  const rest = (socket: Socket) => idle.set(socket, { since: now(), read: socket.bytesRead })
  const isLater = (since: number, ms: number) => open.size <= enough || now() - since < ms
  function end(socket: Socket) {
    forget(socket)
    socket.destroy()
  }
  function forget(socket: Socket) {
    for (const each of [open, idle, begun]) each.delete(socket)
    clients.drop(socket)
  }
  /** False: none of these is idle. */
  function endIdle(theirs: Iterable<Socket>): boolean {
    let looked = 0
    for (const socket of theirs) {
      const state = idle.get(socket)
      if (state && now() - state.since >= IDLE_MS && socket.bytesRead === state.read) {
        end(socket)
        return true
      }
      if (++looked === LOOKED_AT) break
    }
    return false
  }
  function makeRoom() {
    for (const [socket, state] of idle) {
      if (isLater(state.since, IDLE_MS)) break
      if (socket.bytesRead === state.read) end(socket)
      else if (idle.delete(socket)) begun.set(socket, { since: now(), read: socket.bytesRead })
    }
    for (const [socket, { since }] of begun) {
      if (isLater(since, HEAD_MS)) break
      end(socket)
    }
  }

  server.on('connection', (socket) => {
    open.set(socket, 0)
    rest(socket)
    socket.once('close', () => forget(socket))
    const theirs = clients.add(socket)
    const his = open.size > enough ? LEAST_SHARE : share
    if (open.size > most * SHARED_FROM && theirs.size > his && !endIdle(theirs)) {
      end(socket)
      refused('client')
    } else makeRoom()
  })
  server.on('request', ({ socket }, res) => {
    const count = (by: number) => {
      const underWay = open.get(socket)
      if (underWay !== undefined) open.set(socket, underWay + by)
      return underWay
    }
    count(1)
    idle.delete(socket)
    begun.delete(socket)
    res.once('close', () => {
      if (count(-1) === 1) rest(socket)
    })
  })
  // Requests that end leave connections idle, while none comes that would make room.
  server.once('listening', () => {
    const looking = setInterval(makeRoom, IDLE_MS).unref()
    server.once('close', () => clearInterval(looking))
  })
  server.on('drop', () => {
    makeRoom()
    refused('all')
  })
  return { count: () => open.size }
}

/** The connections of each client, the oldest first. */
function byClient(clientOf: NonNullable<Bounds['clientOf']>) {
  const held = new Map<string, Set<Socket>>()
  /** One that is closed says no more whose it was. */
  const whose = new WeakMap<Socket, string>()
  return {
    /** All of his with this one; none where it may be anybody's. */
    add(socket: Socket): ReadonlySet<Socket> {
      const client = clientOf(socket)
      if (client === undefined) return new Set()
      const theirs = held.get(client) ?? new Set()
      held.set(client, theirs.add(socket))
      whose.set(socket, client)
      return theirs
    },
    drop(socket: Socket): void {
      const client = whose.get(socket)
      if (client === undefined) return
      const theirs = held.get(client)
      theirs?.delete(socket)
      if (theirs?.size === 0) held.delete(client)
    },
  }
}

const REFUSED: Readonly<Record<WhyRefused, string>> = {
  all: 'a connection was refused: as many as MOST_CONNECTIONS allows are open',
  client:
    'a connection was refused: its client has a tenth of what MOST_CONNECTIONS allows, or twenty while nine tenths are open; if it is a proxy of yours, name it in TRUSTED_PROXIES',
}

/** Those of the shop's port: counted, and the log says when there are too many. */
export function boundShoppers(
  server: Server,
  { mostConnections: most, trustedProxies }: Pick<Config, 'mostConnections' | 'trustedProxies'>,
  { log, metrics }: { log: Log; metrics: Metrics },
): void {
  const warnSeldom = logSeldom(log)
  const refused = (why: WhyRefused) => {
    metrics.connectionsRefused.inc({ why })
    warnSeldom(`connections ${why}`, { most }, REFUSED[why])
  }
  const { count } = boundConnections(server, most, { refused, clientOf: connectionClient(trustedProxies) })
  metrics.watch('latchkey_connections', 'Open connections of the shop’s port', count)
}

/** Balancers, supervisors and collectors are few. */
const MOST_WATCHERS = 100

/** Those of METRICS_PORT, where nobody may keep health from being told. */
export function boundWatchers(log: Log): (server: Server) => void {
  const warnSeldom = logSeldom(log)
  const refused = () =>
    warnSeldom('watchers', { most: MOST_WATCHERS }, 'a connection to METRICS_PORT was refused: too many are open')
  return (server) => void boundConnections(server, MOST_WATCHERS, { refused })
}

/** What was asked is still answered. */
export function stopServing(server: Server): Promise<void> {
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
