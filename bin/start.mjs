// `npm start` and `npm run dev`: install what is missing, build what is stale, open the shop. Not beside one that runs already.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run, SHOP_ENV, SHOP_FLAGS, takeShopPlace } from './ensure.mjs'
import { readGiven } from './usage.mjs'

const USAGE = `npm start
npm run dev

  start  installs what is missing, builds pages of which a source changed, and opens the shop
  dev    opens it with pages that follow their sources

  What the shop is told comes from the environment alone: see docs/operate.md.`

const { dev = false } = readGiven('start', USAGE, { options: { dev: { type: 'boolean' } } }).values
const { name: own, place } = await takeShopPlace(dev)
await ensureInstalled({ replace: true, own })
if (!dev) await ensureBuilt({ own })
process.exit(
  await run(
    NODE,
    [...SHOP_FLAGS, join(ROOT, 'src', 'server', 'main.ts'), ...(dev ? ['--dev'] : [])],
    // What the operator has set goes before.
    { ...SHOP_ENV, ...process.env, ...(dev ? {} : { NODE_ENV: 'production' }) },
    place,
  ),
)
