// `npm run bench -- memory`: only the figures of the catalogue of 200,000. Takes two minutes; those in requests say little while the
// machine does anything else, those in megabytes hold.
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/log.ts'
import { openGround } from '../src/platform/platform.ts'
import { measureLarge } from './large.ts'
import { render } from './table.ts'

const dataDir = join(dirname(dirname(fileURLToPath(import.meta.url))), 'data', 'bench-memory')
const env = { DATA_DIR: dataDir, VAULT_KEYS: randomBytes(32).toString('base64') }
await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })
try {
  const ground = await openGround(parseConfig({ ...env, LOG_LEVEL: 'error' }), createLog('error'), 'bench', {
    begins: true,
  })
  try {
    process.stdout.write(`${render(await measureLarge({ server: ground.embedded!, env, dataDir }))}\n`)
  } finally {
    await ground.close()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
