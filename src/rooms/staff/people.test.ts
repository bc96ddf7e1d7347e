// Who works here, as others see and change him: who may, what is refused, what it ends, and what is written down and mailed of it.
import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { PASSWORD, people, said, WHY } from './people.testing.ts'
import { addStaff, codeNow, type TestStaff } from './staff.testing.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: makeSecrets().vaultKey })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Of earlier tests none is an owner any more.
  await shop.db.run(sql`update staff set role = 'reader' where role = 'owner'`)
  owner = await addStaff(shop, { password: PASSWORD })
})

const { get, made, post, seenOf, act, rowsOf, mailsTo, roleOf, writtenMail } = people(() => ({ shop, owner }))

test('somebody is invited: the link goes by mail and is shown once, opens once, and stands nowhere else', async () => {
  const email = `new-${randomUUID().slice(0, 8)}@shop.example`
  const invited = await post(owner, '/office/staff', { email, role: 'support', reason: WHY })
  expect(invited.body.data).toMatchObject({ mailed: true, link: expect.stringMatching(/\/office\/welcome#[\w-]{43}$/) })
  const { id, link } = invited.body.data
  const token = link.split('#')[1]!
  expect(await writtenMail(email)).toContain(link)
  const kept = await shop.db.query(sql`select data from mails where recipient = ${email}`)
  const written = JSON.stringify([kept, await shop.db.query(sql`select * from audit_log`)])
  expect(written).not.toContain(token)
  expect(await rowsOf(id)).toEqual([
    { act: 'staff.invite', actor: owner.email, reason: WHY, before: null, after: { email, role: 'support' } },
  ])
  expect((await get(owner, `/office/staff/${id}`)).body.data).toMatchObject({
    ...{ email, role: 'support', hasBegun: false, hasApp: false, activeAt: null },
    linkUntil: expect.any(String),
  })
  const { secret } = (await shop.call('POST', '/office/invitation', { body: { token } })).body.data
  const body = { token, name: 'Eve', password: await sealForTest(shop.call, PASSWORD), code: generateSync({ secret }) }
  const begun = await shop.call('POST', '/office/invitation/accept', { body })
  expect(begun.body.data.me).toMatchObject({ name: 'Eve', role: 'support' })
  expect((await get(owner, `/office/staff/${id}`)).body.data).toMatchObject({
    ...{ name: 'Eve', hasBegun: true, hasApp: true, linkUntil: null, recoveryCodes: 10 },
    sessions: [{ address: expect.any(String) }],
  })
  expect(said(await post(owner, '/office/staff', { email: email.toUpperCase(), role: 'support', reason: WHY }))).toBe(
    'staff.refused.known',
  )
  expect(said(await post(owner, '/office/staff', { email: 'x@shop.example', role: 'king', reason: WHY }))).toBe(
    'staff.refused.noRole',
  )
})

test('who is invited at two places at once is one person', async () => {
  const email = `twice-${randomUUID().slice(0, 8)}@shop.example`
  const invite = () => post(owner, '/office/staff', { email, role: 'reader', reason: WHY })
  expect((await Promise.all([invite(), invite()])).map(said).sort()).toEqual([200, 'staff.refused.known'])
})

test('a new link: by mail to whoever has not begun; whoever has is told that it was made, and a mailbox opens nothing', async () => {
  const eve = await addStaff(shop, { role: 'support', password: PASSWORD })
  const again = await act(owner, eve, 'link')
  expect(again.body.data).toMatchObject({ mailed: false })
  const token = again.body.data.link.split('#')[1]
  expect(await mailsTo(eve.email)).toEqual(['staffChanged newLink'])
  expect(await writtenMail(eve.email)).not.toContain(token)
  expect((await shop.call('POST', '/office/invitation', { body: { token } })).status).toBe(200)
  expect((await get(eve, '/office/session')).status).toBe(200)

  const email = `late-${randomUUID().slice(0, 8)}@shop.example`
  const { id, link } = (await post(owner, '/office/staff', { email, role: 'reader', reason: WHY })).body.data
  const renewed = await post(owner, `/office/staff/${id}/link`, { reason: WHY, seen: await seenOf(id) })
  expect(renewed.body.data).toMatchObject({ mailed: true })
  const look = async (of: string) =>
    (await shop.call('POST', '/office/invitation', { body: { token: of.split('#')[1] } })).status
  expect([await look(link), await look(renewed.body.data.link)]).toEqual([422, 200])
})

test('a role that is taken away counts at the next call, in mid-work, and its person is told', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  const orders = async () => (await get(eve, '/office/orders')).status
  expect(await orders()).toBe(200)
  expect(said(await act(owner, eve, 'role', { role: 'catalogue' }))).toBe(200)
  expect(await orders()).toBe(403)
  expect(await mailsTo(eve.email)).toEqual(['staffChanged role'])
  expect(await rowsOf(eve.id)).toEqual([
    {
      ...{ act: 'staff.role', actor: owner.email, reason: WHY },
      ...{ before: { role: 'support' }, after: { role: 'catalogue' } },
    },
  ])
  expect(said(await act(owner, eve, 'role', { role: 'catalogue' }))).toBe('staff.refused.roleHad')
})

test('who is blocked is out at once, with his link; let in again he signs in as before', async () => {
  const eve = await addStaff(shop, { role: 'support', password: PASSWORD })
  const { link } = (await act(owner, eve, 'link')).body.data
  expect(said(await act(owner, eve, 'block'))).toBe(200)
  expect((await get(eve, '/office/session')).status).toBe(401)
  expect(said(await act(owner, eve, 'link'))).toBe('staff.refused.isBlocked')
  expect(said(await act(owner, eve, 'unblock'))).toBe(200)
  // What a thief may have had of before opens nothing.
  expect((await get(eve, '/office/session')).status).toBe(401)
  expect((await shop.call('POST', '/office/invitation', { body: { token: link.split('#')[1] } })).status).toBe(422)
  const body = {
    ...{ email: eve.email, password: await sealForTest(shop.call, PASSWORD) },
    code: await codeNow(shop, eve),
  }
  expect((await shop.call('POST', '/office/session', { body })).status).toBe(200)
  expect(await mailsTo(eve.email)).toEqual(['staffChanged newLink', 'staffChanged blocked', 'staffChanged unblocked'])
  expect((await rowsOf(eve.id)).map((row) => row.act)).toEqual([
    ...['staff.link', 'staff.block', 'staff.unblock', 'staff.signIn'],
  ])
})

test('a link opens as long as who made it works here and may do all that its person may', async () => {
  const opens = async (link: string) =>
    (await shop.call('POST', '/office/invitation', { body: { token: link.split('#')[1] } })).status
  const ada = await addStaff(shop, { password: PASSWORD })
  const { link } = (await act(ada, owner, 'link')).body.data
  expect(await opens(link)).toBe(200)
  const bob = await addStaff(shop, { password: PASSWORD })
  expect(said(await act(bob, ada, 'block'))).toBe(200)
  expect(await opens(link)).toBe(422)
  expect((await get(bob, `/office/staff/${owner.id}`)).body.data.linkUntil).toBeNull()

  await shop.db.run(sql`insert into staff_roles (name) values ('porter'), ('guest')`)
  await shop.db.run(sql`
    insert into staff_grants (role, permission)
    values ('porter', 'staff.read'), ('porter', 'staff.write'), ('porter', 'orders.read'), ('guest', 'orders.read')`)
  const porter = await addStaff(shop, { role: 'porter' })
  const eve = await addStaff(shop, { role: 'guest' })
  const second = (await act(porter, eve, 'link')).body.data.link
  expect(await opens(second)).toBe(200)
  for (const role of ['reader', 'owner']) {
    expect(said(await act(owner, eve, 'role', { role }))).toBe(200)
    expect(await opens(second)).toBe(422)
  }
})

test('one session ends, or all', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  await shop.db.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device, used_at)
    values (${randomUUID()}, ${eve.id}, 'x', '203.0.113.9', 'macOS', 'Safari', now() - interval '1 minute')`)
  const [mine, other] = (await get(owner, `/office/staff/${eve.id}`)).body.data.sessions
  expect(other).toMatchObject({ address: '203.0.113.9', system: 'macOS', device: 'Safari' })
  expect((await act(owner, eve, 'sessions/end', { sessionId: other.id })).body.data).toEqual({ ended: 1 })
  expect((await get(eve, '/office/session')).status).toBe(200)
  expect(said(await act(owner, eve, 'sessions/end', { sessionId: other.id }))).toBe('staff.refused.noSession')
  expect((await act(owner, eve, 'sessions/end')).body.data).toEqual({ ended: 1 })
  expect((await get(eve, '/office/session')).status).toBe(401)
  expect(mine.id).not.toBe(other.id)
  expect((await rowsOf(eve.id)).map((row) => row.act)).toEqual(['staff.endSessions', 'staff.endSessions'])
})

test('a change carries what was seen: after another it is refused, and changes nothing', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  const seen = await seenOf(eve)
  const both = await Promise.all(
    ['reader', 'catalogue'].map((role) => post(owner, `/office/staff/${eve.id}/role`, { role, reason: WHY, seen })),
  )
  expect(both.map(said).sort()).toEqual([200, 'staff.refused.changed'])
  expect(said(await post(owner, `/office/staff/${eve.id}/block`, { reason: WHY, seen }))).toBe('staff.refused.changed')
  expect(await rowsOf(eve.id)).toHaveLength(1)
})

test('two owners who demote each other at the same moment: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    await shop.db.run(sql`update staff set role = 'reader' where role = 'owner'`)
    const [ada, bob] = [await addStaff(shop, { password: PASSWORD }), await addStaff(shop, { password: PASSWORD })]
    owner = ada
    const [seenAda, seenBob] = [await seenOf(ada), await seenOf(bob)]
    const answers = await Promise.all([
      post(ada, `/office/staff/${bob.id}/role`, { role: 'reader', reason: WHY, seen: seenBob }),
      post(bob, `/office/staff/${ada.id}/block`, { reason: WHY, seen: seenAda }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { left } = await shop.db.one<{ left: number }>(
      sql`select count(*)::int as left from staff where role = 'owner' and blocked_at is null`,
    )
    expect(left).toBe(1)
  }
})

test('the last owner who can sign in stays one, whoever asks', async () => {
  // Signed in, but without a password he could not come again.
  const stranded = await addStaff(shop)
  for (const [name, more] of [
    ['role', { role: 'reader' }],
    ['block', {}],
  ] as const)
    expect(said(await act(stranded, owner, name, more))).toBe('staff.refused.lastOwner')
  expect(await roleOf(owner)).toBe('owner')
  expect(await rowsOf(owner.id)).toEqual([])
  await addStaff(shop, { password: PASSWORD })
  expect(said(await act(stranded, owner, 'role', { role: 'reader' }))).toBe(200)
})

test('nobody changes himself, or whoever may more than he; the demo’s visitor is nobody’s to change', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('deputy'), ('onlooker') on conflict do nothing`)
  await shop.db.run(sql`
    insert into staff_grants (role, permission)
    values ('deputy', 'staff.read'), ('deputy', 'staff.write'), ('deputy', 'orders.read'), ('onlooker', 'orders.read')
    on conflict do nothing`)
  const deputy = await addStaff(shop, { role: 'deputy' })
  const manager = await addStaff(shop, { role: 'manager' })
  const low = await addStaff(shop, { role: 'onlooker' })
  const acts = [
    ['role', { role: 'catalogue' }],
    ['block', {}],
    ['link', {}],
    ['sessions/end', {}],
  ] as const
  for (const [name, more] of acts) {
    expect([name, said(await act(owner, owner, name, more))]).toEqual([name, 'staff.refused.yourself'])
    expect([name, said(await act(deputy, owner, name, more))]).toEqual([name, 'staff.refused.aboveYou'])
    expect([name, said(await act(deputy, manager, name, more))]).toEqual([name, 'staff.refused.aboveYou'])
    expect([name, said(await act(manager, low, name, more))]).toEqual([name, 'error.forbidden'])
  }
  for (const role of ['owner', 'manager'])
    expect(said(await act(deputy, low, 'role', { role }))).toBe('staff.refused.aboveYou')
  expect(said(await post(deputy, '/office/staff', { email: 'y@shop.example', role: 'owner', reason: WHY }))).toBe(
    'staff.refused.aboveYou',
  )
  expect(said(await act(deputy, low, 'block'))).toBe(200)
  const cannot = async (by: TestStaff, on: TestStaff) => (await get(by, `/office/staff/${on.id}`)).body.data.cannot
  expect([await cannot(deputy, owner), await cannot(deputy, low), await cannot(owner, owner)]).toEqual([
    ...['aboveYou', null, 'yourself'],
  ])

  const visitor = await addStaff(shop)
  await shop.db.run(sql`update staff set is_demo = true where id = ${visitor.id}`)
  for (const [name, more] of acts)
    expect([name, said(await act(owner, visitor, name, more))]).toEqual([name, 'staff.refused.demoPerson'])
  expect((await get(owner, `/office/staff/${visitor.id}`)).body.data).toMatchObject({
    ...{ isDemo: true, cannot: 'demoPerson', sessions: [] },
  })
})

