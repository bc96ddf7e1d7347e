// `npm run bench`: measures on this machine. Each part is a file of bench/, which says what it measures.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'
import { readGiven, refuse } from './usage.mjs'

const USAGE = `npm run bench [-- PART]

  Measures on this machine, on a shop of its own in data/, for many minutes.

  without a part                           all of the shop: starting, pages, lists, purchases, members, a large catalogue;
                                           also written to bench/results/latest.json
  memory                                   memory and requests with a catalogue of 200,000 products
  money [PURCHASES [ENTRIES]]              what members' money costs, and the sum of a ledger of so many entries
  office [ORDERS [PRODUCTS [PURCHASES]]]   the back office's lists, and what its use costs the shop's visitors`

/** How many numbers each may be given. */
const PARTS = { memory: 0, money: 2, office: 3 }

const [part, ...numbers] = readGiven('bench', USAGE, { words: true }).words
if (part !== undefined && !Object.hasOwn(PARTS, part)) refuse('bench', `there is no part "${part}"`, USAGE)
const wrong = numbers.find((typed, at) => at >= PARTS[part] || !/^[1-9]\d*$/.test(typed))
if (wrong !== undefined) refuse('bench', `${part} cannot be given "${wrong}"`, USAGE)

await ensureInstalled({ replace: true })
await ensureBuilt()
const script = join(ROOT, 'bench', `${part ?? 'main'}.ts`)
process.exit(await run(NODE, [script, ...numbers], { NODE_ENV: 'production' }))
