// A first start that cannot open leaves nothing behind.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'

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

test.each([
  ['with a database of its own', {}],
  ['on another one', { DATABASE_URL: inject('databaseUrl') }],
])('a first start on a taken port, %s, says so before it makes anything', async (_, more) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const port = String((other.address() as { port: number }).port)
  const err = `Latchkey cannot start: PORT: ${port} is taken by another program\n`
  expect(await ended({ DATA_DIR: join(parent, 'data'), PORT: port, ...more })).toEqual({ code: 1, err })
  expect(await readdir(parent)).toEqual([])
  other.close()
})
