// The addresses that are configured, the connections that come there, and the end of serving.
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#platform/config.ts'
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

/**
 * Holds so many connections at once and no more: each costs memory and a file. From nine tenths on, those on which no request
 * is under way make room, the longest idle first: after a second without a byte, or five seconds with half a head.
 */
export function boundConnections(
  server: Server,
  most: number,
  refused: () => void,
  now: () => number = () => performance.now(),
): { count(): number } {
  server.maxConnections = most
  const enough = Math.floor(most * 0.9)
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
    makeRoom()
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
    refused()
  })
  return { count: () => open.size }
}

/** Those of the shop's port: counted, and the log says when there are too many. */
export function boundShoppers(server: Server, most: number, { log, metrics }: { log: Log; metrics: Metrics }): void {
  const warnSeldom = logSeldom(log)
  const { count } = boundConnections(server, most, () => {
    metrics.connectionsRefused.inc()
    warnSeldom('connections', { most }, 'a connection was refused: as many as MOST_CONNECTIONS allows are open')
  })
  metrics.watch('latchkey_connections', 'Open connections of the shop’s port', count)
}

/** Balancers, supervisors and collectors are few. */
const MOST_WATCHERS = 100

/** Those of METRICS_PORT, where nobody may keep health from being told. */
export function boundWatchers(log: Log): (server: Server) => void {
  const warnSeldom = logSeldom(log)
  const refused = () =>
    warnSeldom('watchers', { most: MOST_WATCHERS }, 'a connection to METRICS_PORT was refused: too many are open')
  return (server) => void boundConnections(server, MOST_WATCHERS, refused)
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
