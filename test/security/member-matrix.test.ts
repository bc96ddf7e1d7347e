// What belongs to a member (an address, a session, a passkey, a ticket, a file, a notice) does not exist for anybody else: another
// member, by cookie and by token alike, gets the answer for what is not there, and nothing changes (decisions A5, A6).
// Orders have a matrix of their own.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: '1 Byron Street',
  city: 'London',
  province: 'London',
  country: 'GB',
  phone: '123456',
}

let shop: TestShop
let view: DatabaseView
let owner: TestMember
let other: TestMember
/** By kind of thing, the owner's. */
let own: Record<Kind, string>

type Kind = 'address' | 'session' | 'ticket' | 'file' | 'notice' | 'passkey'

/** Every call that names such a thing in its path, and what is sent with it. */
const NAMED: Record<string, { kind: Kind; body?: () => object }> = {
  'GET /api/profile/address/{id}': { kind: 'address' },
  'POST /api/profile/address/{id}/default': { kind: 'address' },
  'DELETE /api/profile/address/{id}': { kind: 'address' },
  'DELETE /api/profile/sessions/{id}': { kind: 'session' },
  'POST /api/profile/passkeys/{id}/rename': { kind: 'passkey', body: () => ({ name: 'Mine' }) },
  'DELETE /api/profile/passkeys/{id}': { kind: 'passkey' },
  'POST /api/profile/message/{id}/read': { kind: 'notice' },
  'GET /api/profile/tickets/{id}': { kind: 'ticket' },
  'POST /api/profile/tickets/{id}/reply': {
    kind: 'ticket',
    body: () => ({ id: randomUUID(), text: 'Let me in, please.', files: [] }),
  },
  'POST /api/profile/tickets/{id}/close': { kind: 'ticket' },
  'POST /api/profile/tickets/{id}/reopen': { kind: 'ticket' },
  'GET /api/profile/tickets/files/{id}': { kind: 'file' },
  'DELETE /api/profile/tickets/files/{id}': { kind: 'file' },
}

beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  view = await viewDatabase(shop.databaseUrl)
  ;[owner, other] = [await addMember(shop), await addMember(shop)]
  const headers = { cookie: owner.cookie }
  const address = await shop.call('POST', '/api/profile/address/insert', { headers, body: ADDRESS })
  const ticket = { id: randomUUID(), subject: 'A key', topic: 'key', text: 'It does not work.', files: [] }
  await shop.call('POST', '/api/profile/tickets', { headers, body: ticket })
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF']), 'a.pdf')
  const uploaded = await fetch(`${shop.shop.origin}/prod-api/api/profile/tickets/files`, {
    method: 'POST',
    headers,
    body: form,
  })
  const notice = await shop.db.one<{ id: string }>(sql`
    insert into member_notices (id, member_id, kind, data)
    values (gen_random_uuid(), ${owner.id}, 'passwordChanged', '{}') returning id`)
  const passkey = await shop.db.one<{ id: string }>(sql`
    insert into passkeys (id, member_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    values (gen_random_uuid(), ${owner.id}, '\\x01', '\\x02', 'localhost', '{}', 'Phone', 0, true) returning id`)
  const session = await shop.db.one<{ id: string }>(sql`select id from sessions where member_id = ${owner.id}`)
  own = {
    address: address.body.data.id,
    ticket: ticket.id,
    file: ((await uploaded.json()) as { data: { id: string } }).data.id,
    notice: notice.id,
    passkey: passkey.id,
    session: session.id,
  }
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

async function ask(call: string, id: string, headers: Record<string, string>) {
  const [method, path] = call.split(' ') as [string, string]
  await shop.db.run(sql`delete from rate_limits`)
  const { status, body } = await shop.call(method, path.replace('{id}', id), {
    headers,
    body: NAMED[call]!.body?.(),
  })
  return { status, body }
}

// Whose level is asked names a member, not a thing: 403 (profile.test.ts).
test('every member’s call that names a thing in its path is tried here', () => {
  const declared = shop.shop.contracts
    .flatMap((contract) => Object.entries(contract))
    .filter(([name, { access }]) => access === 'member' && name.includes('{') && !/order|getUserLevelInfo/i.test(name))
    .map(([name]) => name)
  expect(declared.toSorted()).toEqual(Object.keys(NAMED).toSorted())
  expect(Object.values(own).every((id) => /^[\da-f-]{36}$/.test(id))).toBe(true)
})

test('another member, by cookie and by token, gets what is answered for nothing at all; a visitor logs in first', async () => {
  const before = await view.picture()
  const byBoth: Record<string, string>[] = [{ cookie: other.cookie }, { authorization: `Bearer ${other.token}` }]
  for (const [call, { kind }] of Object.entries(NAMED))
    for (const headers of byBoth) {
      const answer = await ask(call, own[kind], headers)
      expect({ call, ...answer }).toEqual({ call, status: 404, body: { code: 404, msg: 'error.notFound' } })
      expect(await ask(call, randomUUID(), headers)).toEqual(answer)
    }
  for (const [call, { kind }] of Object.entries(NAMED))
    expect((await ask(call, own[kind], {})).body).toEqual({ code: 401, msg: 'message.loginFirst' })
  expect(await view.picture()).toEqual(before)
})
