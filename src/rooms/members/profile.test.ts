// A member's own data (specification §5; decision A6).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { linkToken } from '#rooms/enquiries/link-token.ts'
import { addMember, heldAlways, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { ProfileForm } from './forms.ts'

let shop: TestShop
let member: TestMember
let other: TestMember
let filling: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  member = await addMember(shop)
  other = await addMember(shop)
  filling = await addMember(shop)
})
afterAll(() => shop.close())

const ADA = {
  uname: 'Ada Lovelace',
  ucountry: 'GB',
  uphone: '+44 (20) 7946-0123',
  umobile: '07700900123',
  uzip: '20095',
  uaddress: '12 St James’s Square, London',
}

const change = (body: object, who = member) =>
  shop.call('POST', '/api/profile/updateMemberInfo', { body, headers: { cookie: who.cookie } })
const info = async (who: TestMember) =>
  (await shop.call('GET', '/api/getInfo', { headers: { cookie: who.cookie } })).body.data

test('a member changes what he says of himself; what he leaves out stays, and nobody else is touched', async () => {
  const before = await info(other)
  expect(await change({ ...ADA, id: member.id })).toMatchObject({ status: 200, body: { data: null } })
  expect(await info(member)).toMatchObject(ADA)
  expect((await change({ umobile: '', uzip: '1' })).status).toBe(200)
  expect(await info(member)).toMatchObject({ ...ADA, umobile: '', uzip: '1' })
  expect(await info(other)).toEqual(before)
})

test('numbers are taken from any keyboard, and as browsers fill them in; kept are digits', async () => {
  const typed = { uphone: '＋٤٤ (٢٠) ٧٩٤٦', umobile: '\u202a+44 ۷۷۰۰ 900-123\u202c', uzip: '٢٠ ٠٩５' }
  expect((await change(typed, filling)).status).toBe(200)
  expect(await info(filling)).toMatchObject({ uphone: '+44 (20) 7946', umobile: '447700900123', uzip: '20095' })
})

test('what is not his to change so stays: address, username, level, points, balance', async () => {
  const before = await info(member)
  const claimed = {
    uemail: 'other@example.com',
    username: 'other',
    title: 'Diamond',
    discount: 8,
    uintegral: 9,
    amount: 9,
  }
  expect((await change({ ...claimed, uexp: 10_000, password: 'x' })).status).toBe(200)
  expect(await info(member)).toEqual(before)
})

test('who names another member is refused, and a visitor is sent to the login', async () => {
  const before = await info(other)
  expect(await change({ ...ADA, id: other.id })).toMatchObject({ status: 403, body: { msg: 'member.other' } })
  expect(await info(other)).toEqual(before)
  expect((await shop.call('POST', '/api/profile/updateMemberInfo', { body: ADA })).status).toBe(401)
})

const isTaken = (more: object) => ProfileForm.safeParse({ ...ADA, ...more }).success

test('the name is 2 to 50 characters; mobile and postcode are digits, however grouped, and nothing else', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 55 }), fc.constantFrom('a', '字', 'ع'), (length, letter) => {
      expect(isTaken({ uname: letter.repeat(length) })).toBe(length >= 2 && length <= 50)
      expect(isTaken({ uname: ` ${letter.repeat(length)}  ` })).toBe(length >= 2 && length <= 50)
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 34 }), (text) => {
      const digits = text.replace(/^\s*\+|[\s().-]/g, '')
      expect(isTaken({ umobile: text })).toBe(/^\d{0,30}$/.test(digits))
      expect(isTaken({ uzip: text })).toBe(/^\d{0,50}$/.test(digits))
    }),
  )
  expect([isTaken({ uzip: '1'.repeat(50) }), isTaken({ uzip: '1'.repeat(51) })]).toEqual([true, false])
  expect([isTaken({ uaddress: 'x'.repeat(200) }), isTaken({ uaddress: 'x'.repeat(201) })]).toEqual([true, false])
  for (const uphone of ['++44', 'call me', '(020)', '1'.repeat(31)]) expect(isTaken({ uphone }), uphone).toBe(false)
  // Turned around or unseen, a name could look like another's.
  expect(isTaken({ uname: 'Ada\u202eecalevoL' })).toBe(false)

  const answer = await change({ uname: 'A', umobile: '1 x', uzip: 'SW1Y', ucountry: 'XX', uphone: 'x' })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      { path: 'uname', message: 'account.error.name' },
      { path: 'umobile', message: 'account.error.digits' },
      { path: 'uzip', message: 'account.error.digits' },
      { path: 'ucountry', message: 'account.error.country' },
      { path: 'uphone', message: 'account.error.phone' },
    ]),
  )
})

