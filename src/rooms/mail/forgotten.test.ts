// What the nightly deletion of mails leaves, however short their time is set (`RETAIN_MAILS_DAYS`).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { SEND_MAIL } from './jobs.ts'
import { forgetGivenUp, forgetMails, overdueMails } from './store.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('a mail that still waits, or failed after its four days, stays for as long as it is counted as late; a sent one goes after its day', async () => {
  await db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, state, created_at)
    select gen_random_uuid(), name, name, 'en-US', 'delivered', '{}', state, now() - make_interval(hours => hours)
    from (values ('sent today', 'sent', 23), ('sent', 'sent', 25), ('kept', 'kept', 25), ('lapsed', 'lapsed', 25),
      ('waits', 'queued', 72), ('failed', 'queued', 24 * 7 - 1), ('failed long ago', 'queued', 24 * 7 + 1)) m(name, state, hours)`)
  expect(await forgetMails(db, 1, 100)).toBe(4)
  expect(await db.query(sql`select recipient from mails order by created_at`)).toEqual([
    { recipient: 'failed' },
    { recipient: 'waits' },
    { recipient: 'sent today' },
  ])
  expect(await overdueMails(db)).toBe(2)
})

test('a job that gave up its mail goes when the mail is gone or counted as late no more; one that is still tried stays', async () => {
  const mail = async (hours: number) => {
    const { id } = await db.one<{ id: string }>(sql`
      insert into mails (id, message_id, recipient, locale, template, data, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'eve@buyer.example', 'en-US', 'delivered', '{}', now() - make_interval(hours => ${hours}))
      returning id`)
    await enqueue(db, SEND_MAIL, { mailId: id }, { outside: 'mail' })
    return id
  }
  const [late, old, living] = [await mail(24 * 7 - 1), await mail(24 * 7 + 1), await mail(24 * 7 + 1)]
  const gone = '3d4a2b10-1111-4222-8333-444455556666'
  await enqueue(db, SEND_MAIL, { mailId: gone }, { outside: 'mail' })
  await db.run(sql`
    update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'mailId' = any(${[late, old, gone]}::text[])`)
  expect(await forgetGivenUp(db, 1)).toBe(1)
  expect(await forgetGivenUp(db, 100)).toBe(1)
  expect(
    await db.query(sql`select payload ->> 'mailId' as mail from graphile_worker._private_jobs order by id`),
  ).toEqual([{ mail: late }, { mail: living }])
})
