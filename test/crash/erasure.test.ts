// `kill -9` right after an account was closed, before the journal could be written: no restore forgets that (decision E8).
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { restore } from '#rooms/backup/restore.ts'
import { readConfig } from '#server/config.ts'
import { addMember } from '../harness.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('killed after the commit, before the answer and the journal: the next start writes it, and a restore knows of it', async () => {
  const shop = await startMortal(world, 'erasure committed')
  const member = await addMember(world)
  const backup = join(world.dataDir, 'before')
  await dump(world.databaseUrl, backup)
  const answer = await world
    .call('POST', '/api/profile/erase', { headers: { cookie: member.cookie }, body: { confirmed: true } })
    .catch(() => undefined)
  expect(answer).toBeUndefined()
  await shop.reborn
  await until(
    () => world.db.maybe(sql`select 1 from journal where batch > 0 and not exists (select from journal_entries)`),
    'the journal has it',
  )

  const empty = await createTestDatabase()
  const config = readConfig({ ...world.environment, DATABASE_URL: empty.url })
  const restored = await restore(config, createLog('silent'), {
    folder: backup,
    force: true,
    journals: [],
    trustJournal: true,
  })
  expect(restored).toMatchObject({ erased: 1, journal: { gap: undefined } })
  await empty.drop()
  await shop.end()
}, 120_000)