test('what a member said of himself is collected whole, and goes when he does', async () => {
  const leaving = await addMember(shop)
  await change(ADA, leaving)
  const personal = shop.shop.rooms.declared('personal').members!
  expect(await personal.collect(leaving.id, heldAlways(leaving.email))).toMatchObject({
    member: { email: leaving.email, uname: 'Ada Lovelace', zip: '20095' },
  })
  expect(JSON.stringify(await personal.collect(leaving.id, heldAlways(leaving.email)))).not.toContain('password')
  await shop.db.transaction((tx) => personal.erase(tx, leaving.id, null))
  expect(await info(leaving)).toMatchObject({
    uname: '',
    ucountry: '',
    uphone: '',
    umobile: '',
    uzip: '',
    uaddress: '',
  })
})

test('the newsletter is his as soon as its own mail is answered, and ends at once', async () => {
  const reader = await addMember(shop, { email: 'Reader@news.example' })
  const state = async () => {
    const { isSubscribe, newsletter } = await info(reader)
    return `${isSubscribe} ${newsletter}`
  }
  const subscriptions = () =>
    shop.db.query<{ id: string; email: string; state: string }>(
      sql`select id, email, state from newsletter_subscriptions order by email`,
    )
  const confirmMails = async () =>
    (
      await shop.db.query(
        sql`select 1 from mails where template = 'newsletterConfirm' and recipient = 'reader@news.example'`,
      )
    ).length
  expect(await state()).toBe('1 none')
  expect((await change({ isSubscribe: '0' }, reader)).status).toBe(200)
  expect([await state(), await confirmMails()]).toEqual(['1 asked', 1])
  // On and off and on again within the hour: the first mail is good for that.
  await change({ isSubscribe: '1' }, reader)
  expect(await state()).toBe('1 none')
  await change({ isSubscribe: '0' }, reader)
  expect([await state(), await confirmMails()]).toEqual(['1 asked', 1])

  const id = (await subscriptions())[0]!.id
  const token = linkToken(shop.shop.ground.keyring, 'newsletter', id)
  await shop.call('POST', '/api/bottom/subscription/confirm', { body: { token } })
  expect(await state()).toBe('0 confirmed')
  // What else he changes leaves it alone; what he types at the foot of a page does, too.
  await change({ uzip: '7', isSubscribe: '0' }, reader)
  await shop.call('POST', '/api/bottom/subscription', { body: { email: 'reader@news.example' } })
  expect([await state(), await confirmMails()]).toEqual(['0 confirmed', 1])
  // The link in a mail, and the profile, end the same thing.
  await shop.call('POST', '/api/bottom/subscription/leave', { body: { token } })
  expect(await state()).toBe('1 none')
  await shop.call('POST', '/api/bottom/subscription/confirm', { body: { token } })
  await change({ isSubscribe: '1' }, reader)
  expect(await subscriptions()).toMatchObject([{ email: 'reader@news.example', state: 'left' }])
  expect((await change({ isSubscribe: 'yes' }, reader)).status).toBe(400)
})

test('what protects an account is offered until that was shown, and never to who has it', async () => {
  const [newcomer, careful] = [await addMember(shop), await addMember(shop)]
  const offer = async (who: TestMember) => (await info(who)).securityOffer
  expect(await offer(newcomer)).toContain('totp')
  await shop.db.run(sql`
    insert into totp_secrets (member_id, sealed, enabled_at) values (${careful.id}, ${Buffer.from('x')}, now())`)
  expect(await offer(careful)).toEqual([])
  const shown = () => shop.call('POST', '/api/profile/securityOffered', { headers: { cookie: newcomer.cookie } })
  expect((await Promise.all([shown(), shown()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await offer(newcomer)).toEqual([])
  expect((await shop.call('POST', '/api/profile/securityOffered')).status).toBe(401)
})

test('all that a page shows of a member beside what everybody sees is one answer of 5 kB at most', async () => {
  const full = await addMember(shop, { email: `${'e'.repeat(38)}@mail.example` })
  const wide = '字'
  const most = { uname: wide.repeat(50), uaddress: wide.repeat(200), uzip: '1'.repeat(50), ucountry: 'GB' }
  expect((await change({ ...most, uphone: '1'.repeat(30), umobile: '1'.repeat(30) }, full)).status).toBe(200)
  await shop.db.run(sql`
    insert into member_notices (id, member_id, kind, data)
    select gen_random_uuid(), ${full.id}, 'passwordChanged', '{}' from generate_series(1, 120)`)
  const { body } = await shop.call('GET', '/api/getInfo', { headers: { cookie: full.cookie } })
  expect(body.data).toMatchObject({ unread: 100, uname: wide.repeat(50), newsletter: 'none' })
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(5_000)
})
