// Every call of the back office over HTTP, as everybody who could try: a visitor, a member, an employee without the permission,
// one with it. The calls are those of the contracts: a new one is tried without being named here.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { Call, CallName } from '#platform/http/contract.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, type TestShop } from '../harness.ts'
import { makeSecrets } from '../surroundings.testing.ts'

const { vaultKey } = makeSecrets()
const ENV = { WORKER: 'off', VAULT_KEYS: vaultKey }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop(ENV)
})
afterAll(() => shop.close())

const ID = '3d4a2b10-1111-4222-8333-444455556666'

/** Calls that employees alone may make. */
const ofStaff = () =>
  shop.shop.contracts
    .flatMap((contract) => Object.entries(contract) as [CallName, Call][])
    .filter(([name]) => name.split(' ')[1]!.startsWith('/office/'))
    .filter(([, { access }]) => access !== 'public')

async function ask(name: string, cookie: string | undefined) {
  const [method, path] = name.split(' ') as [string, string]
  const { status, body } = await shop.call(method, path.replace(/\{\w+\}/g, ID), {
    ...(method !== 'GET' && { body: {} }),
    ...(cookie && { headers: { cookie } }),
  })
  return { status, msg: body.msg as string }
}

test('no call of the office answers anybody without what it asks for, and each answers whoever has it', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('nothing')`)
  const member = await addMember(shop)
  expect(ofStaff().length).toBeGreaterThan(5)
  for (const [name, { access }] of ofStaff()) {
    expect([name, await ask(name, undefined)]).toEqual([name, { status: 401, msg: 'message.loginFirst' }])
    // His token is none of the office's, under whichever name it comes.
    const token = member.cookie.replace('token=', '')
    for (const cookie of [member.cookie, `office=${token}`, `${member.cookie}; office=${token}`])
      expect([name, (await ask(name, cookie)).status]).toEqual([name, 401])
    const idle = await addStaff(shop, { role: 'nothing' })
    const needs = typeof access === 'object' && 'staff' in access
    const asNobody = await ask(name, idle.cookie)
    expect([name, asNobody.msg === 'error.forbidden', asNobody.status === 401]).toEqual([name, needs, false])
    const owner = await addStaff(shop)
    expect([401, 403]).not.toContain((await ask(name, owner.cookie)).status)
  }
})

test('every permission that a call asks for is declared, so that somebody can be given it', async () => {
  const asked = ofStaff().flatMap(([, { access }]) =>
    typeof access === 'object' && 'staff' in access ? [access.staff] : [],
  )
  // Asked for within a call, of what is wanted there: a second key in the place of one.
  asked.push('orders.replaceAgain')
  const declared = Object.keys(shop.shop.rooms.declared('permissions'))
  expect([...new Set(asked)].sort()).toEqual(declared.sort())
})

test('what is granted for the first time stays as people change it, over any number of starts', async () => {
  const grants = () => shop.db.query(sql`select role, permission from staff_grants order by role, permission`)
  const first = await grants()
  expect(first).toContainEqual({ role: 'support', permission: 'orders.read' })
  await shop.db.run(sql`delete from staff_grants where role = 'support'`)
  const again = await openTestShop({ ...ENV, DATABASE_URL: shop.databaseUrl })
  try {
    expect(await grants()).toEqual(first.filter(({ role }) => role !== 'support'))
  } finally {
    await again.close()
  }
})
