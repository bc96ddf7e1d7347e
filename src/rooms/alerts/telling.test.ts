// What the operator is mailed, and when (decision E7).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { END_SILENT } from './jobs.ts'
import { writeAlertMail } from './letter.ts'
import { type Alert, raiseAlert } from './store.ts'

const TOKEN = 'a-token-of-this-test-0123456789abcdef'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ METRICS_TOKEN: TOKEN, SUPPORT_EMAIL: 'operator@shop.example' })
})
afterAll(() => shop.close())

const raise = (alert: Partial<Alert> & Pick<Alert, 'kind' | 'subject'>) =>
  raiseAlert(shop.db, { details: { of: alert.subject }, ...alert })

async function mails(kind: string) {
  const rows = await shop.db.query<{ recipient: string; state: string; data: Record<string, string> }>(sql`
    select recipient, state, data from mails where template = 'operatorAlert' and data ->> 'kind' = ${kind} order by created_at, id`)
  return rows.map(({ recipient, state, data }) => ({
    recipient,
    state,
    subjects: (JSON.parse(data.alerts!) as { subject: string }[]).map((alert) => alert.subject).sort(),
    text: writeAlertMail(data, 'Latchkey', {}).text,
  }))
}

const told = (kind: string, n: number) =>
  until(async () => {
    const sent = (await mails(kind)).filter((mail) => mail.state === 'kept')
    return sent.length === n ? sent : undefined
  }, `${n} mails tell of ${kind}`)

/** As if the mails about this kind had been promised so long ago. */
const tenMinutesLater = (kind: string) =>
  shop.db.run(sql`
    update mails set created_at = created_at - interval '11 minutes'
    where template = 'operatorAlert' and data ->> 'kind' = ${kind}`)

let looks = 0

/** Every process has looked once more: an alert of another kind, raised later, was told. No clock ends one of this kind before. */
async function lookedAgain() {
  const kind = 'payment.lost'
  await raise({ kind, subject: String(++looks), money: true })
  await told(kind, looks)
}

test('what is about money is mailed to the operator at once, each time', async () => {
  await raise({ kind: 'payment.doubt', subject: 'one', money: true })
  const [first] = await told('payment.doubt', 1)
  expect(first).toMatchObject({ recipient: 'operator@shop.example', subjects: ['one'] })
  expect(first!.text).toContain('of: one')
  await raise({ kind: 'payment.doubt', subject: 'two', money: true })
  expect((await told('payment.doubt', 2))[1]!.subjects).toEqual(['two'])
})

test('the rest comes in one mail per kind and ten minutes', async () => {
  const kind = 'order.waitingForKeys'
  await raise({ kind, subject: 'first' })
  await told(kind, 1)
  for (const subject of ['second', 'third']) await raise({ kind, subject })
  await lookedAgain()
  expect(await mails(kind)).toHaveLength(1)
  await tenMinutesLater(kind)
  expect((await told(kind, 2))[1]!.subjects).toEqual(['second', 'third'])
})

test('what says something else each time comes in one mail per ten minutes, too, as it is then', async () => {
  const kind = 'journal.notWritten'
  const say = (code: string) => raise({ kind, subject: 'journal', details: { code } })
  await say('ENOSPC')
  await told(kind, 1)
  for (const code of ['EIO', 'ENOSPC', 'EROFS']) await say(code)
  await lookedAgain()
  expect(await mails(kind)).toHaveLength(1)
  await tenMinutesLater(kind)
  expect((await told(kind, 2))[1]!.text).toMatch(/4 times[\s\S]*code: EROFS/)
})

test('a repetition is mailed again only when it says something else; what mended itself is not', async () => {
  const kind = 'payment.overpaid'
  await raise({ kind, subject: 'x', money: true })
  await told(kind, 1)
  await raise({ kind, subject: 'x', money: true })
  await lookedAgain()
  expect(await mails(kind)).toHaveLength(1)
  await raise({ kind, subject: 'x', money: true, details: { paid: 190 } })
  expect((await told(kind, 2))[1]!.text).toMatch(/3 times[\s\S]*paid: 190/)
  await shop.db.transaction(async (tx) => {
    await raiseAlert(tx, { kind, subject: 'mended', details: {}, money: true })
    await tx.run(sql`update alerts set resolved_at = now() where kind = ${kind}`)
  })
  await lookedAgain()
  expect(await mails(kind)).toHaveLength(2)
})

