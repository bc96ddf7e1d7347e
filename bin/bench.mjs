// `npm run bench`: measures on this machine; bench/main.ts says what. `npm run bench -- memory`: bench/memory.ts alone.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'

await ensureInstalled()
await ensureBuilt()
const script = process.argv[2] === 'memory' ? 'memory.ts' : 'main.ts'
process.exit(await run(NODE, [join(ROOT, 'bench', script), ...process.argv.slice(2)], { NODE_ENV: 'production' }))
