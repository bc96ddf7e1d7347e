// After a restore to an earlier moment nothing is sold twice (decision E8).
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { readManifest } from '#platform/backup/manifest.ts'
import { QUERY_MS } from '#platform/database/connection.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { ASKING } from '#platform/database/patience.ts'
import { sql } from '#platform/database/sql.ts'
import { TOLD } from '#platform/jobs/dead.ts'
import { giveUp } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { linkToken } from '#rooms/enquiries/link-token.ts'
import { signIn } from '#rooms/sessions/member.testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { releaseKeys } from '#rooms/vault/release.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  orderBody,
  placeOrder,
  statusOf,
  type TestMember,
  type TestProduct,
} from '#test/harness.ts'
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

test('who closed his account after the backup is gone again with his data, though he had no account yet when it was taken', async () => {
  const scene = await openScene()
  const product = await addProduct(scene.test, { keys: 1 })
  const [gone, stays] = [await addMember(scene.test), await addMember(scene.test)]
  const later = 'later@example.com'
  for (const email of [gone.email, stays.email, later])
    await scene.test.db.run(sql`
      insert into enquiries (id, type, fill_name, email, message, locale)
      values (gen_random_uuid(), 2, 'A name', ${email}, 'Forty keys', 'en-US')`)
  const order = await placeOrder(scene.test, orderBody([{ product }], { email: later }))
  const backup = join(folder, 'erasures')
  await dump(scene.databaseUrl, backup)
  await scene.test.db.run(sql`update orders set status = 'Cancelled' where id = ${order.orderId}`)
  const newcomer = await addMember(scene.test, { email: later })
  for (const { cookie } of [gone, newcomer]) {
    const answer = await scene.test.call('POST', '/api/profile/erase', {
      headers: { cookie },
      body: { confirmed: true },
    })
    expect(answer.status).toBe(200)
  }
  await scene.stop()

  const options = { folder: backup, force: true, journals: [], trustJournal: false }
  expect(await restore(scene.config, log, options)).toMatchObject({ erased: 2, journal: { gap: undefined } })
  await scene.start()
  const { db } = scene.test
  const open = sql`select id from members where closed_at is null and id in (${gone.id}, ${stays.id})`
  expect(await db.query(open)).toEqual([{ id: stays.id }])
  for (const { name } of (await readManifest(backup)).tables) {
    const { found } = await db.one<{ found: string }>(
      sql`select query_to_xml(format('select * from %I', ${name}::text), true, false, '')::text as found`,
    )
    for (const trace of [gone.email, gone.username, later]) expect([name, found.includes(trace)]).toEqual([name, false])
  }
  expect(await db.query(sql`select email from enquiries`)).toEqual([{ email: stays.email }])
  await scene.stop()

  // An older backup than the erasure once more, and one that has it already: nothing is done twice.
  const after = join(folder, 'erased')
  await dump(scene.databaseUrl, after)
  expect(await restore(scene.config, log, { ...options, folder: after })).toMatchObject({ erased: 0 })
  await scene.close()
})

