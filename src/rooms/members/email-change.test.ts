// Another e-mail address for a member (decisions A6, A9, D2, F2, F3).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addMember, heldAlways, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { ownAddresses } from './hands.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const as = ({ cookie }: TestMember) => ({ cookie })
const newAddress = () => `new-${randomUUID().slice(0, 8)}@example.com`

/** Each test has a minute of its own. */
async function ask(member: TestMember, email: string, headers: Record<string, string> = {}) {
  await shop.db.run(sql`delete from rate_limits`)
  return shop.call('POST', '/api/profile/email', { body: { email }, headers: { ...as(member), ...headers } })
}
const confirm = (member: TestMember | undefined, token: string) =>
  shop.call('POST', '/api/profile/email/confirm', { body: { token }, headers: member ? as(member) : {} })
const undo = (token: string) => shop.call('POST', '/api/profile/email/undo', { body: { token } })
const addressOf = async (member: TestMember) =>
  (await shop.db.one<{ email: string }>(sql`select email from members where id = ${member.id}`)).email
const isSignedIn = async (member: TestMember) =>
  (await shop.call('GET', '/api/getInfo', { headers: as(member) })).status === 200
const pending = async (member: TestMember) =>
  (await shop.call('GET', '/api/profile/email', { headers: as(member) })).body.data

interface Words {
  subject: string
  text: string
  html: string
  locale: string
}

/** The newest mail of this kind to this address, once it is written. */
async function written(template: string, recipient: string): Promise<Words> {
  const row = await until(async () => {
    const newest = await shop.db.maybe<{ id: string; sealed: Buffer | null; locale: string }>(
      sql`select id, sealed, locale from mails where template = ${template} and recipient = ${recipient} order by created_at desc, id limit 1`,
    )
    return newest?.sealed && { ...newest, sealed: newest.sealed }
  }, `${template} is written`)
  return { ...JSON.parse(shop.shop.ground.keyring.open('mail', row.sealed, row.id)), locale: row.locale }
}
const tokenIn = ({ text }: Words, name: 'confirm' | 'token') => new RegExp(`#${name}=([\\w.-]+)`).exec(text)![1]!

/** A member who has asked for another address, and the token that was mailed there. */
async function asked(member?: TestMember, email = newAddress()) {
  const who = member ?? (await addMember(shop))
  expect((await ask(who, email)).status).toBe(200)
  return { member: who, email, token: tokenIn(await written('emailConfirm', email), 'confirm') }
}

/** A member who has confirmed another address; `back` is the token that the old address got. */
async function changed(member?: TestMember) {
  const { member: who, email, token } = await asked(member)
  const old = await addressOf(who)
  expect((await confirm(who, token)).body.data).toEqual({ email })
  return { member: who, email, old, token, back: tokenIn(await written('emailChanged', old), 'token') }
}

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
