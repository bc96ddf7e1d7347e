// Another e-mail address for a member (decisions A6, A9, D2, F2, F3).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, heldAlways, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { addressChanges, as, newAddress, tokenIn } from './email.testing.ts'
import { ownAddresses } from './hands.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { ask, confirm, undo, addressOf, isSignedIn, written, asked, changed } = addressChanges(() => shop)
const pending = async (member: TestMember) =>
  (await shop.call('GET', '/api/profile/email', { headers: as(member) })).body.data

test('the address changes once its link is opened, and not before; the old one is told, and neither is named to the other', async () => {
  const member = await addMember(shop)
  const email = newAddress()
  expect((await ask(member, `  ${email}`, { 'x-locale': 'de' })).body).toMatchObject({ code: 200, data: null })
  expect(await pending(member)).toEqual({ email, until: expect.any(String) })
  expect(await addressOf(member)).toBe(member.email)
  const mail = await written('emailConfirm', email)
  expect(mail.locale).toBe('de')
  for (const typed of [member.email, member.username, email]) expect(mail.subject + mail.html).not.toContain(typed)
  const answer = await confirm(member, tokenIn(mail, 'confirm'))
  expect(answer.body.data).toEqual({ email })
  expect(await addressOf(member)).toBe(email)
  expect(await pending(member)).toBeNull()
  const told = await written('emailChanged', member.email)
  expect(told.subject + told.text + told.html).not.toContain(email)
  expect(await isSignedIn(member)).toBe(true)
  const event = await shop.db.query(
    sql`select payload from events where name = 'member.confirmed' and subject = ${member.id}`,
  )
  expect(event).toEqual([{ payload: {} }])
})

test('the link is good once, for 24 hours, and for nobody but the member who asked', async () => {
  const { member, token } = await asked()
  const stranger = await addMember(shop)
  expect((await confirm(undefined, token)).status).toBe(401)
  for (const [who, wrong] of [
    [stranger, token],
    [member, token.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)],
    [member, `${randomUUID()}.${'a'.repeat(43)}`],
    [member, 'x'],
  ] as const) {
    const refusal = await confirm(who, wrong)
    expect([refusal.status, refusal.body.msg]).toEqual([422, 'message.linkErr'])
  }
  expect(await addressOf(member)).toBe(member.email)
  await shop.db.run(sql`
    update email_changes set created_at = now() - interval '24 hours 1 minute' where member_id = ${member.id}`)
  expect((await confirm(member, token)).status).toBe(422)
  expect(await pending(member)).toBeNull()
  await shop.db.run(sql`
    update email_changes set created_at = now() - interval '23 hours 59 minutes' where member_id = ${member.id}`)
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(member, token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  const mails = await shop.db.query(
    sql`select 1 from mails where template = 'emailChanged' and recipient = ${member.email}`,
  )
  expect(mails).toHaveLength(1)
})

