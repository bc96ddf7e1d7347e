// A first start that cannot open leaves nothing behind.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import type { Config } from '#platform/config.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import { proveAddresses } from './serving.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(inject('dataDir'), 'first-start-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

async function ended(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: parent,
    env: { ...childEnv(), HOST: '127.0.0.1', DEMO: 'off', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (chunk) => (err += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, err }
}

/** A program that has a port of this machine for as long as `work` lasts. */
async function whileTaken(work: (port: string) => Promise<void>) {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    await work(String((other.address() as { port: number }).port))
  } finally {
    other.close()
  }
}

const refusal = (variable: string, port: string) => ({
  code: 1,
  err: `Latchkey cannot start: ${variable}: ${port} is taken by another program\n`,
})

test.each([
  ['with a database of its own', {}],
  ['on another one', { DATABASE_URL: inject('databaseUrl') }],
])('a first start on a taken port, %s, says so before it makes anything', (_, more) =>
  whileTaken(async (port) => {
    const env = { DATA_DIR: join(parent, 'data'), ...more }
    expect(await ended({ ...env, PORT: port })).toEqual(refusal('PORT', port))
    expect(await ended({ ...env, PORT: '0', METRICS_PORT: port })).toEqual(refusal('METRICS_PORT', port))
    expect(await readdir(parent)).toEqual([])
  }),
)

test('both addresses are proved at once, and are free again after that', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const config = (more: object) =>
    ({ host: '127.0.0.1', port, metricsHost: '127.0.0.1', metricsPort, ...more }) as Config
  await proveAddresses(config({}))
  await expect(proveAddresses(config({ metricsPort: port }))).rejects.toThrow(
    `METRICS_PORT: ${port} is taken by another program`,
  )
  await proveAddresses(config({ port: metricsPort, metricsPort: port }))
})

test('on a database that a shop has used no start is the first, also with a new DATA_DIR: its port may be free by its end', async () => {
  const { url, drop } = await createTestDatabase()
  const dataDir = join(parent, 'new')
  await whileTaken(async (port) => {
    expect(await ended({ DATA_DIR: dataDir, DATABASE_URL: url, PORT: port })).toEqual(refusal('PORT', port))
    // It looked for its port when all else was there.
    expect(await readdir(dataDir)).toContain('secrets')
  })
  await rm(dataDir, { recursive: true })
  await drop()
})
