// The audit log that a restore brings back says at its end that this was done.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { makeSecrets, startSimulators } from '#test/surroundings.testing.ts'
import { restore } from './restore.ts'
import { startScene } from './scene.testing.ts'

const secrets = makeSecrets()
let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeAll(async () => {
  simulators = await startSimulators(secrets)
})
afterAll(() => Promise.all([simulators.payssion, simulators.stripe, simulators.paypal].map((one) => one.close())))

test('a restore is a row of the log, once, of the backup that came back and of who did it', async () => {
  const scene = await startScene({ simulators, secrets })
  const folder = join(await mkdtemp(join(inject('dataDir'), 'restored-')), 'monday')
  const { takenAt } = await dump(scene.databaseUrl, folder)
  await scene.stop()
  const options = { folder, force: true, journals: [], trustJournal: false }
  // What a first try has written goes with the second.
  for (const by of ['ada', 'olga']) await restore(scene.config, createLog('silent'), { ...options, by })
  await scene.start()
  expect(
    await scene.test.db.query(sql`
      select actor, act, subject_kind as kind, subject_id as id from audit_log where act = 'backup.restore' order by id`),
  ).toEqual([{ actor: 'olga', act: 'backup.restore', kind: 'backup', id: takenAt }])
  await scene.stop()
  await scene.close()
})

test('events of another server, whose transactions are further than ours, are the oldest when the restore ends', async () => {
  const scene = await startScene({ simulators, secrets })
  await scene.test.db.run(sql`update events set xid = (xid::text::numeric + 4000000000)::text::xid8`)
  await scene.test.db.run(sql`update event_cursors set xid = (xid::text::numeric + 4000000000)::text::xid8`)
  const folder = join(await mkdtemp(join(inject('dataDir'), 'elsewhere-')), 'monday')
  await dump(scene.databaseUrl, folder)
  await scene.stop()
  const options = { folder, force: true, journals: [], trustJournal: false, by: 'ada' }
  await restore(scene.config, createLog('silent'), options)
  const db = openDatabase(scene.databaseUrl, { log: createLog('silent'), size: 1, name: 'test' })
  expect(
    await db.query(sql`
      select xid from event_cursors where xid >= pg_snapshot_xmax(pg_current_snapshot())
      union all select xid from events where xid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`),
  ).toEqual([])
  await db.close()
  await scene.start()
  await scene.stop()
  await scene.close()
})
