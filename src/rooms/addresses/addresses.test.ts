// A member's address book (specification §5; decisions A5, A6).
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, heldAlways, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { AddressForm } from './forms.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: '12 St James’s Square',
  addressOther: '',
  city: 'London',
  province: 'Greater London',
  country: 'GB',
  zip: 'SW1Y 4JH',
  phone: '2079460123',
  phoneCode: '44',
}

const as = ({ cookie }: TestMember) => ({ cookie })
const insert = (member: TestMember, more: object = {}) =>
  shop.call('POST', '/api/profile/address/insert', { body: { ...ADA, ...more }, headers: as(member) })
const update = (member: TestMember, body: object) =>
  shop.call('POST', '/api/profile/address/update', { body, headers: as(member) })
const remove = (member: TestMember, id: string) =>
  shop.call('DELETE', `/api/profile/address/${id}`, { headers: as(member) })
const list = async (member: TestMember, query = '') =>
  (await shop.call('GET', `/api/profile/address${query}`, { headers: as(member) })).body
const defaultsOf = (member: TestMember) =>
  shop.db.query<{ id: string }>(sql`select id from addresses where member_id = ${member.id} and is_default`)

/** So many addresses, the first of which is the default. */
async function withAddresses(count: number) {
  const member = await addMember(shop)
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await insert(member, { firstName: `Ada ${i + 1}` })).body.data.id)
  return { member, ids }
}

test('the first address is the default; another becomes it, and the one before is none any more', async () => {
  const member = await addMember(shop)
  expect(await list(member)).toMatchObject({ rows: [], total: 0 })
  const first = await insert(member, { isDefault: '1' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: { ...ADA, isDefault: '0', memberId: member.id, memberName: member.username, updateBy: member.username },
    },
  })
  const second = (await insert(member)).body.data
  expect(second.isDefault).toBe('1')
  const third = (await insert(member, { isDefault: '0' })).body.data
  expect(third.isDefault).toBe('0')
  expect(await defaultsOf(member)).toEqual([{ id: third.id }])
  const changed = await update(member, { ...ADA, id: second.id, city: 'Paris', country: 'FR', isDefault: '0' })
  expect(changed.body.data).toMatchObject({ city: 'Paris', country: 'FR', isDefault: '0' })
  expect(await defaultsOf(member)).toEqual([{ id: second.id }])
  // Without a word about it the default stays; and it cannot just end.
  await update(member, { ...ADA, id: second.id, city: 'Lyon' })
  expect(await defaultsOf(member)).toEqual([{ id: second.id }])
  const ended = await update(member, { ...ADA, id: second.id, isDefault: '1' })
  expect([ended.status, ended.body.msg]).toEqual([422, 'address.oneDefault'])
  const { rows, total } = await list(member)
  expect([rows.map(({ id }: { id: string }) => id), total]).toEqual([[second.id, third.id, first.body.data.id], 3])
  expect(rows[0].city).toBe('Lyon')
  const one = await shop.call('GET', `/api/profile/address/${third.id}`, { headers: as(member) })
  expect(one.body.data).toEqual({ ...third, isDefault: '1' })
})

test('an address is made the default by its id alone, and the rest of it stays as somebody else has changed it', async () => {
  const { member, ids } = await withAddresses(3)
  const makeDefault = (id: string, whose = member) =>
    shop.call('POST', `/api/profile/address/${id}/default`, { headers: as(whose) })
  const [, { status, body }] = await Promise.all([
    update(member, { ...ADA, id: ids[1], city: 'Oxford' }),
    makeDefault(ids[1]!),
  ])
  expect([status, body.data]).toEqual([200, null])
  expect((await list(member)).rows[0]).toMatchObject({ id: ids[1], city: 'Oxford', isDefault: '0' })
  expect((await makeDefault(ids[1]!)).status).toBe(200)
  await Promise.all(ids.map((id) => makeDefault(id)))
  expect(await defaultsOf(member)).toHaveLength(1)
  const before = await defaultsOf(member)
  expect((await makeDefault(randomUUID())).status).toBe(404)
  expect((await makeDefault(ids[2]!, await addMember(shop))).status).toBe(404)
  expect(await defaultsOf(member)).toEqual(before)
})

