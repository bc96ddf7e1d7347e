// `npm run bench -- money [PURCHASES [ENTRIES]]`: only what members' money costs, on generated products.
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { openGround } from '../src/platform/platform.ts'
import { measureBalance } from './balance.ts'
import { generateProducts, stockGoods } from './data.ts'
import { ledgerRow } from './ledger.ts'
import { startProvider } from './provider.ts'
import { measurePurchases } from './purchases.ts'
import { startShop } from './shop.ts'
import { type Row, render } from './table.ts'

const numbers = process.argv.slice(2).map(Number).filter(Number.isInteger)
const [purchases = 3_000, entries = 10_000_000] = numbers
const dataDir = join(dirname(fileURLToPath(import.meta.url)), '..', 'data', 'bench-money')
await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })
const env = { DATA_DIR: dataDir, VAULT_KEYS: randomBytes(32).toString('base64') }
const rows: Row[] = []
try {
  await (await startShop(env)).stop()
  const ground = await openGround(parseConfig({ ...env, LOG_LEVEL: 'error' }), createLog('error'), 'bench')
  try {
    const { embedded, db, keyring } = ground
    const databaseUrl = embedded!.socketUrl
    await generateProducts(databaseUrl, 27_075)
    const goods = await stockGoods(databaseUrl, keyring, 100, Math.ceil((purchases + 200) / 100))
    const provider = await startProvider()
    const shop = await startShop({ ...env, ...provider.env })
    const { origin } = shop
    const guests = await measurePurchases({ origin, databaseUrl, providerControl: provider.control, goods, count: purchases }) // biome-ignore format: one thought
    rows.push({ figure: 'guest purchases, 8 at a time', value: guests.perSecond, unit: '/s' })
    const refunds = Math.min(500, purchases)
    rows.push(...(await measureBalance({ origin, databaseUrl, db, keyring, guests, count: purchases, refunds })))
    await shop.stop()
    provider.stop()
    rows.push(await ledgerRow(embedded!, entries))
  } finally {
    await ground.close()
  }
  process.stdout.write(`${render(rows)}\n`)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
