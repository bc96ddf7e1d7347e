// Builds the pages and the back office, then compresses what browsers fetch once and for all:
// brotli 11 and gzip 9 beside each file. A build whose pages name a file that there is not fails.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, createBuilder } from 'vite'
import { missingAssets } from './missing-assets.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.env.NODE_ENV = 'production'
const builder = await createBuilder({ root, logLevel: 'warn' })
await builder.buildApp()

await build({ root: join(root, 'src/apps/office'), configFile: join(root, 'vite.office.config.ts'), logLevel: 'warn' })

// What browsers fetch once and for all lies in one place, whichever application it belongs to.
const assets = join(root, 'dist', 'client', 'assets')
mkdirSync(assets, { recursive: true })
renameSync(join(root, 'dist', 'office', 'assets', 'office'), join(assets, 'office'))

const missing = missingAssets(join(root, 'dist'))
if (missing.length > 0) throw new Error(`the server's pages name files that were not built: ${missing.join(', ')}`)

for (const name of readdirSync(assets, { recursive: true })) {
  if (!/\.(js|css|json|svg)$/.test(name)) continue
  const path = join(assets, name)
  const bytes = readFileSync(path)
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  )
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
