// Builds the pages, then compresses what browsers fetch once and for all: brotli 11 and gzip 9 beside each file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.env.NODE_ENV = 'production'
const builder = await createBuilder({ root, logLevel: 'warn' })
await builder.buildApp()

const assets = join(root, 'dist', 'client', 'assets')
for (const name of readdirSync(assets)) {
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