test('the default one cannot be deleted, any other can, once', async () => {
  const { member, ids } = await withAddresses(2)
  const refusal = await remove(member, ids[0]!)
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'address.defaultTip'])
  expect((await remove(member, ids[1]!)).status).toBe(200)
  expect((await remove(member, ids[1]!)).status).toBe(404)
  expect(await list(member)).toMatchObject({ total: 1, rows: [{ id: ids[0] }] })
})

test('at most 20 addresses, in pages of 10, of which none overlaps', async () => {
  const { member, ids } = await withAddresses(20)
  const more = await insert(member)
  expect([more.status, more.body.msg]).toEqual([422, 'address.tooMany'])
  const [one, two, three] = [await list(member), await list(member, '?pageNum=2'), await list(member, '?pageNum=3')]
  expect([one.rows.length, two.rows.length, three.rows.length, three.total]).toEqual([10, 10, 0, 20])
  expect(new Set([...one.rows, ...two.rows].map(({ id }) => id))).toEqual(new Set(ids))
  expect(one.rows[0].id).toBe(ids[0])
  for (const query of ['?pageNum=0', '?pageSize=101', '?pageNum=x'])
    expect((await shop.call('GET', `/api/profile/address${query}`, { headers: as(member) })).status).toBe(400)
})

test('whatever is asked at once, one address is the default and no more than 20 are there', async () => {
  const { member, ids } = await withAddresses(10)
  const answers = await Promise.all([
    ...ids.map((id) => update(member, { ...ADA, id, isDefault: '0' })),
    ...Array.from({ length: 12 }, () => insert(member, { isDefault: '0' })),
    ...ids.slice(1).map((id) => remove(member, id)),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  expect(await defaultsOf(member)).toHaveLength(1)
  expect((await list(member)).total).toBeLessThanOrEqual(20)

  const empty = await addMember(shop)
  await Promise.all(Array.from({ length: 25 }, () => insert(empty)))
  expect([(await defaultsOf(empty)).length, (await list(empty)).total]).toEqual([1, 20])
})

test('the database itself holds no second default', async () => {
  const { member } = await withAddresses(2)
  await expect(
    shop.db.run(sql`update addresses set is_default = true where member_id = ${member.id}`),
  ).rejects.toMatchObject({ constraint: 'addresses_one_default' })
})

test('the same id sent again is the same address, also by six at once', async () => {
  const member = await addMember(shop)
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => insert(member, { id })))
  for (const { status, body } of answers) expect([status, body.data.id]).toEqual([200, id])
  expect((await list(member)).total).toBe(1)
})

test('sent again with other fields, after an answer that was lost, the address is what was sent last', async () => {
  const { member, ids } = await withAddresses(1)
  const id = randomUUID()
  await insert(member, { id })
  expect((await insert(member, { id, city: 'Oxford', isDefault: '0' })).body.data).toMatchObject({ id, city: 'Oxford' })
  expect((await list(member)).rows).toMatchObject([
    { id, city: 'Oxford', isDefault: '0' },
    { id: ids[0], isDefault: '1' },
  ])
})

test('somebody else’s address is none, and nothing of it is told or moved', async () => {
  const { member, ids } = await withAddresses(2)
  const stranger = await addMember(shop)
  const unknown = await shop.call('GET', `/api/profile/address/${randomUUID()}`, { headers: as(stranger) })
  for (const id of ids) {
    const seen = await shop.call('GET', `/api/profile/address/${id}`, { headers: as(stranger) })
    expect([seen.status, seen.body]).toEqual([404, unknown.body])
    expect((await update(stranger, { ...ADA, id, city: 'Elsewhere', isDefault: '0' })).status).toBe(404)
    expect((await remove(stranger, id)).status).toBe(404)
    expect((await insert(stranger, { id })).status).toBe(404)
  }
  expect(await list(stranger)).toMatchObject({ rows: [], total: 0 })
  const { rows } = await list(member)
  expect(rows.map(({ city }: { city: string }) => city)).toEqual(['London', 'London'])
  expect(await defaultsOf(member)).toEqual([{ id: ids[0] }])
})

