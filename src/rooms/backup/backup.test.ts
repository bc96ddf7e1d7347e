// After a restore to an earlier moment nothing is sold twice (decision E8).
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { until } from '#platform/testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { releaseKeys } from '#rooms/vault/release.ts'
import { addMember, addProduct, attemptOf, orderBody, placeOrder, statusOf, type TestProduct } from '#test/harness.ts'
import { makeSecrets, startSimulators } from '#test/surroundings.testing.ts'
import { restore } from './restore.ts'
import { buy, type Scene, startScene, states } from './scene.testing.ts'

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

const stock = async (db: Database, { offerId }: TestProduct) =>
  (await db.one<{ stock: number }>(sql`select stock from offers where id = ${offerId}`)).stock

const refused = async (scene: Scene, product: TestProduct) =>
  (await scene.test.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })).status

test('eight keys that were sold after the backup are not sold again: the journal tells of them', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 10 })
  await buy(scene, product, 2)
  const backup = join(folder, 'journal')
  const [manifest] = await Promise.all([dump(scene.databaseUrl, backup), buy(scene, product, 1)])
  expect(manifest.tables.find(({ name }) => name === 'vault_keys')?.rows).toBe(10)
  await buy(scene, product, 7)
  expect(await states(scene.test.db, product)).toEqual({ sold: 10 })
  await scene.stop()

  const restored = await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  expect(restored.journal).toMatchObject({ gap: undefined })
  expect(restored.withheld).toBe(0)
  await scene.start()
  const { available = 0, reserved = 0 } = await states(scene.test.db, product)
  expect({ available, reserved }).toEqual({ available: 0, reserved: 0 })
  expect(await stock(scene.test.db, product)).toBe(0)
  expect(await refused(scene, product)).toBe(422)
  await scene.stop()
  await scene.close()
})

test('uploaded pictures come back byte by byte, with what shows them', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test)
  const content = randomBytes(5 * 1024 * 1024)
  const id = createHash('sha256').update(content).digest('hex')
  await scene.test.db.run(sql`
    insert into uploads (id, media_type, width, height, content) values (${id}, 'image/webp', 3, 4, ${content})`)
  await scene.test.db.run(sql`update products set picture_id = ${id} where id = ${product.productId}`)
  const backup = join(folder, 'pictures')
  await dump(scene.databaseUrl, backup)
  await scene.test.db.run(sql`update products set picture_id = null`)
  await scene.test.db.run(sql`delete from uploads`)
  await scene.stop()

  await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  await scene.start()
  const restored = await scene.test.db.one<{ content: Buffer }>(sql`
    select content from uploads join products on products.picture_id = uploads.id where products.id = ${product.productId}`)
  expect(restored.content.equals(content)).toBe(true)
  await scene.stop()
  await scene.close()
})

test('without the journal every key that was free waits until the operator releases it', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 9 })
  await buy(scene, product, 1)
  const waiting = await placeOrder(scene.test, orderBody([{ product }]))
  const backup = join(folder, 'without')
  await dump(scene.databaseUrl, backup)
  await buy(scene, product, 7)
  await scene.stop()
  await rm(join(scene.config.dataDir, 'journal'), { recursive: true })
  await rm(scene.config.journalDir!, { recursive: true })

  const restored = await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  expect(restored).toMatchObject({ retired: 0, withheld: 8, journal: { gap: 'there is none of this shop' } })
  await scene.start()
  const { db } = scene.test
  expect(await states(db, product)).toEqual({ sold: 1, withheld: 8 })
  expect(await refused(scene, product)).toBe(422)
  expect(
    await db.query(sql`select kind from alerts where kind = 'restore.withheld' and resolved_at is null`),
  ).toHaveLength(1)

  // Who pays for what he had reserved waits with the others, and is served when keys are released.
  scene.test.stripe.pay(await attemptOf(scene.test, waiting.orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(scene.test, waiting.orderId)) === 'Processing', 'it is paid and waits')
  expect(await releaseKeys(db, product.slug.toUpperCase(), 'ada')).toEqual([{ offerId: product.offerId, keys: 8 }])
  await until(async () => (await statusOf(scene.test, waiting.orderId)) === 'Delivered', 'it is delivered')
  expect(await states(db, product)).toEqual({ available: 7, sold: 2 })
  await scene.stop()
  await scene.close()
})

