// How the shop ends when it is asked to: by a person at a terminal, by a service manager, by a lost connection.
import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { until } from '#platform/testing.ts'
import { embeddedUrl, postmaster } from './world.testing.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('dataDir'), 'signals-'))
  // What `npm start` does once everything is installed and built.
  const launcher = `import { NODE, run } from ${JSON.stringify(pathToFileURL(join(ROOT, 'bin', 'ensure.mjs')).href)}
process.exit(await run(NODE, [${JSON.stringify(join(ROOT, 'src', 'server', 'main.ts'))}]))`
  await writeFile(join(folder, 'launcher.mjs'), launcher)
  const scripts = { start: 'exec node launcher.mjs' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'launched', private: true, scripts }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const groups = new Set<ChildProcess>()
afterEach(() => {
  for (const { pid } of groups) {
    try {
      process.kill(-pid!, 'SIGKILL')
    } catch {}
  }
  groups.clear()
})

let made = 0

/** Starts it as the leader of a process group, as a terminal does, and waits until the shop is open. */
async function open(command: string[]) {
  const shop = await launch(command)
  await until(() => / is open at http/.test(shop.said()), 'it is open', 40_000)
  return shop
}

async function launch(command: string[]) {
  const dataDir = join(folder, `data-${++made}`)
  await mkdir(dataDir)
  const child = spawn(command[0]!, command.slice(1), {
    cwd: folder,
    detached: true,
    env: {
      ...childEnv(),
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: 'off',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  groups.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
    })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => {
      groups.delete(child)
      resolve(code ?? signal)
    })
  })
  return { dataDir, ended, group: (signal: NodeJS.Signals) => process.kill(-child.pid!, signal), said: () => said }
}

/** PostgreSQL's processes whose data lie there; none is left once the last has ended. */
async function servers(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('postgres') && command.includes(dataDir)) found.push(pid)
  }
  return found
}

const NPM = ['npm', 'start', '--silent']
const LAUNCHER = [process.execPath, 'launcher.mjs']
const ALONE = [process.execPath, join(ROOT, 'src', 'server', 'main.ts')]

/** Ctrl-C twice, of which the second is no echo of the first: later than a second after that was heard, however late it was heard. */
async function pressTwice(shop: Awaited<ReturnType<typeof open>>) {
  const [, origin] = / is open at (\S+)/.exec(shop.said())!
  shop.group('SIGINT')
  const refuses = () =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    )
  await until(refuses, 'it has heard the first')
  const first = Date.now()
  await until(() => Date.now() - first > 1_100, 'the second is another act')
  shop.group('SIGINT')
}

describe('a signal to the whole process group ends the shop and its database in order:', () => {
  test.each([
    ['Ctrl-C at `npm start`', NPM, 'SIGINT'],
    ['Ctrl-C at the launcher', LAUNCHER, 'SIGINT'],
    ['a closed terminal', LAUNCHER, 'SIGHUP'],
    ['a service manager', NPM, 'SIGTERM'],
    ['Ctrl-C at the process alone', ALONE, 'SIGINT'],
    ['a closed terminal of the process alone', ALONE, 'SIGHUP'],
  ] as const)('%s', async (_, command, signal) => {
    const shop = await open([...command])
    expect(await servers(shop.dataDir)).not.toEqual([])
    shop.group(signal)
    expect(await shop.ended).toBe(0)
    // The launcher may be gone before the shop where npm is in between.
    await until(async () => (await servers(shop.dataDir)).length === 0, 'no server is left')
    await expect(access(join(shop.dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })
})

test('whoever presses again, later, need not wait: it ends at once, and so does its database', async () => {
  const shop = await open(ALONE)
  const { pid } = await postmaster(shop.dataDir)
  // A server that does not answer: an orderly end would wait for it.
  process.kill(pid, 'SIGSTOP')
  const children = await servers(shop.dataDir)
  for (const child of children) process.kill(Number(child), 'SIGSTOP')
  try {
    await pressTwice(shop)
    expect(await shop.ended).toBe(130)
  } finally {
    for (const child of children) process.kill(Number(child), 'SIGCONT')
  }
  await until(async () => (await servers(shop.dataDir)).length === 0, 'no server is left')
})

test('whoever presses again while a request hangs ends its database too', async () => {
  const shop = await open(ALONE)
  const [, origin] = / is open at (\S+)/.exec(shop.said())!
  const [holder, watcher] = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: await embeddedUrl(shop.dataDir) })
      client.on('error', () => {})
      await client.connect()
      return client
    }),
  )
  await holder!.query('begin')
  await holder!.query('lock table offers in access exclusive mode')
  const line = { productId: 1, extId: 1, supplyProductId: 1, productCount: 1 }
  const hanging = fetch(`${origin}/prod-api/api/product/syncStock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lines: [line] }),
  }).catch(() => 'broken off')
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await until(async () => (await watcher!.query(waits)).rowCount, 'the request waits for the table')
  await pressTwice(shop)
  expect(await shop.ended).toBe(130)
  expect(await hanging).toBe('broken off')
  await until(async () => (await servers(shop.dataDir)).length === 0, 'no server is left')
})

test('a signal while it starts leaves no server behind', async () => {
  const shop = await launch(ALONE)
  await until(async () => (await servers(shop.dataDir)).length > 0, 'its server begins', 40_000)
  shop.group('SIGINT')
  expect(await shop.ended).not.toBeNull()
  await until(async () => (await servers(shop.dataDir)).length === 0, 'no server is left')
})
