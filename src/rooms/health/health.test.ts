// How the shop is, jobs that failed, and the text for whoever helps.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { defineRoom } from '#platform/room.ts'
import { until } from '#platform/testing.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { noteBackup } from './hands.ts'

const KEY = 'AAAAA-BBBBB-CCCCC'
const SMTP_PASSWORD = 'smtp-pass-9f3'
const SECRET_ENV = {
  SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:1`,
  PURGE_URL: 'https://purge.shop-host.example/x',
  PURGE_TOKEN: 'purge-token-77a1',
  SUPPORT_EMAIL: 'owner@shop-host.example',
  MAIL_FROM: 'Shop <noreply@shop-host.example>',
}

const BREAKS = defineJob<{ orderId?: string; note?: string }>('test.breaks')
let ran = 0
let thrown: string | undefined
const breaking = defineRoom({
  name: 'breaking',
  needs: {},
  open: ({ db }) => ({
    jobs: [
      BREAKS.does(async () => {
        ran++
        if (thrown === undefined) return
        // It is tried again hours later, instead of seconds.
        await db.run(sql`
          update graphile_worker._private_jobs set run_at = now() + interval '6 hours'
          where locked_at is not null and task_id = (select id from graphile_worker._private_tasks where identifier = ${BREAKS.name})`)
        throw new Error(thrown)
      }),
    ],
  }),
})

let shop: TestShop
let ada: TestStaff
let reader: TestStaff
beforeAll(async () => {
  shop = await openTestShop(SECRET_ENV, { moreRooms: [breaking] })
  ada = await addStaff(shop, { role: 'manager' })
  reader = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

const get = async (path: string, by = ada) => (await shop.call('GET', path, { headers: { cookie: by.cookie } })).body
const act = async (id: number, way: string, body: object, by = ada) =>
  shop.call('POST', `/office/health/jobs/${id}/${way}`, { headers: { cookie: by.cookie }, body })
const audited = (id: number) =>
  shop.db.query(
    sql`select act, after, reason from audit_log where subject_kind = 'job' and subject_id = ${String(id)} order by id`,
  )

interface JobRow {
  id: number
  seen: string
  attempts: number
  nextAt: string | null
  error: string
  about: object[]
}
const breaks = async (state = ''): Promise<JobRow[]> =>
  (await get(`/office/health/jobs?task=test.breaks${state && `&state=${state}`}`)).data.rows

/** A job that has failed once, or as often as it may. */
async function failed(error: string, { dead = false, payload = {} } = {}): Promise<JobRow> {
  thrown = error
  const before = (await breaks())[0]?.id ?? 0
  await enqueue(shop.db, BREAKS, payload, dead ? { maxAttempts: 1 } : {})
  return until(async () => {
    const [job] = (await get('/office/health/jobs?task=test.breaks')).data.rows
    return job && job.id > before && !job.isRunning && job.attempts > 0 ? (job as JobRow) : undefined
  }, 'the job has failed')
}

test('the page says what readyz says, and what all processes share', async () => {
  await noteBackup(shop.db, { takenAt: '2026-01-02T03:04:05.000Z', rows: 7 })
  const { data } = await get('/office/health')
  expect(data).toMatchObject({
    ...{ ready: true, backupAt: '2026-01-02T03:04:05.000Z', migrations: { missing: 0 } },
    ...{ versions: { program: '0.1.0', node: process.version }, journal: { waiting: 0, since: null } },
  })
  expect(data.instances).toBeGreaterThanOrEqual(1)
  expect(data.workers).toBeGreaterThanOrEqual(1)
  expect(data.disk.free).toBeLessThan(data.disk.size)
  expect(data.database.bytes).toBeGreaterThan(1_000_000)
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, created_at)
    values (gen_random_uuid(), '<old@x>', 'late@buyer.example', 'en-US', 'found', '{}', now() - interval '1 hour')`)
  const late = await until(async () => {
    const { wrong } = (await get('/office/health')).data
    return wrong.find(({ about }: { about: string }) => about === 'mail')
  }, 'the page says so')
  expect(late.line).toMatch(/^mail: 1 have waited/)
  const readyz = async () => (await fetch(`${shop.shop.origin}/readyz`)).text()
  await until(async () => (await readyz()).includes(late.line), 'readyz says so')
})

test('a job that failed is listed without what it was handed, and without what its error quotes', async () => {
  const id = '3d4a2b10-1111-4222-8333-444455556666'
  const error = `refused ${KEY} for eve@buyer.example with ${SMTP_PASSWORD} at postgres://u:p@h/x "Ünïque <b>" <img src=x>\nsecond line`
  const job = await failed(error, { payload: { orderId: id, note: KEY } })
  expect(job).toMatchObject({ attempts: 1, about: [{ name: 'orderId', id }] })
  expect(job.nextAt).not.toBeNull()
  expect(job.error).toBe('refused […] for […] with […] at […] […] <img src=x>')
  expect(JSON.stringify(await get('/office/health/jobs'))).not.toMatch(/AAAAA|eve@|smtp-pass|second line/)
  expect((await breaks('dead')).map((one) => one.id)).not.toContain(job.id)
  expect((await get('/office/health')).data.jobs.tasks).toContainEqual(
    expect.objectContaining({ task: 'test.breaks', waiting: 1, dead: 0 }),
  )
})

