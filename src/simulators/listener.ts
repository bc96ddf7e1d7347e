// A small HTTP server on loopback for the simulators: bodies bounded, requests counted, and faults on demand.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Incoming {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

/**
 * What goes wrong with one request: 'error' answers 500, 'hang' never answers, 'reset' breaks the connection, 'garbage'
 * answers 200 with HTML, 'flood' answers without an end, 'redirect' sends the caller elsewhere, 'challenge' answers 403 with a page of whoever stands before
 * the provider.
 */
export type FaultKind = 'error' | 'hang' | 'reset' | 'garbage' | 'flood' | 'redirect' | 'challenge'

export interface Fault {
  how: FaultKind
  /** Part of the path; without it any request. */
  on?: string
  /** True: the request takes effect and only its answer is lost. */
  processed?: boolean
}

export interface Listener {
  url: string
  /** The next matching request meets this fault. Faults queue up. */
  failNext(fault: Fault): void
  /** Stops matching requests before they take effect: `arrived` once the first one is here, all go on at `release`. */
  hold(on?: string): { arrived: Promise<void>; release(): void }
  close(): Promise<void>
}

const MAX_BODY_BYTES = 256 * 1024

export async function listen(options: {
  port?: number
  answer: (incoming: Incoming) => Answer
  answerFault: (incoming: Incoming) => Answer
}): Promise<Listener> {
  const faults: Fault[] = []
  const holds = new Set<{ on: string; arrive(): void; released: Promise<void> }>()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    })
    request.on('end', () => {
      if (bytes > MAX_BODY_BYTES) return write(response, { status: 413, body: 'too large' })
      const target = request.url ?? '/'
      const cut = target.indexOf('?')
      const incoming: Incoming = {
        method: request.method ?? 'GET',
        path: cut < 0 ? target : target.slice(0, cut),
        query: new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1)),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      const held = holds.size === 0 ? [] : [...holds].filter((hold) => incoming.path.includes(hold.on))
      for (const hold of held) hold.arrive()
      if (held.length === 0) respond(incoming, response)
      else void Promise.all(held.map((hold) => hold.released)).then(() => respond(incoming, response))
    })
  })

  function respond(incoming: Incoming, response: ServerResponse) {
    const index = faults.findIndex((fault) => incoming.path.includes(fault.on ?? ''))
    if (index < 0) return write(response, safely(incoming))
    const [fault] = faults.splice(index, 1)
    if (fault!.processed) safely(incoming)
    misbehave(fault!.how, incoming, response)
  }

  function safely(incoming: Incoming): Answer {
    try {
      return options.answer(incoming)
    } catch {
      return options.answerFault(incoming)
    }
  }

  function misbehave(how: FaultKind, incoming: Incoming, response: ServerResponse) {
    if (how === 'error') write(response, options.answerFault(incoming))
    else if (how === 'reset') response.socket?.resetAndDestroy()
    else if (how === 'garbage')
      write(response, { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Maintenance</p>' })
    else if (how === 'challenge')
      write(response, { status: 403, headers: { 'content-type': 'text/html' }, body: '<p>Checking your browser</p>' })
    else if (how === 'redirect') write(response, { status: 302, headers: { location: `${url}/elsewhere` }, body: '' })
    else if (how === 'flood') flood(response)
    // 'hang': the connection stays open until the caller gives up or the simulator closes.
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    failNext(fault) {
      faults.push(fault)
    },
    hold(on = '') {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const hold = { on, arrive: arrived.resolve, released: released.promise }
      holds.add(hold)
      return {
        arrived: arrived.promise,
        release() {
          holds.delete(hold)
          released.resolve()
        },
      }
    },
    close() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      server.closeAllConnections()
      return closed.promise
    },
  }
}

function write(response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...headers,
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function flood(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', pour)
  response.on('error', () => {})
  pour()
}
