// A database that comes back older than it was, by another way than a restore, sells nothing twice.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { until } from '#platform/testing.ts'
import { addProduct, orderBody } from '#test/harness.ts'
import { makeSecrets, startSimulators } from '#test/surroundings.testing.ts'
import { restore } from './restore.ts'
import { buy, startScene, states } from './scene.testing.ts'

const secrets = makeSecrets()
const log = createLog('silent')
let simulators: Awaited<ReturnType<typeof startSimulators>>
let folder: string
beforeAll(async () => {
  simulators = await startSimulators(secrets)
  folder = await mkdtemp(join(inject('dataDir'), 'older-'))
})
afterAll(() => Promise.all([simulators.payssion, simulators.stripe, simulators.paypal].map((one) => one.close())))

test('a shop does not start on a database that is older than its journal; backed up and restored, it has sold what it had sold', async () => {
  const scene = await startScene({ simulators, secrets })
  const product = await addProduct(scene.test, { keys: 3 })
  const [before, older] = [join(folder, 'before'), join(folder, 'older')]
  await dump(scene.databaseUrl, before)
  await buy(scene, product, 2)
  await scene.stop()
  // As a snapshot comes back: nobody reads the journal.
  const elsewhere = {
    ...scene.config,
    dataDir: await mkdtemp(join(folder, 'data-')),
    journalDir: await mkdtemp(join(folder, 'journal-')),
  }
  await restore(elsewhere, log, { folder: before, force: true, journals: [], trustJournal: true })
  await expect(scene.start()).rejects.toThrow(/the database is older than the journal: .+npm run restore/s)

  await dump(scene.databaseUrl, older)
  await restore(scene.config, log, { folder: older, force: true, journals: [], trustJournal: false })
  await scene.start()
  expect(await states(scene.test.db, product)).toEqual({ available: 1, retired: 2 })
  await scene.stop()
  await scene.close()
})

test('a shop that runs is not ready, and takes no order, once its database has come back older', async () => {
  const scene = await startScene({ simulators, secrets })
  const product = await addProduct(scene.test, { keys: 2 })
  await buy(scene, product, 1)
  const { shop, db } = scene.test
  await until(() => db.age.known, 'the sale is in the journal')
  await db.run(sql`update journal set batch = 0`)
  const readyz = async () => {
    const answer = await fetch(`${shop.origin}/readyz`)
    return `${answer.status} ${await answer.text()}`
  }
  const older = '503 not ready\ndatabase: came back older than it was, and would sell keys twice\n'
  await until(async () => (await readyz()) === older, 'it is not ready, and says why')
  const answer = await scene.test.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  expect(answer.status).toBe(503)
  await scene.stop()
  await scene.close()
})
