// `npm run words`: every language has a place for every word, so that the shop runs while they are translated.
import { join } from 'node:path'
import { ensureInstalled, NODE, ROOT, run } from './ensure.mjs'
import { readGiven } from './usage.mjs'

readGiven(
  'words',
  `npm run words

  gives every language a place for each word that English has, and names what is to be translated`,
)

await ensureInstalled()
const shelves = ['src/locales', 'src/demo/words', 'src/rooms/products/facet-names', 'src/rooms/payments/providers']
const code = await run(NODE, [join(ROOT, 'bin', 'fill-words.mjs')])
process.exit(code || (await run(join(ROOT, 'node_modules', '.bin', 'biome'), ['format', '--write', ...shelves])))
