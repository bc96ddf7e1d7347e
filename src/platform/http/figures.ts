// The figures for a collector: on a port of their own, or on the shop's for whoever has the token. A shopper has no
// business with them, and behind a proxy on the same machine every shopper comes from 127.0.0.1.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { sameBytes } from '../crypto.ts'
import type { Health } from '../health.ts'
import type { Metrics } from '../metrics.ts'
import { type Address, listenAt } from './listening.ts'

/** Whether the request carries the token; without a configured one nobody's does. */
export function mayReadFigures(req: IncomingMessage, token: string | undefined): boolean {
  const sent = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
  return token !== undefined && sent !== undefined && sameBytes(Buffer.from(sent), Buffer.from(token))
}

export async function sendFigures({ registry }: Metrics, res: ServerResponse): Promise<void> {
  const text = await registry.metrics()
  res.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
}

/** What `/readyz` says. */
export function healthText({ ready, lines }: Health): { status: 200 | 503; text: string } {
  return { status: ready ? 200 : 503, text: [ready ? 'ready' : 'not ready', ...lines].join('\n') }
}

/** Whoever has not said what he wants, or does not take the answer, is gone by then. */
const BOUNDS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  /** Also between the scrapes of a collector. */
  keepAliveTimeout: 65_000,
}
/** Longer than a look at a database takes that does not answer. */
const SILENT_MS = 40_000

/**
 * Listens at an address of its own; whoever reaches it may read. How the process is it says here, too, while the shop's port takes no
 * more. Throws as listenAt.
 */
export async function openFiguresPort(
  metrics: Metrics,
  checkHealth: () => Promise<Health>,
  { address, bound }: { address: Address; bound: (server: Server) => void },
) {
  const say = (res: ServerResponse, status: number, text: string) =>
    res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`)
  const sayReady = async (res: ServerResponse) => {
    const { status, text } = healthText(await checkHealth())
    say(res, status, text)
  }

  const server = createServer(BOUNDS, (req, res) => {
    if (req.url === '/metrics') return void sendFigures(metrics, res)
    if (req.url === '/healthz') return say(res, 200, 'alive')
    if (req.url === '/readyz') return void sayReady(res)
    res.writeHead(404).end()
  })
  server.setTimeout(SILENT_MS)
  bound(server)
  await listenAt(server, address)
  return {
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
