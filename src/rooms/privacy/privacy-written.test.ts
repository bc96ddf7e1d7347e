// What a member wrote, from the addresses that he had, is his in the archive and goes with him (decision F11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { as, members } from './privacy.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { exported, erase, journalText } = members(() => shop)

/** Confirmed so long ago that it can be taken back no more; nobody looks into his mail for it. */
async function changes(member: TestMember, to: string, { undone = false } = {}): Promise<void> {
  await shop.db.run(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, confirmed_at, undone_at)
    values (gen_random_uuid(), ${member.id}, ${to}, ${to}, ${member.email}, ${member.email}, 'en-US', now() - interval '8 days', ${undone ? new Date() : null})`)
  if (undone) return
  await shop.db.run(sql`update members set email = ${to}, email_key = ${to} where id = ${member.id}`)
  // Told in the transaction that confirms it.
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, mailbox, locale, template, data, created_at)
    select gen_random_uuid(), gen_random_uuid()::text, ${member.email}, ${member.email}, 'en-US', 'emailChanged', '{}', confirmed_at
    from email_changes where member_id = ${member.id} and email = ${to}`)
}

/** Of one address, written before that or just now: an enquiry, a review, a withdrawal that was handled, a mail. */
async function writes(email: string, when: 'before' | 'since'): Promise<void> {
  const at = new Date(Date.now() - (when === 'before' ? 9 * 86_400_000 : 0))
  const { productId } = await addProduct(shop)
  await shop.db.run(sql`
    insert into enquiries (id, type, fill_name, email, message, locale, created_at)
    values (gen_random_uuid(), 2, 'Ada', ${email}, ${when}, 'en-US', ${at})`)
  await shop.db.run(sql`
    insert into reviews (product_id, fill_name, email, content, score, locale, state, created_at)
    values (${productId}, 'Ada', ${email}, ${when}, 5, 'en-US', 'pending', ${at})`)
  await shop.db.run(sql`
    insert into withdrawals (id, order_no, fill_name, email, locale, received_at, handled_at)
    values (gen_random_uuid(), ${when}, 'Ada', ${email}, 'en-US', ${at}, now())`)
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, mailbox, locale, template, data, created_at)
    values (gen_random_uuid(), gen_random_uuid()::text, ${email}, ${email}, 'en-US', 'emailTaken', ${JSON.stringify({ when })}, ${at})`)
}

const heldUnder = async (email: string) =>
  (
    await shop.db.query<{ what: string }>(sql`
      select 'enquiry ' || message as what from enquiries where email = ${email}
      union all select 'review ' || content from reviews where email = ${email}
      union all select 'withdrawal ' || order_no from withdrawals where email = ${email}
      union all select 'mail ' || (data ->> 'when') from mails where recipient = ${email} and template = 'emailTaken'
      order by what`)
  ).map(({ what }) => what)

const ALL = ['enquiry', 'mail', 'review', 'withdrawal']

test('what he wrote from an address that he has left is his; what came from there since, or from one that was taken back, is not', async () => {
  const member = await addMember(shop)
  const wrong = `wrong-${member.username}@example.com`
  await changes(member, wrong, { undone: true })
  await writes(wrong, 'before')
  await writes(member.email, 'before')
  await writes(member.email, 'since')
  await changes(member, `new-${member.username}@example.com`)
  const { rooms, text } = await exported(member)
  expect(rooms['former-addresses'].addresses).toMatchObject([
    {
      email: member.email,
      enquiries: [{ message: 'before' }],
      reviews: [{ content: 'before' }],
      withdrawals: [{ orderNo: 'before' }],
      mails: [{ about: 'emailTaken' }, { about: 'emailChanged' }],
    },
  ])
  expect(text).not.toContain('since')
  expect((await erase(member)).status).toBe(200)
  expect(await heldUnder(member.email)).toEqual(ALL.map((what) => `${what} since`))
  expect(
    await shop.db.query(sql`select 1 from mails where recipient = ${member.email} and template = 'emailChanged'`),
  ).toEqual([])
  expect(await heldUnder(wrong)).toEqual(ALL.map((what) => `${what} before`))
  const told = await until(async () => {
    const lines = (await journalText()).split('\n').filter((line) => line.includes(member.id))
    return lines.length > 1 && lines.join('\n')
  }, 'both addresses stand in the journal')
  expect(told).toMatch(new RegExp(`"${member.id} [0-9a-f]{64}"`))
  expect(told).toMatch(new RegExp(`"${member.id} [0-9a-f]{64} 20[0-9T:.-]+Z"`))
  expect(told).not.toContain(member.email)
})

test('whoever takes an address that another member has left gets and takes away nothing that is older: it stays the other one’s', async () => {
  const before = await addMember(shop)
  const { email } = before
  await writes(email, 'before')
  await changes(before, `moved-${before.username}@example.com`)
  const since = await addMember(shop, { email })
  await writes(email, 'since')
  const { rooms, text } = await exported(since)
  expect(rooms).toMatchObject({
    members: { enquiries: [{ message: 'since' }] },
    reviews: { reviews: [{ content: 'since' }] },
    withdrawals: { withdrawals: [{ orderNo: 'since' }] },
    mails: { mails: [{ about: 'emailTaken' }] },
    'former-addresses': { addresses: [] },
  })
  expect(text).not.toContain('before')
  expect((await erase(since)).status).toBe(200)
  expect(await heldUnder(email)).toEqual(ALL.map((what) => `${what} before`))
  const told = await until(async () => {
    const lines = (await journalText()).split('\n').filter((line) => line.includes(since.id))
    return lines.length > 0 && lines.join('\n')
  }, 'it stands in the journal')
  expect(told).toMatch(new RegExp(`"${since.id} [0-9a-f]{64} - 20[0-9T:.-]+Z"`))
  const [left] = (await exported(before)).rooms['former-addresses'].addresses
  expect(left).toMatchObject({ email, enquiries: [{ message: 'before' }], reviews: [{ content: 'before' }] })
  expect((await erase(before)).status).toBe(200)
  expect(await heldUnder(email)).toEqual([])
})

test('what he wrote to the shop goes with him, in the mails that told the operator of it too', async () => {
  const member = await addMember(shop)
  const { email } = member
  const body = { type: '1', fillname: 'Ada', email, confirmEmail: email, region: 'GB', message: 'Forty keys' }
  expect((await shop.call('POST', '/api/bottom/saveDeal', { body })).status).toBe(200)
  const { id } = await shop.db.one<{ id: string }>(sql`select id from enquiries where email = ${member.email}`)
  const told = () => shop.db.query(sql`select template from mails where data ->> 'enquiryId' = ${id} order by template`)
  expect(await told()).toEqual([{ template: 'enquiryForOperator' }, { template: 'enquiryReceived' }])
  expect((await erase(member)).status).toBe(200)
  expect(await told()).toEqual([])
})

test('of his withdrawals those stay that a claim is proved by, and the archive says so', async () => {
  const member = await addMember(shop)
  const product = await addProduct(shop, { keys: 1 })
  const { orderId } = await placeOrder(shop, orderBody([{ product }], { email: member.email }), as(member))
  await shop.db.run(sql`update orders set status = 'Cancelled' where id = ${orderId}`)
  const declare = (orderNo: string, order: string | null, isHandled: boolean) =>
    shop.db.run(sql`
      insert into withdrawals (id, order_no, order_id, fill_name, email, locale, handled_at)
      values (gen_random_uuid(), ${orderNo}, ${order}::uuid, 'Ada', ${member.email}, 'en-US', ${isHandled ? new Date() : null})`)
  await declare('OURS', orderId, true)
  await declare('NOBODYS', null, true)
  await declare('WAITS', null, false)
  const { withdrawals } = (await exported(member)).rooms
  expect(withdrawals.withdrawals.map(({ orderNo }: { orderNo: string }) => orderNo)).toEqual([
    'OURS',
    'NOBODYS',
    'WAITS',
  ])
  expect(withdrawals.keptAfterErasure).toContain('1095 days')
  expect((await erase(member)).status).toBe(200)
  expect(
    await shop.db.query(sql`select order_no as "orderNo" from withdrawals where email = ${member.email} order by 1`),
  ).toEqual([{ orderNo: 'OURS' }, { orderNo: 'WAITS' }])
})

test('a withdrawal about a member’s order is his, whoever has the address that it names; one about nobody’s order is whose the address is', async () => {
  const [product, before] = [await addProduct(shop, { keys: 2 }), await addMember(shop)]
  const { email } = before
  const order = (headers?: Record<string, string>) => placeOrder(shop, orderBody([{ product }], { email }), headers)
  const [his, guests] = [await order(as(before)), await order()]
  await shop.db.run(sql`update orders set member_id = null where id = ${guests.orderId}`)
  await changes(before, `moved-${before.username}@example.com`)
  const since = await addMember(shop, { email })
  for (const { orderId, orderNo } of [his, guests])
    await shop.db.run(sql`
      insert into withdrawals (id, order_no, order_id, fill_name, email, locale)
      values (gen_random_uuid(), ${orderNo}, ${orderId}, 'Ada', ${email}, 'en-US')`)
  const [one, another] = [(await exported(before)).rooms, (await exported(since)).rooms]
  expect(one.withdrawals.withdrawals).toMatchObject([{ orderNo: his.orderNo, isAboutAnOrder: true }])
  expect(one['former-addresses'].addresses).toMatchObject([{ email, withdrawals: [] }])
  expect(another.withdrawals.withdrawals).toMatchObject([{ orderNo: guests.orderNo }])
  // To whom an order is given later, what others declared about it is not.
  const third = await addMember(shop)
  await shop.db.run(
    sql`update orders set member_id = ${third.id}, delivery_email = ${third.email} where id = ${his.orderId}`,
  )
  expect((await exported(third)).rooms.withdrawals.withdrawals).toEqual([])
})

test('mails to another address of the same mailbox, who may be another person, stay', async () => {
  const member = await addMember(shop, { email: 'team+ada@example.com' })
  await shop.db.run(sql`
    insert into mails (id, message_id, recipient, mailbox, locale, template, data)
    select gen_random_uuid(), gen_random_uuid()::text, r, 'team@example.com', 'en-US', 'emailTaken', '{}'
    from unnest(array['team@example.com', 'Team+Ada@example.com']) r`)
  expect((await exported(member)).rooms.mails.mails).toMatchObject([{ recipient: 'Team+Ada@example.com' }])
  await erase(member)
  const left = await shop.db.query(sql`
    select recipient from mails where mailbox = 'team@example.com' and template = 'emailTaken'`)
  expect(left).toEqual([{ recipient: 'team@example.com' }])
})
