// For tests: requests as nobody's browser sends them, byte for byte.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** `path` goes out as it is given; so do header values. */
export function send(
  origin: string,
  method: string,
  path: string,
  options: { headers?: Record<string, string | string[]>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const outgoing = request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: options.headers,
      insecureHTTPParser: true,
    })
    // A body that was refused while it was sent: the answer is there, the rest of the body is not wanted.
    let answered = false
    outgoing.on('error', (error) => answered || reject(error))
    outgoing.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    outgoing.end(options.body)
  })
}

/** A request written by hand; answers what came back until the server closed the connection. */
export function sendBytes(origin: string, bytes: string | Uint8Array): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk as Buffer))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    })
    socket.write(bytes)
  })
}

/** What tells a stranger about our insides. */
const INSIDES =
  /\bat \S+ \(|\.ts:\d+|node_modules|\/src\/|\bselect \w+ from\b|syntax error at|pg_catalog|ZodError|drizzle/i

export function expectNoInsides(text: string): void {
  expect(INSIDES.exec(text)?.[0]).toBeUndefined()
}
