// What asks an employee for a proof of the last quarter of an hour: what costs money or shows secrets, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { Call, CallName } from '#platform/http/contract.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '../harness.ts'
import { makeSecrets } from '../surroundings.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', VAULT_KEYS: makeSecrets().vaultKey })
})
afterAll(() => shop.close())

const ID = '3d4a2b10-1111-4222-8333-444455556666'

/** A call more is a decision: whoever adds one says here whether it does. A refund asks above a limit, so by its handler. */
const ASK = [
  'DELETE /office/me/passkeys/{id}',
  'GET /office/files/{id}/parts/{part}',
  'POST /office/contact/{item}',
  'POST /office/currencies',
  'POST /office/currencies/{id}',
  'POST /office/currencies/{id}/take-bank',
  'POST /office/key-batches/{id}/export',
  'POST /office/key-batches/{id}/move',
  'POST /office/keys/release',
  'POST /office/keys/{id}/reveal',
  'POST /office/lists/audit/file',
  'POST /office/lists/batches/file',
  'POST /office/lists/inbox/file',
  'POST /office/lists/orders/file',
  'POST /office/lists/products/file',
  'POST /office/me/passkeys',
  'POST /office/me/passkeys/begin',
  'POST /office/me/recovery-codes',
  'POST /office/methods',
  'POST /office/methods/{id}',
  'POST /office/methods/{id}/disable',
  'POST /office/methods/{id}/enable',
  'POST /office/orders',
  'POST /office/orders/{id}/evidence',
  'POST /office/orders/{id}/mark-paid',
  'POST /office/orders/{id}/readdress',
  'POST /office/orders/{id}/replace',
  'POST /office/roles',
  'POST /office/roles/{name}/permissions',
  'POST /office/roles/{name}/remove',
  'POST /office/settings/{key}',
  'POST /office/staff',
  'POST /office/staff/{id}/block',
  'POST /office/staff/{id}/link',
  'POST /office/staff/{id}/role',
  'POST /office/staff/{id}/sessions/end',
  'POST /office/staff/{id}/unblock',
]

test('after fifteen minutes these calls ask for a proof, before all else, and no other does', async () => {
  const calls = shop.shop.contracts
    .flatMap((contract) => Object.entries(contract) as [CallName, Call][])
    .filter(([name, { access }]) => name.split(' ')[1]!.startsWith('/office/') && access !== 'public')
  const askedAfter = async (minutes: number) => {
    const asked: string[] = []
    for (const [name] of calls) {
      const [method, path] = name.split(' ') as [string, string]
      const owner = await addStaff(shop)
      await shop.db.run(sql`
        update staff_sessions set proved_at = now() - make_interval(mins => ${minutes}) where staff_id = ${owner.id}`)
      const { status, body } = await shop.call(method, path.replace(/\{\w+\}/g, ID), {
        headers: { cookie: owner.cookie },
        ...(method !== 'GET' && { body: {} }),
      })
      if (status === 403 && body.msg === 'login.proveAgain') asked.push(name)
    }
    return asked.sort()
  }
  // The browser's own question stands between the two calls that add a passkey: the second has five minutes more.
  const second = 'POST /office/me/passkeys'
  expect(await askedAfter(16)).toEqual(ASK.filter((each) => each !== second))
  expect(await askedAfter(21)).toEqual(ASK)
  expect(await askedAfter(14)).toEqual([])
})
