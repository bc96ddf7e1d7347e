// `npm run snapshots`: takes the pictures anew that e2e/visual.spec.ts compares with. Look at what changed before keeping it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './ensure.mjs'
import { readGiven } from './usage.mjs'

readGiven(
  'snapshots',
  `npm run snapshots

  takes the pictures anew that e2e/visual.spec.ts compares with`,
)

await ensureInstalled({ replace: true })
await ensureBuilt()
const whole = await ensureBrowser()
const chromium = await ensureShell(whole)
const code = await run(
  NODE,
  [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', 'e2e/visual.spec.ts', '--update-snapshots=changed'],
  {
    CHROMIUM: chromium,
    CHROMIUM_WHOLE: whole,
    // Those too that only the full matrix compares.
    MATRIX: 'full',
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(ROOT, 'test-results', 'snapshots.json'),
  },
)

// 256 colours are a third of the bytes, and far within the tolerance.
const { default: sharp } = await import('sharp')
const folder = join(ROOT, 'e2e', 'visual')
for (const name of readdirSync(folder, { recursive: true })) {
  if (!name.endsWith('.png')) continue
  const path = join(folder, name)
  const taken = readFileSync(path)
  const packed = await sharp(taken).png({ palette: true, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer()
  if (packed.length < taken.length) writeFileSync(path, packed)
}
process.exit(code)
