// Starts the provider's simulator in a process of its own.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Provider {
  /** With which a shop uses it. */
  env: Record<string, string>
  /** See provider-process.ts. */
  control: string
  stop(): void
}

export async function startProvider(): Promise<Provider> {
  const secrets = {
    PAYSSION_API_KEY: randomBytes(12).toString('hex'),
    PAYSSION_SECRET_KEY: randomBytes(12).toString('hex'),
  }
  const child = spawn(process.execPath, [join(dirname(fileURLToPath(import.meta.url)), 'provider-process.ts')], {
    env: { PATH: process.env.PATH, ...secrets },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const [line] = await once(child.stdout, 'data')
  const { url, control } = JSON.parse(String(line)) as { url: string; control: string }
  return { env: { ...secrets, PAYSSION_BASE_URL: url }, control, stop: () => void child.kill() }
}
