// A member's own data (specification §5; decision A6).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { ProfileForm } from './forms.ts'

let shop: TestShop
let member: TestMember
let other: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  member = await addMember(shop)
  other = await addMember(shop)
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
  expect((await change({ ...ADA, id: other.id })).status).toBe(403)
  expect(await info(other)).toEqual(before)
  expect((await shop.call('POST', '/api/profile/updateMemberInfo', { body: ADA })).status).toBe(401)
})

const isTaken = (more: object) => ProfileForm.safeParse({ ...ADA, ...more }).success

test('the name is 2 to 50 characters; mobile and postcode are digits and nothing else', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 55 }), fc.constantFrom('a', '字', 'ع'), (length, letter) => {
      expect(isTaken({ uname: letter.repeat(length) })).toBe(length >= 2 && length <= 50)
      expect(isTaken({ uname: ` ${letter.repeat(length)}  ` })).toBe(length >= 2 && length <= 50)
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 34 }), (text) => {
      expect(isTaken({ umobile: text })).toBe(/^\d{0,30}$/.test(text.trim()))
      expect(isTaken({ uzip: text })).toBe(/^\d{0,50}$/.test(text.trim()))
    }),
  )
  expect([isTaken({ uzip: '1'.repeat(50) }), isTaken({ uzip: '1'.repeat(51) })]).toEqual([true, false])
  expect([isTaken({ uaddress: 'x'.repeat(200) }), isTaken({ uaddress: 'x'.repeat(201) })]).toEqual([true, false])
  for (const uphone of ['++44', 'call me', '(020)', '1'.repeat(31)]) expect(isTaken({ uphone }), uphone).toBe(false)
  // Turned around or unseen, a name could look like another's.
  expect(isTaken({ uname: 'Ada\u202eecalevoL' })).toBe(false)

  const answer = await change({ uname: 'A', umobile: '1 2', uzip: 'SW1Y', ucountry: 'XX', uphone: 'x' })
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
  expect(await personal.collect(leaving.id, leaving.email)).toMatchObject({
    member: { email: leaving.email, uname: 'Ada Lovelace', zip: '20095' },
  })
  expect(JSON.stringify(await personal.collect(leaving.id, leaving.email))).not.toContain('password')
  await shop.db.transaction((tx) => personal.erase(tx, leaving.id, leaving.email))
  expect(await info(leaving)).toMatchObject({
    uname: '',
    ucountry: '',
    uphone: '',
    umobile: '',
    uzip: '',
    uaddress: '',
  })
})
