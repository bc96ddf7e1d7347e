// `npm run bench`: measures on this machine; bench/main.ts says what. `npm run bench -- memory` (or `money`, `office`): bench/memory.ts (money.ts, office.ts) alone.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'

await ensureInstalled({ replace: true })
await ensureBuilt()
const script = ['memory', 'money', 'office'].includes(process.argv[2]) ? `${process.argv[2]}.ts` : 'main.ts'
process.exit(await run(NODE, [join(ROOT, 'bench', script), ...process.argv.slice(2)], { NODE_ENV: 'production' }))