/** A job that has failed as often as it may. */
async function dead(task: string, payload: object) {
  await shop.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(
      sql`select id from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at => now() + interval '1 day')`,
    )
    await tx.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`)
  })
}

test('a job that is out of attempts is an alert; one that comes by the clock counts up', async () => {
  await dead('order.serveWaiting', { offerId: 7, orderNo: 'L-1', email: 'ann@example.com', client: 'aGFzaA' })
  const [mail] = await told('job.dead', 1)
  expect(mail!.text).toMatch(/task: order\.serveWaiting[\s\S]*payload: {"offerId":7}/)

  for (const count of [1, 2]) {
    await dead('limits.forget', { _cron: {} })
    const counted = sql`select 1 from alerts where kind = 'job.dead' and subject = 'limits.forget' and count = ${count}`
    await until(() => shop.db.query(counted), `it was counted ${count} times`)
  }
  // One of each minute that runs at this moment is at its only try, and not dead.
  const left = await shop.db.query<{ task: string }>(
    sql`select task_identifier as task from graphile_worker.jobs where attempts >= max_attempts and locked_at is null`,
  )
  expect(left).toEqual([{ task: 'order.serveWaiting' }])
  // Whoever fails each night stays; what has come since without failing is over, and told anew when it fails again.
  const open = () =>
    shop.db.query<{ subject: string }>(
      sql`select subject from alerts where kind = 'job.dead' and resolved_at is null order by subject`,
    )
  const jobs = (await open()).map(({ subject }) => subject)
  const silentFor = async (hours: number) => {
    await shop.db.run(
      sql`update alerts set last_at = now() - make_interval(hours => ${hours}::int) where kind = 'job.dead'`,
    )
    await shop.db.transaction((tx) => enqueue(tx, END_SILENT, {}))
    const waits = sql`select 1 from graphile_worker.jobs where task_identifier = ${END_SILENT.name}`
    await until(async () => (await shop.db.query(waits)).length === 0, 'the job is done')
    return (await open()).map(({ subject }) => subject)
  }
  expect(await silentFor(25)).toEqual(jobs)
  expect(await silentFor(27)).toEqual(jobs.filter((subject) => subject !== 'limits.forget'))
})

test('a job that was replaced while it ran and then failed is no alert: its successor does it', async () => {
  const mine = () =>
    shop.db.query<{ id: number; key: string | null; attempts: number }>(sql`
      select id::int8 as id, key, attempts::int as attempts from graphile_worker._private_jobs
      where payload ->> 'offerId' = '8' order by id`)
  const job = defineJob<{ offerId: number }>('order.serveWaiting')
  const want = (db: Queryable) => enqueue(db, job, { offerId: 8 }, { key: 'serve 8', afterMs: 86_400_000 })
  await want(shop.db)
  const [first] = await mine()
  // A worker has it, dies of it later, and meanwhile somebody wants it anew.
  await shop.db.transaction(async (tx) => {
    await tx.run(
      sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1 where id = ${first!.id}`,
    )
    await want(tx)
    await tx.run(
      sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = ${first!.id}`,
    )
    expect(
      await tx.query(
        sql`select 1 from graphile_worker._private_jobs where id = ${first!.id} and key is null and attempts = max_attempts`,
      ),
    ).toHaveLength(1)
  })
  await until(async () => (await mine()).length === 1, 'only its successor is left')
  expect(await mine()).toMatchObject([{ key: 'serve 8', attempts: 0 }])
  const [second] = await mine()
  expect(second!.id).not.toBe(first!.id)
  const told = sql`select 1 from alerts where kind = 'job.dead' and subject like 'order.serveWaiting %' and details -> 'payload' ->> 'offerId' = '8'`
  expect(await shop.db.query(told)).toEqual([])
  // One with a key that nobody replaced is told as any other.
  await shop.db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${second!.id}`)
  await until(() => shop.db.query(told), 'the operator is told')
})

test('mail that is not taken is told by readyz and the figures, not by mail', async () => {
  const about = async () => (await fetch(`${shop.shop.origin}/readyz`)).text()
  await until(async () => (await about()) === 'ready\n', 'readyz has nothing to say')
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, created_at)
    values (gen_random_uuid(), 'x', 'x@example.com', 'en-US', 'delivery', '{}', now() - interval '6 minutes')`)
  await dead('mail.send', { mailId: 'x' })
  await until(
    async () => (await about()) === 'ready\nmail: 1 have waited for more than five minutes\n',
    'readyz says so',
  )
  expect(
    await (await fetch(`${shop.shop.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text(),
  ).toContain('latchkey_mails_overdue 1')
  // One that was given up long ago hides no other.
  await shop.db.run(sql`update mails set created_at = now() - interval '8 days' where message_id = 'x'`)
  await until(async () => (await about()) === 'ready\n', 'readyz says no more of it')
  const marked = sql`select 1 from graphile_worker.jobs where task_identifier = 'mail.send' and flags ? 'told'`
  await until(() => shop.db.query(marked), 'the dead job was seen')
  expect(await shop.db.query(sql`select 1 from alerts where details ->> 'task' = 'mail.send'`)).toEqual([])
})
