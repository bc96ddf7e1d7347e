// `npm run bench`: measures on this machine; bench/main.ts says what.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'

await ensureInstalled()
await ensureBuilt()
process.exit(await run(NODE, [join(ROOT, 'bench', 'main.ts'), ...process.argv.slice(2)], { NODE_ENV: 'production' }))
