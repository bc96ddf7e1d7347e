// After a restore to an earlier moment those are gone who went since, with what was theirs, and nothing of others.
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dump } from '#platform/backup/dump.ts'
import { readManifest } from '#platform/backup/manifest.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { linkToken } from '#rooms/enquiries/link-token.ts'
import { signIn } from '#rooms/sessions/member.testing.ts'
import { addMember, addProduct, orderBody, placeOrder, type TestMember } from '#test/harness.ts'
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