test('who names another member is refused, and a visitor is sent to the login', async () => {
  const member = await addMember(shop)
  const other = await addMember(shop)
  expect((await insert(member, { memberId: member.id })).status).toBe(200)
  expect((await insert(member, { memberId: other.id })).status).toBe(403)
  const { id } = (await list(member)).rows[0]
  expect((await update(member, { ...ADA, id, memberId: other.id })).status).toBe(403)
  const asked = await shop.call('GET', `/api/profile/address?memberId=${other.id}`, { headers: as(member) })
  expect(asked.status).toBe(403)
  const visitor = await shop.call('GET', '/api/profile/address')
  expect([visitor.status, visitor.body.msg]).toEqual([401, 'message.loginFirst'])
  const bearer = await shop.call('GET', '/api/profile/address', {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(bearer.body.total).toBe(1)
})

const MOST = { firstName: 20, lastName: 20, address: 200, addressOther: 200, city: 50, province: 50, zip: 50 }
const OPTIONAL = new Set(['addressOther', 'zip', 'phoneCode'])
const isTaken = (more: object) => AddressForm.safeParse({ ...ADA, ...more }).success

test('each text is taken up to its length, and what is required is more than spaces', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(MOST) as (keyof typeof MOST)[])),
      fc.integer({ min: 0, max: 210 }),
      fc.constantFrom('a', 'ß', '字', 'ع'),
      (name, length, letter) => {
        const fits = length <= MOST[name] && (length > 0 || OPTIONAL.has(name))
        expect(isTaken({ [name]: letter.repeat(length) })).toBe(fits)
        expect(isTaken({ [name]: `  ${letter.repeat(length)} ` })).toBe(fits)
      },
    ),
  )
  for (const name of Object.keys(MOST)) expect(isTaken({ [name]: '   ' })).toBe(OPTIONAL.has(name))
})

test('a telephone number is digits, of whatever keyboard and however they are grouped, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 24 }), (phone) => {
      const digits = phone.replace(/^\s*\+|[\s().-]/g, '')
      expect(isTaken({ phone })).toBe(/^\d{1,20}$/.test(digits))
      expect(isTaken({ phoneCode: phone })).toBe(/^\d{0,7}$/.test(digits))
    }),
  )
  expect(isTaken({ phone: '1'.repeat(20), phoneCode: '1'.repeat(7) })).toBe(true)
  expect(isTaken({ phone: '1'.repeat(21) })).toBe(false)
  const filledIn = { phone: '(٠٢٠) ۷۹۴۶-０１２３', phoneCode: ' +44 ' }
  expect(AddressForm.parse({ ...ADA, ...filledIn })).toMatchObject({ phone: '02079460123', phoneCode: '44' })
  expect(isTaken({ phone: `+${'1 '.repeat(20)}`, phoneCode: `+${'1-'.repeat(7)}` })).toBe(true)
  expect([isTaken({ phone: ' + ' }), isTaken({ phone: '٠x' })]).toEqual([false, false])
})

test('what the form refuses the call refuses by the same word, and a country must be one', async () => {
  const member = await addMember(shop)
  const wrong = { firstName: ' ', lastName: 'x'.repeat(21), country: 'XX', phone: '12a', city: undefined }
  const answer = await insert(member, wrong)
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual(
    expect.arrayContaining([
      { path: 'firstName', message: 'address.error.firstName' },
      { path: 'lastName', message: 'address.error.long' },
      { path: 'country', message: 'address.error.country' },
      { path: 'phone', message: 'address.error.digits' },
      expect.objectContaining({ path: 'city' }),
    ]),
  )
  expect((await list(member)).total).toBe(0)
})

test('what the shop holds of a member’s addresses is collected whole, and goes when he does', async () => {
  const { member } = await withAddresses(12)
  const { member: other } = await withAddresses(1)
  const { addresses } = shop.shop.rooms.declared('personal')
  const collected = (await addresses!.collect(member.id, heldAlways(member.email))) as { addresses: object[] }
  expect(collected.addresses).toHaveLength(12)
  expect(collected.addresses[0]).toMatchObject({ firstName: 'Ada 1', isDefault: true })
  await shop.db.transaction((tx) => addresses!.erase(tx, member.id, null))
  expect([(await list(member)).total, (await list(other)).total]).toEqual([0, 1])
})