test('one place of the journal is enough; a part that is missing, or an older copy of it, is noticed', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 6 })
  const backup = join(folder, 'parts')
  await dump(scene.databaseUrl, backup)
  await buy(scene, product, 1)
  await scene.stop()
  await scene.start()
  await buy(scene, product, 1)
  await scene.stop()
  const again = () => restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })

  await rm(join(scene.config.dataDir, 'journal'), { recursive: true })
  expect(await again()).toMatchObject({ retired: 2, withheld: 0 })

  const second = scene.config.journalDir!
  const [first] = (await readdir(second)).sort()
  await rename(join(second, first!), join(folder, first!))
  expect(await again()).toMatchObject({ retired: 1, withheld: 5, journal: { gap: 'a part of it is missing' } })

  await rename(join(folder, first!), join(second, first!))
  // A copy of long ago, made while the shop stood, ends as orderly as the journal itself.
  for (const name of await readdir(second)) {
    const path = join(second, name)
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    const old = lines.map((line) => JSON.stringify({ ...JSON.parse(line), at: '2020-01-01T00:00:00.000Z' }))
    await writeFile(path, `${old.join('\n')}\n`)
  }
  const copied = await again()
  expect(copied).toMatchObject({ retired: 2, withheld: 4 })
  expect(copied.journal.gap).toMatch(/with an orderly stop, and may be an older copy/)

  const last = join(second, (await readdir(second)).sort().at(-1)!)
  const lines = (await readFile(last, 'utf8')).trimEnd().split('\n')
  const old = lines.slice(0, -1).map((line) => JSON.stringify({ ...JSON.parse(line), at: '2020-01-01T00:00:00.000Z' }))
  for (const name of await readdir(second)) if (!last.endsWith(name)) await rm(join(second, name))
  await writeFile(last, `${old.join('\n')}\n{"half": `)
  const { journal, withheld } = await again()
  expect(journal.gap).toMatch(/missing|may be an older copy/)
  expect(withheld).toBe(5)
  await scene.close()
})

test('nobody is signed in after a restore: a session that was ended since the backup stays ended', async () => {
  const scene = await openScene()
  const [member, eve] = [await addMember(scene.test), await addStaff(scene.test)]
  const backup = join(folder, 'sessions')
  await dump(scene.databaseUrl, backup)
  await scene.stop()
  await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  await scene.start()
  const as = (cookie: string) => ({ headers: { cookie } })
  expect((await scene.test.call('GET', '/api/profile/email', as(member.cookie))).status).toBe(401)
  expect((await scene.test.call('GET', '/office/session', as(eve.cookie))).status).toBe(401)
  await scene.stop()
  await scene.close()
})

test('a restored database is what it was: every table, its sequences, its jobs', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 3 })
  await buy(scene, product, 1)
  await scene.test.db.run(
    sql`select graphile_worker.add_job('nobody.knows', '{"a":1}', run_at => now() + interval '1 year', job_key => 'kept')`,
  )
  await scene.stop()
  const backups = [join(folder, 'first'), join(folder, 'second')] as const
  const before = await dump(scene.databaseUrl, backups[0])
  await restore(scene.config, log, { folder: backups[0], force: true, journals: [], trustJournal: false })
  const after = await dump(scene.databaseUrl, backups[1])
  // But for the row that says who restored it.
  const plain = ({ tables, sequences, migrations, keyring }: typeof before) => ({
    tables: tables.filter(({ name }) => name !== 'audit_log'),
    sequences: sequences.filter(({ name }) => name !== 'audit_log_id_seq'),
    migrations,
    keyring,
  })
  expect(plain(after)).toEqual(plain(before))
  expect(after.jobs.rows).toBe(before.jobs.rows)
  await scene.close()
})
