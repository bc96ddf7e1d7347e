// How a provider tells the shop: in the background, again and again with growing pauses until somebody answers 2xx.
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

export interface Webhook {
  url: string
  body: string
  headers: Record<string, string>
}

export interface WebhookDelivery {
  /** `sign` runs for every try, so that a timestamped signature is fresh. */
  send(sign: () => Webhook): void
  /** Resolves once nothing is under way or waiting for its next try. */
  idle(): Promise<void>
  counts: { sent: number; failed: number; givenUp: number }
  close(): void
}

/** Seconds to hours, like the real ones (theirs are not published, or last three days). */
export const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

const TIMEOUT_MS = 10_000
const MAX_WAITING = 50_000

export function createDelivery(retryDelaysMs: readonly number[] = RETRY_DELAYS_MS): WebhookDelivery {
  // At most 32 at a time, so that a bench does not open a connection per payment.
  const pool = { keepAlive: true, maxSockets: 32, timeout: 4_000 }
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) }
  const timers = new Set<NodeJS.Timeout>()
  const counts = { sent: 0, failed: 0, givenUp: 0 }
  let unfinished = 0
  let closed = false
  let waitingForIdle: (() => void)[] = []

  function attempt(sign: () => Webhook, tries: number) {
    post(sign(), agents).then((accepted) => {
      if (accepted) {
        counts.sent++
        return finish()
      }
      counts.failed++
      const delay = retryDelaysMs[tries]
      if (delay === undefined || closed) {
        counts.givenUp++
        return finish()
      }
      const timer = setTimeout(() => {
        timers.delete(timer)
        attempt(sign, tries + 1)
      }, delay)
      timer.unref()
      timers.add(timer)
    })
  }

  function finish() {
    unfinished--
    if (unfinished > 0) return
    const waiting = waitingForIdle
    waitingForIdle = []
    for (const resolve of waiting) resolve()
  }

  return {
    counts,
    send(sign) {
      if (closed || unfinished >= MAX_WAITING) {
        counts.givenUp++
        return
      }
      unfinished++
      attempt(sign, 0)
    },
    idle() {
      return unfinished === 0 ? Promise.resolve() : new Promise((resolve) => waitingForIdle.push(resolve))
    },
    close() {
      closed = true
      for (const timer of timers) {
        clearTimeout(timer)
        finish()
      }
      timers.clear()
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function post(webhook: Webhook, agents: { http: HttpAgent; https: HttpsAgent }): Promise<boolean> {
  return new Promise((resolve) => {
    let request: ReturnType<typeof requestHttp>
    try {
      const secure = webhook.url.startsWith('https:')
      const options = {
        method: 'POST',
        headers: { ...webhook.headers, 'content-length': Buffer.byteLength(webhook.body) },
      }
      request = secure
        ? requestHttps(webhook.url, { ...options, agent: agents.https })
        : requestHttp(webhook.url, { ...options, agent: agents.http })
    } catch {
      return resolve(false)
    }
    const deadline = setTimeout(() => request.destroy(), TIMEOUT_MS)
    deadline.unref()
    const settle = (accepted: boolean) => {
      clearTimeout(deadline)
      resolve(accepted)
    }
    request.on('error', () => settle(false))
    request.on('close', () => settle(false))
    request.on('response', (response) => {
      response.resume()
      response.on('error', () => settle(false))
      response.on('end', () => settle(response.statusCode! >= 200 && response.statusCode! < 300))
    })
    request.end(webhook.body)
  })
}
