// A restore itself: ended half way, long, refused, and the jobs that it brings back.
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { QUERY_MS } from '#platform/database/connection.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { ASKING } from '#platform/database/patience.ts'
import { sql } from '#platform/database/sql.ts'
import { TOLD } from '#platform/jobs/dead.ts'
import { giveUp } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { addProduct } from '#test/harness.ts'
import { makeSecrets, startSimulators } from '#test/surroundings.testing.ts'
import { restore } from './restore.ts'
import { startScene } from './scene.testing.ts'

const secrets = makeSecrets()
const log = createLog('silent')
let simulators: Awaited<ReturnType<typeof startSimulators>>
let folder: string
beforeAll(async () => {
  simulators = await startSimulators(secrets)
  folder = await mkdtemp(join(inject('dataDir'), 'backup-'))
})
afterAll(() => Promise.all([simulators.payssion, simulators.stripe, simulators.paypal].map((one) => one.close())))

const openScene = () => startScene({ simulators, secrets })

test('a restore that is ended before it has emptied the database leaves it as whole as it was', async () => {
  const scene = await openScene()
  const backup = join(folder, 'refused')
  await dump(scene.databaseUrl, backup)
  await scene.stop()
  // Sessions that a restore does not count; it waits for the lock of one.
  const asking = () => new pg.Client({ connectionString: scene.databaseUrl, application_name: ASKING })
  const [rival, watcher] = [asking(), asking()]
  await Promise.all([rival.connect(), watcher.connect()])
  await rival.query('begin')
  await rival.query('lock table orders in access share mode')
  const restoring = restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  restoring.catch(() => {})
  const ended = `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'latchkey restore'
    and datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await watcher.query(ended)).rowCount, 'it waits for the lock')
  await expect(restoring).rejects.toThrow('canceling statement')
  await Promise.all([rival.end(), watcher.end()])
  // Neither a backup nor a start takes it for half restored.
  await dump(scene.databaseUrl, join(folder, 'still-whole'))
  await scene.start()
  await scene.stop()
  await scene.close()
})

test('a job that was given up, or was tried as often as it may be, is not tried again after a restore; one whose last try is under way is', async () => {
  const scene = await openScene()
  await scene.stop()
  const db = openDatabase(scene.databaseUrl, { log, size: 1, name: 'test' })
  const add = async (value: string) => {
    const { id } = await db.one<{ id: number }>(sql`
      select id::int as id from graphile_worker.add_job('nobody.knows', json_build_object('value', ${value}::text), max_attempts => 3)`)
    return id
  }
  const given = await add('given up')
  await db.transaction((tx) => giveUp(tx, given, 'by ada'))
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = 3, last_error = 'no answer' where id = ${await add('died')}`)
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = 3, locked_at = now() where id = ${await add('under way')}`)
  await add('new')
  const jobs = (db: Database) =>
    db.query(sql`
      select j.payload ->> 'value' as value, j.attempts::int as attempts, j.last_error as error, j.flags ? ${TOLD} as told
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'nobody.knows' order by j.id`)
  await db.run(sql`insert into alerts (kind, subject, details) values ('job.dead', ${`nobody.knows ${given}`}, '{}')`)
  const backup = join(folder, 'given-up')
  await dump(scene.databaseUrl, backup)
  await db.close()
  await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  const restored = openDatabase(scene.databaseUrl, { log, size: 1, name: 'test' })
  expect(await jobs(restored)).toEqual([
    { value: 'given up', attempts: 3, error: 'by ada', told: null },
    { value: 'died', attempts: 3, error: 'no answer', told: null },
    { value: 'under way', attempts: 0, error: null, told: null },
    { value: 'new', attempts: 0, error: null, told: null },
  ])
  // Each has another number, and is told under that.
  expect(await restored.query(sql`select 1 from alerts where kind = 'job.dead' and resolved_at is null`)).toEqual([])
  await restored.close()
  await scene.close()
})

test('a restore takes as long as it takes: a statement that waits longer than any of a shop may is not given up', async () => {
  const scene = await openScene()
  await scene.stop()
  const backup = join(folder, 'long')
  await dump(scene.databaseUrl, backup)
  // Holds up the last statement of all. By this name a session does not count as one that uses the database.
  const rival = new pg.Client({ connectionString: scene.databaseUrl, application_name: ASKING })
  await rival.connect()
  await rival.query('create schema latchkey_restore')
  await rival.query(`begin; comment on schema latchkey_restore is 'held'`)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const restored = restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
    restored.catch(() => {})
    const held = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
    while ((await rival.query(held)).rowCount === 0) await setImmediate()
    vi.advanceTimersByTime(2 * QUERY_MS)
    await rival.query('commit')
    expect(await restored).toMatchObject({ retired: 0 })
  } finally {
    vi.useRealTimers()
    await rival.end()
    await scene.close()
  }
})

test('refuses what would do harm: a shop in use, a full database, another keyring, no journal where one was named, a backup that was changed', async () => {
  const scene = await openScene()
  await addProduct(scene.test, { keys: 1 })
  const backup = join(folder, 'refusals')
  await dump(scene.databaseUrl, backup)
  await expect(dump(scene.databaseUrl, backup)).rejects.toThrow('is not empty')
  const options = { folder: backup, force: true, journals: [], trustJournal: false }
  await expect(restore(scene.config, log, options)).rejects.toThrow('the database is in use')
  await scene.stop()
  await expect(restore(scene.config, log, { ...options, force: false })).rejects.toThrow('the database is not empty')
  const stranger = { ...scene.config, vaultKeys: [Buffer.alloc(32, 9).toString('base64')] }
  await expect(restore(stranger, log, options)).rejects.toThrow(
    /VAULT_KEYS: a key is missing: only key \w+ opens keys in the vault \(1\)/,
  )
  // Of two folders that were named one is mistyped, and one holds something else.
  for (const [named, why] of [
    [join(folder, 'mistyped'), 'cannot be read (ENOENT)'],
    [backup, 'has no file of the journal'],
  ] as const)
    await expect(restore(scene.config, log, { ...options, journals: [named] })).rejects.toThrow(`${named} ${why}`)
  const file = join(backup, 'vault_keys.copy.gz')
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, -1))
  await expect(restore(scene.config, log, options)).rejects.toThrow('vault_keys.copy.gz was changed or is not whole')
  // Nothing of it touched the database.
  await scene.start()
  await scene.stop()

  await writeFile(file, bytes)
  const empty = await createTestDatabase()
  await scene.close()
  await expect(
    restore({ ...scene.config, databaseUrl: empty.url, databaseDirectUrl: empty.url }, log, options),
  ).resolves.toBeDefined()
  await empty.drop()
})
