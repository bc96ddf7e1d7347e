// Work that may take long (a migration, a backup) on a database host that vanishes without a word: it fails within
// seconds, instead of waiting for ever.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { openProxy } from './proxy.testing.ts'

/** Runs `work` on a way to the database that is cut once its session `name` waits for `lock`, which another holds. */
async function cutWhileItWaits(name: string, lock: string, work: (url: string) => Promise<unknown>) {
  const database = await createTestDatabase()
  const proxy = await openProxy(database.url)
  const [rival, watcher] = [0, 1].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client]
  await Promise.all([rival.connect(), watcher.connect()])
  try {
    // As the first start of a shop leaves it: another database is not backed up.
    await rival.query(`insert into fingerprint_keys (purpose, sealed) values ('test', '')`)
    await rival.query('begin')
    await rival.query(lock)
    const working = work(proxy.url)
    working.catch(() => {})
    const waits = `select from pg_stat_activity where application_name = $1 and datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await watcher.query(waits, [name])).rowCount, `${name} waits`)
    proxy.vanish()
    await working
  } finally {
    await Promise.all([rival.end(), watcher.end()])
    await proxy.close()
    await database.drop()
  }
}

test.concurrent('a start whose migrations wait', async () => {
  const work = cutWhileItWaits('latchkey migrate', 'select pg_advisory_xact_lock(1281455211)', migrate)
  await expect(work).rejects.toThrow('Connection terminated')
})

test.concurrent('a backup in the middle of a table; it leaves nothing that looks like one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-vanished-'))
  try {
    const work = cutWhileItWaits('latchkey backup', 'lock table orders in access exclusive mode', (url) =>
      dump(url, join(folder, 'monday')),
    )
    await expect(work).rejects.toThrow('Connection terminated')
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