test('whoever signed in a while ago proves himself again before he changes anybody', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  const seen = await seenOf(eve)
  await shop.db.run(
    sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${owner.id}`,
  )
  for (const [path, body] of [
    [`/office/staff/${eve.id}/role`, { role: 'reader', reason: WHY, seen }],
    [`/office/staff/${eve.id}/block`, { reason: WHY, seen }],
    [`/office/staff/${eve.id}/link`, { reason: WHY, seen }],
    [`/office/staff/${eve.id}/sessions/end`, { reason: WHY }],
    ['/office/staff', { email: 'z@shop.example', role: 'owner', reason: WHY }],
  ] as const)
    expect([path, said(await post(owner, path, body))]).toEqual([path, 'login.proveAgain'])
  expect((await get(owner, `/office/staff/${eve.id}`)).status).toBe(200)
  expect(await rowsOf(eve.id)).toEqual([])
})

test('a reason is asked for, and everything is bounded', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  const seen = await seenOf(eve)
  for (const body of [
    { seen },
    { seen, reason: '   ' },
    { seen, reason: 'x'.repeat(1_001) },
    { seen: 'x'.repeat(65), reason: WHY },
  ])
    expect((await post(owner, `/office/staff/${eve.id}/block`, body)).status).toBe(400)
  for (const email of ['no address', `${'x'.repeat(250)}@shop.example`, 'a@b.example\r\nBcc: c@d.example'])
    expect((await post(owner, '/office/staff', { email, role: 'reader', reason: WHY })).status).toBe(400)
  expect((await get(owner, '/office/staff/1')).status).toBe(400)
  expect((await get(owner, `/office/staff/${randomUUID()}`)).status).toBe(404)
})

test('one mailbox gets three invitations an hour at most; then the link is only shown', async () => {
  const mailbox = randomUUID().slice(0, 8)
  const mailed: boolean[] = []
  for (let i = 0; i < 4; i++) {
    const body = { email: `${mailbox}+${i}@shop.example`, role: 'reader', reason: WHY }
    mailed.push((await post(owner, '/office/staff', body)).body.data.mailed)
  }
  expect(mailed).toEqual([true, true, true, false])
})

test('every change that these tests have made is in the audit log once, by whoever made it, and no refused one is', async () => {
  const { rows } = await shop.db.one<{ rows: number }>(sql`
    select count(*)::int as rows from audit_log
    where staff_id is not null and address is not null and act not in ('staff.signIn', 'staff.begin')`)
  expect(made.changes).toBeGreaterThan(20)
  expect(rows).toBe(made.changes)
})
