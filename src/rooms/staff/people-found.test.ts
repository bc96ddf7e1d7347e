// Whom the audit log means: a colleague by his address, and by the name that he has.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { addStaff, askAs } from './staff.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('what was done to a colleague is found by his address and by his name; who has not begun goes by his address', async () => {
  const ada = await addStaff(shop)
  const email = 'Soon.Here@staff.example'
  await askAs(shop, ada, 'POST /office/staff', { email, role: 'support', reason: 'we need help' })
  const found = async (typed: string) =>
    (await askAs(shop, ada, `GET /office/audit?kind=staff&id=${encodeURIComponent(typed)}`)).rows.map(
      ({ act, name }: { act: string; name: string }) => [act, name],
    )
  expect(await found(email.toUpperCase())).toEqual([['staff.invite', email]])
  await shop.db.run(sql`update staff set name = 'Eve Long' where email = ${email}`)
  for (const typed of [email, 'eve long']) expect(await found(typed)).toEqual([['staff.invite', 'Eve Long']])
  expect(await found('nobody@staff.example')).toEqual([])
})
