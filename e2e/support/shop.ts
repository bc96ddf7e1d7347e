// The demo shop as a process of its own, on a fresh data directory: for all browser tests of a run the one that runs at
// SHOP_URL (with its data in SHOP_DATA_DIR) already, which is quicker while one writes a test, or else one that is started for them.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseConfig } from '#platform/config.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { openGround } from '#platform/platform.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { COMPILED } from '../../bin/ensure.mjs'
import { KEYS } from './goods.ts'

/** Keys of the product that most tests buy. What they order without paying stays reserved until the run is over. */
const KEYS_FOR_A_RUN = 1_000

export interface ShopProcess {
  origin: string
  dataDir: string
  /** What it has printed so far. */
  said(): string
  /** Ends it and forgets its data. */
  close(): Promise<void>
}

export default async function globalSetup() {
  if (process.env.SHOP_URL) return
  const shop = await startShop('e2e')
  process.env.SHOP_URL = shop.origin
  process.env.SHOP_DATA_DIR = shop.dataDir
  try {
    await prepare(shop.dataDir)
  } catch (error) {
    await shop.close()
    throw error
  }
  return shop.close
}

export type OpenGround = Awaited<ReturnType<typeof openGround>>

/** Database and keys of a running shop, beside it, as its operator has them (docs/operate.md). */
export const openBeside = (dataDir: string): Promise<OpenGround> =>
  openGround(parseConfig({ DATA_DIR: dataDir, DATABASE_POOL: '2' }), createLog('silent'), 'e2e')

/** As the demo shop's own look. */
const demoKey = () => `DEMO-${randomBytes(6).toString('hex').toUpperCase().match(/.{4}/g)!.join('-')}`

async function prepare(dataDir: string): Promise<void> {
  const ground = await openBeside(dataDir)
  await stockUp(ground)
  await keepOrder(ground)
  await ground.close()
}

/** Whatever tests buy, nothing counts as sold: pictures of lists are compared, and products are looked for where they stand. */
async function keepOrder({ db }: OpenGround): Promise<void> {
  await db.run(sql`create function not_counted() returns trigger language plpgsql as 'begin return null; end'`)
  await db.run(sql`
    create trigger not_counted before insert on product_sales for each row execute function not_counted()`)
}

/** Each version of the product that most tests buy gets keys that last for all of them. */
async function stockUp(ground: OpenGround): Promise<void> {
  const offers = await ground.db.query<{ id: number }>(sql`
    select offers.id from offers join products on products.id = offers.product_id
    where products.slug = ${KEYS.split('/').at(-1)} order by offers.id`)
  for (const { id } of offers)
    await ground.db.transaction((tx) =>
      depositKeys(tx, ground.keyring, id, 'demo', Array.from({ length: KEYS_FOR_A_RUN }, demoKey)),
    )
}

/** `name`: of its data directory, beside the number of the process that starts it. `dev`: its pages follow their sources. */
export async function startShop(
  name: string,
  env: Record<string, string> = {},
  { dev = false } = {},
): Promise<ShopProcess> {
  const dataDir = join(process.cwd(), 'data', `${name}-${process.pid}`)
  await mkdir(dataDir, { recursive: true })
  const child = spawn(process.execPath, ['src/server/main.ts', ...(dev ? ['--dev'] : [])], {
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      NODE_ENV: dev ? 'development' : 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ORDERS_PER_MINUTE: '100000',
      LOGINS_PER_MINUTE: '100000',
      STAFF_SIGN_INS_PER_MINUTE: '100000',
      REGISTRATIONS_PER_MINUTE: '100000',
      FORGOTTEN_PER_MINUTE: '100000',
      ACCOUNT_LINKS_PER_MINUTE: '100000',
      CAPTCHAS_PER_MINUTE: '100000',
      SECURITY_PER_MINUTE: '100000',
      // One address makes all orders here; what is reserved without paying is limited in tests of its own.
      UNPAID_PER_MAILBOX: '0',
      UNPAID_PER_ADDRESS: '0',
      UNPAID_STOCK_PERCENT: '0',
      // All of them come from one address, and ask for every page.
      RENDERS_PER_MINUTE: '100000',
      CATALOGUE_PER_MINUTE: '100000',
      PICTURES_PER_MINUTE: '100000',
      PICTURES_AHEAD: '0',
      // Tests that are counted by address name their own.
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.on('data', (chunk) => {
    text += chunk
  })
  return {
    origin: await addressOf(child),
    dataDir,
    said: () => text,
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Its output is read on: a line that nobody takes would end it. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk) => {
      text += chunk
      const origin = /open at (http:\S+)/.exec(text)?.[1]
      if (origin) resolve(origin)
    })
    child.once('exit', () => reject(new Error('the shop did not open')))
  })
}