test('who has left the newsletter since the backup, by its link, in his profile or with his account, gets none after a restore', async () => {
  const scene = await openScene()
  const { test: shop } = scene
  const [byProfile, byErasure] = [await addMember(shop), await addMember(shop)]
  for (const email of ['by-link@example.com', byProfile.email, byErasure.email, 'stays@example.com'])
    await shop.db.run(sql`
      insert into newsletter_subscriptions (id, email, locale, state, confirmed_at)
      values (gen_random_uuid(), ${email}, 'en-US', 'confirmed', now())`)
  const backup = join(folder, 'newsletter')
  await dump(scene.databaseUrl, backup)
  const { id } = await shop.db.one<{ id: string }>(
    sql`select id from newsletter_subscriptions where email = 'by-link@example.com'`,
  )
  const token = linkToken(shop.shop.ground.keyring, 'newsletter', id)
  const asks = ({ cookie }: TestMember, what: string, body: object) =>
    shop.call('POST', `/api/profile/${what}`, { headers: { cookie }, body })
  const asked = [
    await shop.call('POST', '/api/bottom/subscription/leave', { body: { token } }),
    await asks(byProfile, 'updateMemberInfo', { isSubscribe: '1' }),
    await asks(byErasure, 'erase', { confirmed: true }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
  await scene.stop()

  await restore(scene.config, log, { folder: backup, force: true, journals: [], trustJournal: false })
  await scene.start()
  expect(
    await scene.test.db.query(sql`select email, state from newsletter_subscriptions order by state, email`),
  ).toEqual([
    { email: 'stays@example.com', state: 'confirmed' },
    { email: 'by-link@example.com', state: 'left' },
    { email: byProfile.email, state: 'left' },
  ])
  await scene.stop()
  await scene.close()
})

test('of an address that somebody had left before he went, a restore brings back what others wrote from there since, and nothing of his', async () => {
  const scene = await openScene()
  const member = await addMember(scene.test)
  const [first, second] = [member.email, 'second@example.com']
  const writes = (message: string, daysAgo: number) =>
    scene.test.db.run(sql`
      insert into enquiries (id, type, fill_name, email, message, locale, created_at)
      values (gen_random_uuid(), 2, 'A name', ${first}, ${message}, 'en-US', now() - make_interval(days => ${daysAgo}))`)
  const moves = () =>
    scene.test.db.transaction(async (tx) => {
      await tx.run(sql`
        insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, confirmed_at)
        values (gen_random_uuid(), ${member.id}, ${second}, ${second}, ${first}, ${first}, 'en-US', now() - interval '8 days')`)
      await tx.run(sql`update members set email = ${second}, email_key = ${second} where id = ${member.id}`)
    })
  await writes('his', 9)
  const [old, young] = [join(folder, 'address-had'), join(folder, 'address-left')]
  await dump(scene.databaseUrl, old)
  await moves()
  await writes('of somebody else', 0)
  await dump(scene.databaseUrl, young)
  const asked = { headers: { cookie: member.cookie }, body: { confirmed: true } }
  expect((await scene.test.call('POST', '/api/profile/erase', asked)).status).toBe(200)
  await scene.stop()

  for (const [backup, left] of [
    [young, [{ message: 'of somebody else' }]],
    [old, []],
  ] as const) {
    const options = { folder: backup, force: true, journals: [], trustJournal: false }
    expect(await restore(scene.config, log, options)).toMatchObject({ erased: 1 })
    await scene.start()
    expect(await scene.test.db.query(sql`select message from enquiries`)).toEqual(left)
    expect(await scene.test.db.query(sql`select email from members where id = ${member.id}`)).toEqual([{ email: '' }])
    await scene.stop()
  }
  await scene.close()
})

test('of an address that another member had before whoever went, a restore brings back what that one wrote from there, and it goes with him', async () => {
  const scene = await openScene()
  const first = await addMember(scene.test)
  const { email } = first
  const writes = (message: string, daysAgo: number) =>
    scene.test.db.run(sql`
      insert into enquiries (id, type, fill_name, email, message, locale, created_at)
      values (gen_random_uuid(), 2, 'A name', ${email}, ${message}, 'en-US', now() - make_interval(days => ${daysAgo}))`)
  const written = () => scene.test.db.query(sql`select message from enquiries order by message`)
  const eraseOf = ({ cookie }: { cookie: string }) =>
    scene.test.call('POST', '/api/profile/erase', { headers: { cookie }, body: { confirmed: true } })
  await writes('of the first', 9)
  await scene.test.db.run(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, confirmed_at)
    values (gen_random_uuid(), ${first.id}, 'moved@example.com', 'moved@example.com', ${email}, ${email}, 'en-US', now() - interval '8 days')`)
  await scene.test.db.run(sql`
    update members set email = 'moved@example.com', email_key = 'moved@example.com' where id = ${first.id}`)
  const second = await addMember(scene.test, { email })
  await writes('of the second', 0)
  const backup = join(folder, 'address-taken')
  await dump(scene.databaseUrl, backup)
  expect((await eraseOf(second)).status).toBe(200)
  expect(await written()).toEqual([{ message: 'of the first' }])
  await scene.stop()

  const options = { folder: backup, force: true, journals: [], trustJournal: false }
  expect(await restore(scene.config, log, options)).toMatchObject({ erased: 1 })
  await scene.start()
  expect(await written()).toEqual([{ message: 'of the first' }])
  expect((await eraseOf(await signIn(scene.test, first.id))).status).toBe(200)
  expect(await written()).toEqual([])
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
