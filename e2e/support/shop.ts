// The demo shop as a process of its own, on a fresh data directory, for all browser tests of a run; or the one that runs at
// SHOP_URL already, which is quicker while one writes a test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export default async function globalSetup() {
  if (process.env.SHOP_URL) return
  const dataDir = join(process.cwd(), 'data', `e2e-${process.pid}`)
  await mkdir(dataDir, { recursive: true })
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ORDERS_PER_MINUTE: '100000',
      // Tests that are counted by address name their own.
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.env.SHOP_URL = await addressOf(child)
  return async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout!) {
    text += chunk
    const origin = /open at (http:\S+)/.exec(text)?.[1]
    if (origin) {
      child.stdout!.resume()
      return origin
    }
  }
  throw new Error('the shop did not open')
}
