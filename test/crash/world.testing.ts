// For the crash tests: a shop that runs as a process of its own and can be killed, beside simulators, a mail server and
// a view of the database that survive it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { expect, inject } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { Keyring } from '#platform/crypto.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'

import { freePort } from '../free-port.testing.ts'
import { callShop, type TestShop } from '../harness.ts'
import { makeSecrets, shopEnvironment, startSimulators } from '../surroundings.testing.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// A shop that was killed is back within seconds; until then providers try again and again, as theirs do for days.
const NOTIFY_RETRY_DELAYS = Array.from({ length: 300 }, () => 100)

export interface ShopProcess {
  pid: number
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
}

/** The parts of a test shop that live in this process; `shop` is only its keyring. */
export interface World extends TestShop {
  dataDir: string
  /** With which its shop runs, and commands beside it. */
  environment: Record<string, string>
  /** Where the shop answers. */
  origin: string
  /** Mails as the mail server took them. */
  mails: { messageId: string; text: string }[]
  /** What all its processes have written to their output so far. */
  output(): string
  /** Starts the shop and waits until it is open; always at the same address, where providers notify it. */
  start(env?: Record<string, string>): Promise<ShopProcess>
  /** Resolves when the shop says that it can serve; one question at a time, however many wait. */
  ready(): Promise<void>
  /** Ends every shop that still runs, as one that failed its test does: its address is for the next. */
  endShops(): Promise<void>
}

/** `embedded`: the shop brings its own database; it can be looked at once the shop has been started. */
export async function openWorld(options: { embedded?: boolean } = {}): Promise<World> {
  const dataDir = await mkdtemp(join(inject('dataDir'), 'world-'))
  const database = options.embedded ? undefined : await createTestDatabase()
  const secrets = makeSecrets()
  const { payssion, stripe, paypal, eecpay } = await startSimulators(secrets, NOTIFY_RETRY_DELAYS)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  stripe.sendWebhooksTo(`${origin}/prod-api/api/pay/notify/stripe`)
  paypal.sendWebhooksTo(`${origin}/prod-api/api/pay/notify/paypal`)
  const { mails, url: smtpUrl, close: closeMail } = await startMailServer()
  const environment: Record<string, string> = {
    ...shopEnvironment({ databaseUrl: database?.url ?? '', dataDir, payssion, stripe, paypal, eecpay, secrets }),
    PORT: String(port),
    SMTP_URL: smtpUrl,
  }
  const running = new Set<ShopProcess>()
  let said = ''
  let db: Database | undefined
  let asking: Promise<void> | undefined
  async function endShops() {
    for (const shop of running) shop.kill('SIGTERM')
    await Promise.all([...running].map((shop) => shop.ended))
  }

  return {
    dataDir,
    environment,
    origin,
    mails,
    payssion,
    stripe,
    paypal,
    eecpay,
    databaseUrl: database?.url ?? '',
    shop: { ground: { keyring: new Keyring([Buffer.from(secrets.vaultKey, 'base64')]) } } as TestShop['shop'],
    get db() {
      if (!db) throw new Error('the shop was not started yet')
      return db
    },
    call: (method, path, options) => callShop(origin, method, path, options),
    output: () => said,
    ready() {
      asking ??= until(
        () =>
          fetch(`${origin}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        'the shop is ready',
        40_000,
      )
        .then(() => {})
        .finally(() => {
          asking = undefined
        })
      return asking
    },
    async start(env = {}) {
      const shop = await startProcess({ ...environment, ...env }, (chunk) => {
        said += chunk
      })
      running.add(shop)
      void shop.ended.then(() => running.delete(shop))
      db ??= openDatabase(database?.url ?? (await embeddedUrl(dataDir)), {
        log: createLog('silent'),
        size: 4,
        name: 'test',
      })
      return shop
    },
    endShops,
    async close() {
      await endShops()
      await db?.close()
      await Promise.all([payssion.close(), stripe.close(), paypal.close(), eecpay.close(), closeMail()])
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs the shop until it dies at this step (failpoint.ts), then runs it again, as a supervisor would. */
export async function startMortal(world: World, step: string) {
  let current = await world.start({ LATCHKEY_FAILPOINT: step })
  const reborn = current.ended.then(async ({ signal }) => {
    expect(signal).toBe('SIGKILL')
    // Whoever was asking a provider has twelve seconds for it, also when he is dead: let them be over.
    await world.db.run(sql`update payments set updated_at = updated_at - interval '12 seconds' where state = 'created'`)
    current = await world.start()
  })
  // A test that fails before it waits for this has said why already.
  reborn.catch(() => {})
  return {
    reborn,
    async end() {
      await reborn
      current.kill('SIGTERM')
      expect(await current.ended).toEqual({ code: 0, signal: null })
    },
  }
}

async function startProcess(env: Record<string, string>, hear: (chunk: string) => void): Promise<ShopProcess> {
  const child: ChildProcess = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...childEnv(),
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  let output = ''
  const open = new Promise<void>((resolve) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk) => {
        output += chunk
        hear(String(chunk))
        if (/ is open at http/.test(output)) resolve()
      })
    }
  })
  const early = ended.then(({ code, signal }) => {
    throw new Error(`the shop did not open (${signal ?? code}): ${output}`)
  })
  early.catch(() => {})
  await Promise.race([open, early])
  return { pid: child.pid!, ended, kill: (signal) => void child.kill(signal) }
}

/** The embedded server's address as the shop leaves it in its data directory. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const { port } = await postmaster(dataDir)
  const password = (await readFile(join(dataDir, 'secrets', 'postgres.password'), 'utf8')).trim()
  return `postgres://postgres:${password}@127.0.0.1:${port}/latchkey`
}

export async function postmaster(dataDir: string): Promise<{ pid: number; port: number }> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

async function startMailServer() {
  const mails: World['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, taken) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push({ messageId: /^message-id: (.+)$/im.exec(text)?.[1]?.trim() ?? '', text })
        taken()
      })
    },
  })
  server.on('error', () => {})
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