test('it is tried again at once, by one of two people; whoever may only read does nothing', async () => {
  const job = await failed('not now', { dead: true })
  expect(job.nextAt).toBeNull()
  await until(
    () => shop.db.query(sql`select 1 from alerts where kind = 'job.dead' and subject = ${`test.breaks ${job.id}`}`),
    'it is told',
  )
  const why = { seen: job.seen, reason: 'it is mended' }
  expect((await act(job.id, 'retry', why, reader)).body.msg).toBe('error.forbidden')
  thrown = undefined
  const before = ran
  const both = await Promise.all([act(job.id, 'retry', why), act(job.id, 'retry', why)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  await until(async () => ran > before, 'it ran again')
  await until(async () => !(await breaks()).some(({ id }) => id === job.id), 'it is gone')
  expect((await act(job.id, 'retry', why)).body.msg).toBe('health.refused.noJob')
  expect(await audited(job.id)).toEqual([
    { act: 'job.retry', after: { task: 'test.breaks', attempts: 1 }, reason: 'it is mended' },
  ])
  const [alert] = await shop.db.query<{ open: boolean }>(
    sql`select resolved_at is null as open from alerts where kind = 'job.dead' and subject = ${`test.breaks ${job.id}`}`,
  )
  expect(alert).toEqual({ open: false })
})

test('it is given up and then removed; what changed meanwhile refuses', async () => {
  const job = await failed('never')
  expect((await act(job.id, 'remove', { seen: job.seen, reason: 'x' })).body.msg).toBe('health.refused.trying')
  expect((await act(job.id, 'give-up', { seen: 'other', reason: 'x' })).body.msg).toBe('health.refused.changed')
  expect((await act(job.id, 'give-up', { seen: job.seen, reason: 'no use' })).status).toBe(200)
  const [dead] = (await breaks('dead')).filter(({ id }) => id === job.id)
  expect(dead).toMatchObject({ nextAt: null, error: 'never' })
  expect((await act(job.id, 'give-up', { seen: dead!.seen, reason: 'x' })).body.msg).toBe('health.refused.dead')
  // Nobody is told of what he gave up himself: of one that failed later somebody is told by now.
  const later = await failed('too often', { dead: true })
  await until(
    () => shop.db.query(sql`select 1 from alerts where kind = 'job.dead' and subject = ${`test.breaks ${later.id}`}`),
    'it is told of the later one',
  )
  expect(await shop.db.query(sql`select 1 from alerts where subject = ${`test.breaks ${job.id}`}`)).toEqual([])
  await raiseAlert(shop.db, { kind: 'job.dead', subject: `test.breaks ${job.id}`, details: {} })
  expect((await act(job.id, 'remove', { seen: dead!.seen, reason: 'done by hand' })).status).toBe(200)
  expect((await breaks()).some(({ id }) => id === job.id)).toBe(false)
  expect((await audited(job.id)).map((row) => row.act)).toEqual(['job.giveUp', 'job.remove'])
})

test('a job that runs at this moment is left alone', async () => {
  const job = await failed('later')
  await shop.db.run(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = ${job.id}`)
  for (const way of ['retry', 'give-up', 'remove'])
    expect((await act(job.id, way, { seen: job.seen, reason: 'x' })).body.msg).toBe('health.refused.running')
  await shop.db.run(sql`delete from graphile_worker._private_jobs where id = ${job.id}`)
})

test('many jobs come fifty at a time, each once', async () => {
  await shop.db.run(sql`
    select graphile_worker.permanently_fail_jobs(array(
      select (graphile_worker.add_job('test.many', '{}', run_at => now() + interval '1 hour')).id from generate_series(1, 120)), 'x')`)
  const seen: number[] = []
  let after = ''
  do {
    const { data } = await get(`/office/health/jobs?task=test.many${after}`)
    seen.push(...data.rows.map(({ id }: JobRow) => id))
    expect(data.rows.length).toBeLessThanOrEqual(50)
    after = data.next === null ? '' : `&after=${data.next}`
  } while (after)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  expect(seen).toHaveLength(120)
  await shop.db.run(
    sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'test.many'))`,
  )
})

test('the report holds none of what the shop is configured with, and no error of a job', async () => {
  await failed(`the key ${KEY} of eve@buyer.example`)
  const { text } = (await get('/office/health/report', reader)).data as { text: string }
  for (const part of ['== Settings', 'mail server: set', 'test.breaks: ', 'postgresql: ', 'mode: demo'])
    expect(text).toContain(part)
  const { config } = shop.shop.ground
  const secrets = [
    ...Object.values(SECRET_ENV),
    ...[SMTP_PASSWORD, 'shop-host', config.databaseUrl!, new URL(config.databaseUrl!).password, config.metricsToken!],
    ...[config.dataDir, ...config.vaultKeys!, KEY, 'eve@', '://', '@', '127.0.0.1'],
    ...stringsIn(config.declared).filter((one) => one.length >= 12),
  ].filter(Boolean)
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
