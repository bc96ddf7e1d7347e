// For tests: the configurations of docs/edge in real caches before a shop. Only ports and folders are put in.
import { readFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { freePort } from '#test/free-port.testing.ts'
import { type Program, startProgram } from '../programs.testing.ts'

const EDGE = fileURLToPath(new URL('../../../docs/edge/', import.meta.url))

/** Each must stand in the file exactly once: nobody tests another configuration than the one in the documents. */
function put(text: string, changes: Record<string, string>): string {
  for (const [from, to] of Object.entries(changes)) {
    if (text.split(from).length !== 2) throw new Error(`“${from}” does not stand in the configuration once`)
    text = text.replace(from, () => to)
  }
  return text
}

export interface Edge extends Pick<Program, 'close'> {
  url: string
}

const answers = (port: number) => fetch(`http://127.0.0.1:${port}/healthz`)

/**
 * `span`: in which pages are shown at the longest. The five minutes of the file may end in the middle of a test, so they are
 * a year, or few seconds for a test of their end.
 */
export async function startNginx(shopPort: number, span: 'year' | 'seconds' = 'year'): Promise<Edge> {
  const port = await freePort()
  const text = await readFile(`${EDGE}nginx.conf`, 'utf8')
  const program = await startProgram({
    name: 'nginx',
    files: (folder) => ({
      'shop.conf': put(text, {
        '/var/cache/nginx/latchkey levels': `${folder}/cache levels`,
        '/var/cache/nginx/latchkey-asked levels': `${folder}/cache-asked levels`,
        'server 127.0.0.1:3000': `server 127.0.0.1:${shopPort}`,
        'listen 127.0.0.1:8080': `listen 127.0.0.1:${port}`,
        '"~^(?<latchkey_early>.{15})[0-4]"': `"~^(?<latchkey_early>.{${span === 'year' ? 4 : 19}})"`,
      }),
      'nginx.conf': `daemon off;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/shop.conf;
}
`,
    }),
    args: (folder) => ['-e', 'stderr', '-c', `${folder}/nginx.conf`],
    isUp: () => answers(port),
  })
  return { url: `http://127.0.0.1:${port}`, close: program.close }
}

/** `port`: the shop must know it before it is there, to tell it what is outdated. */
export async function startVarnish(shopPort: number, port: number, graceSeconds = 60): Promise<Edge> {
  const text = await readFile(`${EDGE}varnish.vcl`, 'utf8')
  const program = await startProgram({
    name: 'varnishd',
    files: () => ({
      'shop.vcl': put(text, {
        '.port = "3000"': `.port = "${shopPort}"`,
        'beresp.grace = 60s': `beresp.grace = ${graceSeconds}s`,
      }),
    }),
    args: (folder) => [
      ...['-F', '-a', `127.0.0.1:${port}`, '-f', `${folder}/shop.vcl`, '-n', `${folder}/work`],
      ...['-s', 'malloc,32m', '-p', 'vsl_space=4m'],
    ],
    isUp: () => answers(port),
  })
  return { url: `http://127.0.0.1:${port}`, close: program.close }
}

export const HOST = 'shop.example'
/** A visitor who sits at another machine than shop and cache. */
export const VISITOR = '127.0.0.2'

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export type Asked = [path: string, headers?: Record<string, string>, method?: string]

export function getFrom(edge: Edge, ...[path, headers = {}, method = 'GET']: Asked): Promise<Got> {
  const { hostname, port } = new URL(edge.url)
  return new Promise((resolve, reject) => {
    const options = { hostname, port, localAddress: VISITOR, method, path, headers: { host: HOST, ...headers } }
    const asking = request(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    asking.on('error', reject).end()
  })
}

/** How often the shop was asked for it while `work` went on. */
export async function countAsks(way: Way, path: string | RegExp, work: () => Promise<unknown>): Promise<number> {
  const before = way.asked.length
  await work()
  const isIt = (asked: string) => (typeof path === 'string' ? asked === path : path.test(asked))
  return way.asked.slice(before).filter((asked) => isIt(asked.path)).length
}

/** Stands between cache and shop, hears what the cache asks, and can be told to misbehave. */
export interface Way {
  port: number
  asked: { method: string; path: string }[]
  /** From now on: as it is, nobody there, or the shop says that it is busy. */
  now: 'open' | 'gone' | 'busy'
  /** Seconds that pages stay fresh in a cache, instead of what the shop says. */
  freshSeconds: number | undefined
  /** Requests for this path wait until `release` is called. */
  hold(path: string): { arrived(count: number): Promise<void>; release(): void }
  close(): Promise<void>
}

export async function openWay(shopOrigin: string): Promise<Way> {
  const shop = new URL(shopOrigin)
  const held = new Map<string, { waiting: (() => void)[]; heard: () => void }>()
  const server = createServer((req, res) => {
    way.asked.push({ method: req.method!, path: req.url! })
    if (way.now === 'gone') return void req.socket.destroy()
    if (way.now === 'busy') return void res.writeHead(503, { 'retry-after': '5', 'cache-control': 'no-store' }).end()
    const pass = () => {
      const { hostname, port } = shop
      const onward = request({ hostname, port, method: req.method, path: req.url, headers: req.headers }, (answer) => {
        const headers = { ...answer.headers }
        if (way.freshSeconds !== undefined && headers['cdn-cache-control']) {
          headers['cdn-cache-control'] = `max-age=${way.freshSeconds}`
          // What nginx reads.
          headers['x-accel-expires'] = String(way.freshSeconds)
        }
        res.writeHead(answer.statusCode!, headers)
        answer.pipe(res as ServerResponse)
      })
      onward.on('error', () => res.destroy())
      req.pipe(onward)
    }
    const hold = held.get(req.url!)
    if (!hold) return pass()
    hold.waiting.push(pass)
    hold.heard()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way: Way = {
    port: (server.address() as AddressInfo).port,
    asked: [],
    now: 'open',
    freshSeconds: undefined,
    hold(path) {
      const waiting: (() => void)[] = []
      let heard = () => {}
      held.set(path, { waiting, heard: () => heard() })
      return {
        arrived: (count) =>
          new Promise((resolve) => {
            heard = () => waiting.length >= count && resolve()
            heard()
          }),
        release() {
          held.delete(path)
          for (const pass of waiting) pass()
        },
      }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return way
}
