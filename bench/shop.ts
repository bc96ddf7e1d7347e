// A shop as a process of its own, started the way an operator starts it, on a data directory of the bench's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILED, SHOP_ENV, SHOP_FLAGS } from '../bin/ensure.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

export interface RunningShop {
  origin: string
  /** From the start of the process to the first 200 of /readyz. */
  readyAfterMs: number
  /** Resident megabytes of the shop's process now. */
  residentMb(): number
  /** The most that it has ever held. */
  peakMb(): number
  stop(): Promise<void>
}

export async function startShop(env: Record<string, string>): Promise<RunningShop> {
  const started = performance.now()
  const child = spawn(process.execPath, [...SHOP_FLAGS, join(ROOT, 'src', 'server', 'main.ts')], {
    env: {
      ...SHOP_ENV,
      ...COMPILED,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      ORDERS_PER_MINUTE: '1000000',
      // One address asks for everything here.
      RENDERS_PER_MINUTE: '1000000',
      CATALOGUE_PER_MINUTE: '1000000000',
      PICTURES_PER_MINUTE: '1000000000',
      LOGINS_PER_MINUTE: '1000000',
      REGISTRATIONS_PER_MINUTE: '1000000',
      FORGOTTEN_PER_MINUTE: '1000000',
      // One address makes all orders here; what is reserved without paying is limited in tests of its own.
      UNPAID_PER_MAILBOX: '0',
      UNPAID_PER_ADDRESS: '0',
      UNPAID_STOCK_PERCENT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also when the bench breaks.
  process.once('exit', () => child.kill())
  const origin = await firstAddress(child)
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 5))
  const status = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return {
    origin,
    readyAfterMs: performance.now() - started,
    residentMb: () => status('VmRSS'),
    peakMb: () => status('VmHWM'),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Runs a command of the project and waits for it; its output is passed on only when it fails. */
export async function runCommand(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ seconds: number; peakMb: number }> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  let peakMb = 0
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const watch = setInterval(() => {
    try {
      peakMb = Math.max(
        peakMb,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      )
    } catch {
      // It has just ended.
    }
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${script} failed:\n${Buffer.concat(output)}`)
  return { seconds: (performance.now() - started) / 1000, peakMb }
}

/** The address that it says, once it says it; what it says later is read too, or a full pipe would hold it up. */
export function firstAddress(child: ChildProcess): Promise<string> {
  let text: string | undefined = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      if (text === undefined) return
      text += chunk
      const origin = /open at (http:\S+)/.exec(text)?.[1]
      if (!origin) return
      text = undefined
      resolve(origin)
    })
    child.stdout!.once('end', () => reject(new Error('the shop did not open')))
  })
}
