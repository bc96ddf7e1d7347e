// Roles: what each may do, who changes that, and that everything that can be allowed is said in words.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { type Answer, openTestShop, type TestShop } from '#test/harness.ts'
import { addStaff, type TestStaff } from './staff.testing.ts'

const WHY = 'so that she can help'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await addStaff(shop)
})
afterAll(() => shop.close())

interface Role {
  name: string
  permissions: string[]
  people: number
  seen: string
}

const post = (person: TestStaff, path: string, body: object) =>
  shop.call('POST', path, { headers: { cookie: person.cookie }, body })
const said = ({ status, body }: Answer) => (status === 200 ? 200 : body.msg)
const roles = async (): Promise<{ permissions: string[]; roles: Role[] }> =>
  (await shop.call('GET', '/office/roles', { headers: { cookie: owner.cookie } })).body.data
const role = async (name: string) => (await roles()).roles.find((each) => each.name === name)!
const grant = async (by: TestStaff, name: string, permissions: string[], more: object = {}) =>
  post(by, `/office/roles/${encodeURIComponent(name)}/permissions`, {
    ...{ permissions, reason: WHY, seen: (await role(name)).seen },
    ...more,
  })
const remove = async (by: TestStaff, name: string) =>
  post(by, `/office/roles/${encodeURIComponent(name)}/remove`, { reason: WHY, seen: (await role(name)).seen })
const newRole = async () => {
  const name = `Röle ${randomUUID().slice(0, 8)}`
  expect(said(await post(owner, '/office/roles', { name, reason: WHY }))).toBe(200)
  return name
}
const rowsOf = (name: string) =>
  shop.db.query(sql`
    select act, before, after, reason from audit_log where subject_kind = 'role' and subject_id = ${name} order by id`)

test('everything that can be allowed is said in both languages', async () => {
  const { permissions } = await roles()
  expect(permissions.length).toBeGreaterThan(5)
  for (const code of ['en-US', 'zh-CN']) {
    const file = join(import.meta.dirname, '..', '..', 'locales', 'office', `${code}.json`)
    const t = createTranslate({ tag: code, dir: 'ltr' }, [JSON.parse(readFileSync(file, 'utf8')) as WordTree])
    expect([code, permissions.filter((permission) => !t.knows(`staff.may.${permission}`))]).toEqual([code, []])
  }
})

test('the owner comes first and may everything; his row is nobody’s to change', async () => {
  const all = await roles()
  expect(all.roles[0]).toMatchObject({ name: 'owner', permissions: all.permissions })
  expect(said(await grant(owner, 'owner', []))).toBe('staff.refused.ownerFixed')
  expect(said(await remove(owner, 'owner'))).toBe('staff.refused.ownerFixed')
})

test('a new role may nothing, then what is ticked, from the next call of everybody who has it; each change is written down', async () => {
  const name = await newRole()
  const eve = await addStaff(shop, { role: name })
  const orders = async () => (await shop.call('GET', '/office/orders', { headers: { cookie: eve.cookie } })).status
  expect(await orders()).toBe(403)
  expect(said(await grant(owner, name, ['orders.read', 'orders.hold', 'orders.read']))).toBe(200)
  expect(await orders()).toBe(200)
  expect(said(await grant(owner, name, ['orders.hold']))).toBe(200)
  expect(await orders()).toBe(403)
  expect(await role(name)).toMatchObject({ permissions: ['orders.hold'], people: 1 })
  expect(await rowsOf(name)).toEqual([
    { act: 'role.add', before: null, after: { permissions: [] }, reason: WHY },
    {
      ...{ act: 'role.permissions', reason: WHY },
      ...{ before: { permissions: [] }, after: { permissions: ['orders.hold', 'orders.read'] } },
    },
    {
      ...{ act: 'role.permissions', reason: WHY },
      ...{ before: { permissions: ['orders.hold', 'orders.read'] }, after: { permissions: ['orders.hold'] } },
    },
  ])
})

test('two who change a role at once: one is told that something changed', async () => {
  const name = await newRole()
  const { seen } = await role(name)
  const answers = await Promise.all([
    grant(owner, name, ['orders.read'], { seen }),
    grant(owner, name, ['orders.hold'], { seen }),
  ])
  expect(answers.map(said).sort()).toEqual([200, 'staff.refused.changed'])
  expect((await role(name)).permissions).toHaveLength(1)
})

test('a role that nobody has is removed; one that somebody has is not', async () => {
  const name = await newRole()
  const eve = await addStaff(shop, { role: name })
  await grant(owner, name, ['orders.read'])
  expect(said(await remove(owner, name))).toBe('staff.refused.roleHeld')
  await shop.db.run(sql`update staff set role = 'reader' where id = ${eve.id}`)
  expect(said(await remove(owner, name))).toBe(200)
  expect(await role(name)).toBeUndefined()
  expect((await rowsOf(name)).at(-1)).toMatchObject({ act: 'role.remove', before: { permissions: ['orders.read'] } })
  expect(await shop.db.query(sql`select 1 from staff_grants where role = ${name}`)).toEqual([])
  const { status } = await post(owner, `/office/roles/${encodeURIComponent(name)}/remove`, { reason: WHY, seen: '' })
  expect(status).toBe(404)
})

test('nobody gives or takes what he does not have, nor changes his own role', async () => {
  const [own, other] = [await newRole(), await newRole()]
  const eve = await addStaff(shop, { role: own })
  await grant(owner, own, ['staff.read', 'staff.write', 'orders.read'])
  await grant(owner, other, ['audit.read'])
  expect(said(await grant(eve, own, ['staff.read', 'staff.write', 'orders.refund']))).toBe('staff.refused.ownRole')
  expect(said(await grant(eve, other, ['audit.read', 'orders.refund']))).toBe('staff.refused.aboveYou')
  expect(said(await grant(eve, other, []))).toBe('staff.refused.aboveYou')
  expect(said(await remove(eve, other))).toBe('staff.refused.aboveYou')
  expect(said(await grant(eve, other, ['audit.read', 'orders.read']))).toBe(200)
  const manager = await addStaff(shop, { role: 'manager' })
  expect(said(await grant(manager, other, []))).toBe('error.forbidden')
  expect(said(await grant(owner, other, ['orders.fly']))).toBe('staff.refused.noPermission')
})

test('names are bounded, one without regard to case, and never more than text', async () => {
  const name = await newRole()
  expect(said(await post(owner, '/office/roles', { name: name.toUpperCase(), reason: WHY }))).toBe(
    'staff.refused.roleKnown',
  )
  for (const wrong of ['', ' ', 'x'.repeat(41), '<b>x</b>', 'a\u202eb', '../x', '=1+1', 'a\nb'])
    expect([wrong, (await post(owner, '/office/roles', { name: wrong, reason: WHY })).status]).toEqual([wrong, 400])
})

test('whoever signed in a while ago proves himself before he changes a role', async () => {
  const ada = await addStaff(shop)
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect(said(await post(ada, '/office/roles', { name: 'late', reason: WHY }))).toBe('login.proveAgain')
  expect(said(await grant(ada, 'reader', []))).toBe('login.proveAgain')
  expect(said(await remove(ada, 'reader'))).toBe('login.proveAgain')
})