test('asking again takes the place of what waits: the link before leads nowhere', async () => {
  const { member, token } = await asked()
  const { email, token: second } = await asked(member)
  expect((await confirm(member, token)).status).toBe(422)
  expect((await confirm(member, second)).status).toBe(200)
  expect(await addressOf(member)).toBe(email)
  const at = await Promise.all(Array.from({ length: 5 }, () => ask(member, newAddress())))
  expect(at.map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('somebody else’s address gets the same answer; its owner is told by mail, in his language, and nothing changes', async () => {
  const [member, owner] = [await addMember(shop), await addMember(shop)]
  await shop.db.run(sql`update members set locale = 'fr' where id = ${owner.id}`)
  const free = await ask(await addMember(shop), newAddress())
  const taken = await ask(member, owner.email.toUpperCase())
  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect(await pending(member)).toMatchObject({ email: owner.email.toUpperCase() })
  const mail = await written('emailTaken', owner.email)
  expect(mail.locale).toBe('fr')
  expect(mail.text).not.toContain('#')
  for (const told of [member.email, member.username]) expect(mail.subject + mail.text).not.toContain(told)
  expect(
    await shop.db.query(sql`select 1 from mails where template = 'emailConfirm' and recipient ilike ${owner.email}`),
  ).toEqual([])
  expect([await addressOf(member), await addressOf(owner)]).toEqual([member.email, owner.email])
})

test('of two who want the same address the first to confirm has it', async () => {
  const [one, two] = [await addMember(shop), await addMember(shop)]
  const email = newAddress()
  await ask(one, email)
  const first = tokenIn(await written('emailConfirm', email), 'confirm')
  await shop.db.run(sql`delete from mails where recipient = ${email}`)
  await ask(two, email)
  const second = tokenIn(await written('emailConfirm', email), 'confirm')
  const answers = await Promise.all([confirm(one, first), confirm(two, second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const owners = await shop.db.query(sql`select 1 from members where email = ${email}`)
  expect(owners).toHaveLength(1)
})

test('one mailbox is written to three times an hour, whoever asks, and the answer is the same', async () => {
  const name = `target-${randomUUID().slice(0, 8)}`
  for (let i = 0; i < 5; i++)
    expect((await ask(await addMember(shop), `${name}+${i}@example.com`)).body.data).toBeNull()
  await until(
    async () =>
      (await shop.db.query(sql`select 1 from email_changes where email like ${`${name}%`} and mailed_at is null`))
        .length === 0,
    'all were seen to',
  )
  const mails = await shop.db.query(sql`select 1 from mails where recipient like ${`${name}%`}`)
  expect(mails).toHaveLength(3)
})

test('a sign-in older than 15 minutes is proved again first; the own address and none are refused', async () => {
  const member = await addMember(shop)
  for (const email of [member.email, ` ${member.email.toUpperCase()} `])
    expect((await ask(member, email)).body.errors).toEqual([{ path: 'email', message: 'account.error.sameEmail' }])
  for (const email of ['', 'a@b.c', 'nobody', `${'a'.repeat(39)}@example.com`])
    expect((await ask(member, email)).status, email).toBe(400)
  await shop.db.run(sql`update sessions set proved_at = now() - interval '901 seconds' where member_id = ${member.id}`)
  const late = await ask(member, newAddress())
  expect([late.status, late.body.msg]).toEqual([403, 'login.proveAgain'])
  expect(await pending(member)).toBeNull()
  expect((await shop.call('POST', '/api/profile/email', { body: { email: newAddress() } })).status).toBe(401)
})

test('an address that two members had in turn is each one’s in his own time, and one that he was alone in is his all the time', async () => {
  const { member: first, old: address, email: between } = await changed()
  const second = await addMember(shop, { email: address })
  const { email: last } = await changed(second)
  await shop.db.run(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, confirmed_at)
    values (gen_random_uuid(), ${first.id}, ${address}, ${address}, ${between}, ${between}, 'en-US', now())`)
  await shop.db.run(sql`update members set email = ${address}, email_key = ${address} where id = ${first.id}`)
  const left = (of: TestMember, from: string) =>
    shop.db.one<{ at: Date }>(sql`
      select date_trunc('milliseconds', confirmed_at) + interval '1 millisecond' as at from email_changes
      where member_id = ${of.id} and old_email = ${from}`)
  const [firstLeft, secondLeft, betweenLeft] = [
    (await left(first, address)).at,
    (await left(second, address)).at,
    (await left(first, between)).at,
  ]
  expect(await ownAddresses(shop.db, first.id)).toEqual([
    { email: address, since: secondLeft, until: null },
    { email: address, since: null, until: firstLeft },
    { email: between, since: null, until: betweenLeft },
  ])
  expect(await ownAddresses(shop.db, second.id)).toEqual([
    { email: last, since: null, until: null },
    { email: address, since: firstLeft, until: secondLeft },
  ])
})

test('changes are collected; what was never confirmed or was taken back is forgotten after its days, the others stay as he does', async () => {
  const { member, email, old } = await changed()
  const { member: undone, back } = await changed()
  expect((await undo(back)).status).toBe(200)
  const { member: careless } = await asked()
  const personal = shop.shop.rooms.declared('personal').members!
  expect(await personal.collect(member.id, heldAlways(old))).toMatchObject({
    emailChanges: [{ email, oldEmail: old, undoneAt: null }],
  })
  const works = shop.shop.rooms.parts.flatMap((parts) => parts.jobs ?? [])
  const forget = works.find(({ name }) => name === 'emailChanges.forget')!
  const ids = [member.id, undone.id, careless.id]
  const kept = async () =>
    (
      await shop.db.query<{ id: string }>(
        sql`select member_id as id from email_changes where member_id = any(${ids}::uuid[])`,
      )
    )
      .map(({ id }) => id)
      .sort()
  await forget.run({} as never)
  expect(await kept()).toEqual([...ids].sort())
  await shop.db.run(sql`
    update email_changes set created_at = now() - interval '9 days', confirmed_at = confirmed_at - interval '9 days',
      undone_at = undone_at - interval '9 days' where member_id = any(${ids}::uuid[])`)
  await forget.run({} as never)
  expect(await kept()).toEqual([member.id])
})

test('the newsletter follows to the new address and back, unless that one has chosen for itself', async () => {
  const { member, email, token } = await asked()
  const old = await addressOf(member)
  await shop.db.run(sql`
    insert into newsletter_subscriptions (id, email, locale, state, confirmed_at)
    values (gen_random_uuid(), ${old}, 'en-US', 'confirmed', now())`)
  const stateOf = async (address: string) =>
    (await shop.db.maybe<{ state: string }>(sql`select state from newsletter_subscriptions where email = ${address}`))
      ?.state
  const isSubscribe = async () =>
    (await shop.call('GET', '/api/getInfo', { headers: as(member) })).body.data.isSubscribe
  await confirm(member, token)
  expect([await stateOf(old), await stateOf(email), await isSubscribe()]).toEqual([undefined, 'confirmed', '0'])
  const back = tokenIn(await written('emailChanged', old), 'token')
  await undo(back)
  expect([await stateOf(old), await stateOf(email)]).toEqual(['confirmed', undefined])

  const second = await asked()
  const before = await addressOf(second.member)
  await shop.db.run(sql`
    insert into newsletter_subscriptions (id, email, locale, state)
    values (gen_random_uuid(), ${before}, 'en-US', 'confirmed'), (gen_random_uuid(), ${second.email}, 'en-US', 'left')`)
  await confirm(second.member, second.token)
  expect([await stateOf(before), await stateOf(second.email)]).toEqual([undefined, 'left'])
})

test('a newsletter that somebody merely asked for at the new address is no choice: what the member had confirmed goes there', async () => {
  const { member, email, token } = await asked()
  const old = await addressOf(member)
  const [confirmed] = await shop.db.query<{ id: string }>(sql`
    insert into newsletter_subscriptions (id, email, locale, state, confirmed_at)
    values (gen_random_uuid(), ${old}, 'de-DE', 'confirmed', now()), (gen_random_uuid(), ${email}, 'en-US', 'asked', null)
    returning id`)
  await confirm(member, token)
  expect(
    await shop.db.query(sql`
      select id, email, locale, state, confirmed_at is not null as "isConfirmed" from newsletter_subscriptions where email in (${old}, ${email})`),
  ).toEqual([{ id: confirmed!.id, email, locale: 'de-DE', state: 'confirmed', isConfirmed: true }])
})
