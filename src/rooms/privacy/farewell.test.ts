// The last mail to somebody whose account was closed, which is the last that the shop knows of his address (decision F11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { uncounted } from '#platform/http/by-secret.ts'
import { until } from '#platform/testing.ts'
import { SEND_MAIL } from '#rooms/mail/jobs.ts'
import { tellGuessed } from '#rooms/sessions/told.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { type MailServer, openMailServer } from '#test/mail-server.testing.ts'
import { ERASE_AGAIN } from './jobs.ts'

let shop: TestShop
let server: MailServer
beforeAll(async () => {
  server = await openMailServer()
  shop = await openTestShop({ SMTP_URL: server.url })
})
afterAll(async () => {
  await shop.close()
  await server.close()
})

/** He closes his account while the mail server takes nothing: his mail, once it was tried. */
async function closed(member: TestMember): Promise<string> {
  server.isAway = true
  const { status } = await shop.call('POST', '/api/profile/erase', {
    headers: { cookie: member.cookie },
    body: { confirmed: true },
  })
  expect(status).toBe(200)
  const [mail] = await until(
    () =>
      shop.db.query<{ id: string }>(sql`
        select m.id from mails m join graphile_worker._private_jobs j on j.payload ->> 'mailId' = m.id::text
        where recipient = ${member.email} and template = 'accountClosed' and j.attempts > 0 and j.locked_at is null`),
    'it was tried',
  )
  return mail!.id
}

/** What waits to look once more after what is left of him. */
const looks = ({ id }: TestMember) =>
  shop.db.query<{ id: number }>(sql`
    select j.id::int8 as id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${ERASE_AGAIN.name} and j.payload ->> 'memberId' = ${id}`)

/** It looks now. */
async function look(member: TestMember): Promise<void> {
  const [job] = await looks(member)
  await shop.db.run(sql`select graphile_worker.reschedule_jobs(array[${job!.id}]::bigint[], now())`)
  await until(async () => (await looks(member)).every(({ id }) => id !== job!.id), 'it has looked')
}

const mailsTo = ({ email }: TestMember) =>
  shop.db.query<{ template: string }>(sql`
    select template from mails where lower(recipient) = lower(${email}) order by template`)

/** Nothing tries it any more. */
async function givesUp(mailId: string): Promise<void> {
  const jobs = sql`
    select graphile_worker.permanently_fail_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${SEND_MAIL.name} and j.payload ->> 'mailId' = ${mailId}))`
  await until(() => shop.db.query(jobs), 'it is not being tried')
}

test('a last mail that the server never takes goes once nothing tries it any more, and nobody looks for it then', async () => {
  const member = await addMember(shop)
  const mailId = await closed(member)
  await look(member)
  expect([await mailsTo(member), (await looks(member)).length]).toEqual([[{ template: 'accountClosed' }], 1])
  await givesUp(mailId)
  await look(member)
  expect([await mailsTo(member), await looks(member)]).toEqual([[], []])
})

test('a last mail that is tried without end goes after a week', async () => {
  const member = await addMember(shop)
  const mailId = await closed(member)
  await shop.db.run(sql`update mails set created_at = now() - interval '169 hours' where id = ${mailId}`)
  await look(member)
  expect([await mailsTo(member), await looks(member)]).toEqual([[], []])
})

test('what is said of a last mail that an employee sends once more is forgotten with it', async () => {
  const member = await addMember(shop)
  const mailId = await closed(member)
  await givesUp(mailId)
  const { cookie } = await addStaff(shop)
  const ask = async (method: string, path: string, body?: object) =>
    (await shop.call(method, path, { headers: { cookie }, ...(body && { body }) })).body
  const { seen } = (await ask('GET', `/office/health/mails/${mailId}`)).data
  const reason = `${member.username} has phoned`
  expect(await ask('POST', `/office/health/mails/${mailId}/send`, { seen, reason })).toMatchObject({ code: 200 })
  const said = async () => (await ask('GET', `/office/audit/of/mail/${mailId}`)).data.rows
  const people = () =>
    shop.db.query(sql`select from audit_people where member_id = ${member.id} or address = lower(${member.email})`)
  expect(await said()).toMatchObject([{ act: 'mail.send', reason, isErased: false }])
  expect(await people()).toHaveLength(1)
  await givesUp(mailId)
  await look(member)
  expect([await mailsTo(member), await people()]).toEqual([[], []])
  expect(await said()).toMatchObject([{ act: 'mail.send', reason: '', isErased: true }])
})

test('a mail to him that was being written while he closed his account goes, too; what is written there later stays', async () => {
  const member = await addMember(shop)
  const from = { address: '203.0.113.78', country: undefined, headers: new Headers() }
  const asker = { ...from, requestId: 'r', locale: 'en-US', setCookie: () => {}, bySecret: uncounted }
  const mailId = await shop.db.transaction(async (tx) => {
    await tellGuessed(tx, member.id, asker, 'shop.example')
    return closed(member)
  })
  const write = (template: string, later: string, data = {}) =>
    shop.db.run(sql`
      insert into mails (id, message_id, recipient, mailbox, locale, template, data, created_at)
      select gen_random_uuid(), gen_random_uuid()::text, recipient, mailbox, locale, ${template}, ${JSON.stringify(data)}::jsonb,
        created_at + ${later}::interval from mails where id = ${mailId}`)
  await write('delivery', '1 minute', { orderId: crypto.randomUUID() })
  await write('registerConfirm', '1 minute')
  await write('enquiryReceived', '3 minutes')
  const [guessed, ...later] = ['codesGuessed', 'delivery', 'enquiryReceived', 'registerConfirm']
  expect(await mailsTo(member)).toEqual(['accountClosed', guessed, ...later].map((template) => ({ template })))
  await look(member)
  expect(await mailsTo(member)).toEqual(['accountClosed', ...later].map((template) => ({ template })))
})
