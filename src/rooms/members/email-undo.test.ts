// A change of a member’s address is taken back (decisions A6, A9, D2, F2, F3).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { addressChanges, as, tokenIn } from './email.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { confirm, undo, addressOf, isSignedIn, written, asked, changed } = addressChanges(() => shop)

test('the old address takes it back within 7 days, once: sessions end, the password opens no more, links to a new one neither', async () => {
  const victim = await addMember(shop, { password: 'correct horse' })
  await shop.db.run(sql`insert into password_resets (id, member_id) values (gen_random_uuid(), ${victim.id})`)
  const { member, old, back } = await changed(victim)
  const unused = () =>
    shop.db.query(sql`select 1 from password_resets where member_id = ${victim.id} and used_at is null`)
  expect(await unused()).toEqual([])
  await shop.db.run(sql`insert into password_resets (id, member_id) values (gen_random_uuid(), ${victim.id})`)
  expect(await isSignedIn(member)).toBe(true)
  const answers = await Promise.all(Array.from({ length: 4 }, () => undo(back)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect(await addressOf(member)).toBe(old)
  expect(await isSignedIn(member)).toBe(false)
  expect(await unused()).toEqual([])
  const { hash } = await shop.db.one<{ hash: string | null }>(
    sql`select password_hash as hash from members where id = ${member.id}`,
  )
  expect(hash).toBeNull()
})

test('whoever loses the address by an undo is told there, in the member’s language: without a link, and not which one counts', async () => {
  const { member, email, old, back } = await changed()
  await shop.db.run(sql`update members set locale = 'fr' where id = ${member.id}`)
  expect((await undo(back)).status).toBe(200)
  expect((await undo(back)).status).toBe(422)
  const told = await written('emailTakenBack', email)
  expect(told.locale).toBe('fr')
  expect(told.subject + told.text + told.html).not.toContain(old)
  expect(told.text).not.toContain('#')
  const mails = await shop.db.query(
    sql`select recipient from mails where template = 'emailTakenBack' and recipient in (${email}, ${old})`,
  )
  expect(mails).toEqual([{ recipient: email }])
})

test('after 7 days it cannot be taken back, and a link to confirm never takes anything back', async () => {
  const { member, email, token, back } = await changed()
  expect((await undo(token)).status).toBe(422)
  await shop.db.run(
    sql`update email_changes set confirmed_at = now() - interval '7 days 1 minute' where member_id = ${member.id}`,
  )
  const late = await undo(back)
  expect([late.status, late.body.msg]).toEqual([422, 'message.linkErr'])
  expect(await addressOf(member)).toBe(email)
  await shop.db.run(
    sql`update email_changes set confirmed_at = now() - interval '6 days 23 hours' where member_id = ${member.id}`,
  )
  expect((await undo(back)).status).toBe(200)
})

test('whoever changed it twice loses both: the first address counts again, and what waits is dropped', async () => {
  const first = await changed()
  const second = await changed(first.member)
  const { token } = await asked(first.member)
  expect((await undo(first.back)).status).toBe(200)
  expect(await addressOf(first.member)).toBe(first.old)
  expect((await undo(second.back)).status).toBe(422)
  expect((await confirm(first.member, token)).status).toBe(401)
  expect(await addressOf(first.member)).toBe(first.old)
})

test('whoever comes back within 7 days to an address that he had ends all changes since; the one in between is told, without a link', async () => {
  const { member, old } = await changed()
  const { email: between } = await changed(member)
  await shop.db.run(sql`
    update email_changes set confirmed_at = confirmed_at - interval '6 days 23 hours' where member_id = ${member.id}`)
  const { token } = await asked(member, old)
  expect((await confirm(member, token)).body.data).toEqual({ email: old })
  const told = await written('emailTakenBack', between)
  expect(told.subject + told.text + told.html).not.toContain(old)
  expect(told.text).not.toContain('#')
  const open = sql`select 1 from email_changes where member_id = ${member.id} and undone_at is null`
  expect(await shop.db.query(open)).toEqual([])
  const erasure = { headers: as(member), body: { confirmed: true } }
  expect((await shop.call('POST', '/api/profile/erase', erasure)).status).toBe(200)
})

test('whoever comes back later changes it like any other: the one in between can take it back', async () => {
  const { member, old, email } = await changed()
  await shop.db.run(sql`
    update email_changes set confirmed_at = confirmed_at - interval '7 days 1 minute' where member_id = ${member.id}`)
  const { token } = await asked(member, old)
  await confirm(member, token)
  expect((await undo(tokenIn(await written('emailChanged', email), 'token'))).status).toBe(200)
  expect(await addressOf(member)).toBe(email)
})

test('while a change can be taken back the account cannot be closed: whoever had the address would lose it', async () => {
  const { member, back, old } = await changed()
  const { status, body } = await shop.call('POST', '/api/profile/erase', {
    headers: as(member),
    body: { confirmed: true },
  })
  const data = { reasons: ['erasure.addressNew'], orders: [], more: 0 }
  expect([status, body.msg, body.data]).toEqual([422, 'erasure.held', data])
  expect((await undo(back)).status).toBe(200)
  expect(await addressOf(member)).toBe(old)
})

test('an old address that is somebody else’s by now is not taken from him; once he has let it go, the link works again', async () => {
  const { old, back, member, email } = await changed()
  const other = await addMember(shop, { email: old })
  const refusal = await undo(back)
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'email.addressTaken'])
  expect(await addressOf(member)).toBe(email)
  expect(await isSignedIn(member)).toBe(true)
  const asked = { headers: as(other), body: { confirmed: true } }
  expect((await shop.call('POST', '/api/profile/erase', asked)).status).toBe(200)
  expect((await undo(back)).status).toBe(200)
  expect(await addressOf(member)).toBe(old)
})
