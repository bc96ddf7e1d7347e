// A shop that runs, and a later version that is started in another folder with the same data directory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { childEnv } from './child.testing.ts'
import { startEmbedded } from './database/embedded.ts'
import { until } from './testing.ts'

const MAIN = join(import.meta.dirname, '../server/main.ts')

function startShop(dataDir: string) {
  const env = { ...childEnv(), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', DEMO: 'off', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout.on('data', (text) => (said.out += text))
  child.stderr.on('data', (text) => (said.err += text))
  return { said, ended: once(child, 'close'), end: () => child.kill('SIGTERM') }
}

test('a second shop with the same data directory is refused before it changes the database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-second-'))
  const shop = startShop(dataDir)
  await until(() => shop.said.out.includes(' is open at '), 'it is open', 60_000)
  const server = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const last = 'from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)' // biome-ignore format: one statement
    const { rows } = await client.query(`delete ${last} returning created_at`)
    const later = startShop(dataDir)
    expect(await later.ended).toEqual([1, null])
    expect(later.said.err).toBe(`Latchkey cannot start: DATA_DIR: another shop is running with ${dataDir}\n`)
    const { rowCount } = await client.query('select from drizzle.__drizzle_migrations where created_at = $1', [
      rows[0].created_at,
    ])
    expect(rowCount).toBe(0)
  } finally {
    await client.end()
    await server.stop()
    shop.end()
    await shop.ended
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)
