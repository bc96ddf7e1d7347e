// Load over HTTP from a process of its own, so that the generator does not share the server's event loop.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Load {
  url: string
  connections: number
  seconds: number
  /** Ends after so many requests, however long they take. */
  total?: number
  /** At most so many requests a second; without it, as many as are answered. */
  perSecond?: number
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Taken in turn. */
  requests?: { path: string; body?: string; headers?: Record<string, string> }[]
}

export interface Measured {
  perSecond: number
  p50: number
  p95: number
  p99: number
  errors: number
}

const GENERATOR = fileURLToPath(new URL('load-process.ts', import.meta.url))

/** The best of `rounds`: noise only ever makes a figure worse. */
export async function measure(load: Load, rounds = 2): Promise<Measured> {
  let best: Measured | undefined
  for (let round = 0; round < rounds; round++) {
    const measured = await generate(load)
    if (!best || measured.perSecond > best.perSecond) best = measured
  }
  return best!
}

async function generate(load: Load): Promise<Measured> {
  const child = spawn(process.execPath, [GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(load))
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('the load generator failed')
  return JSON.parse(text) as Measured
}

/** Requests per second for one URL by wrk, which needs a fraction of the CPU of a generator in JavaScript; undefined where it is not installed. */
export async function measureWithWrk(
  url: string,
  connections: number,
  seconds: number,
  headers: Record<string, string>,
): Promise<number | undefined> {
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]
  try {
    const { stdout } = await promisify(execFile)('wrk', args)
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
