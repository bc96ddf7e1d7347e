// `npm run owner`: the person of an address becomes an owner by the link that it prints, and by nothing before.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { noteAddress, notedAddress } from '#platform/address-note.ts'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { addStaff, askAs, codeNow, invite } from './staff.testing.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))
const PASSWORD = 'Plum-Engine-9'

const secrets = makeSecrets()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey })
})
afterAll(() => shop.close())

const sealed = (password: string) => sealForTest(shop.call, password)

/** What the command prints. */
const run = (email: string, dataDir = inject('dataDir')) =>
  new Promise<string>((resolve, reject) => {
    const env = {
      ...childEnv(),
      ...{ DATA_DIR: dataDir, DATABASE_URL: shop.databaseUrl, VAULT_KEYS: secrets.vaultKey },
    }
    execFile(process.execPath, [CLI, email], { env, encoding: 'utf8' }, (error, out) =>
      error ? reject(error) : resolve(out),
    )
  })

async function signIn(email: string, password: string, proof: object) {
  return shop.call('POST', '/office/session', { body: { email, password: await sealed(password), ...proof } })
}

const changesTold = async (email: string) =>
  (
    await shop.db.query<{ change: string }>(sql`
      select data ->> 'change' as change from mails
      where recipient = ${email} and template = 'staffChanged' order by created_at, id limit 10`)
  ).map(({ change }) => change)

test('the command makes nobody an owner before his link is used: who is blocked stays out, whoever works here stays what he is, and he is told', async () => {
  const ada = await addStaff(shop, { role: 'support', password: PASSWORD })
  await shop.db.run(sql`update staff set blocked_at = now() where id = ${ada.id}`)
  const state = () =>
    shop.db.one(sql`select role, blocked_at is not null as "isBlocked" from staff where id = ${ada.id}`)
  const out = await run(ada.email)
  expect(out).toContain(`${ada.email} is an owner of this shop once this link was used`)
  expect(await state()).toEqual({ role: 'support', isBlocked: true })
  expect((await signIn(ada.email, PASSWORD, { code: await codeNow(shop, ada) })).status).toBe(422)
  expect(await changesTold(ada.email)).toEqual(['newLink'])
  const [, token = ''] = /\/office\/welcome#([\w-]{43})\n$/.exec(out) ?? []
  const looked = (await shop.call('POST', '/office/invitation', { body: { token } })).body.data
  expect(looked).toMatchObject({ name: 'Ada', role: 'owner' })
  const code = generateSync({ secret: looked.secret })
  const body = { token, name: 'Ada', password: await sealed('Pear-Engine-8'), code }
  const begun = await shop.call('POST', '/office/invitation/accept', { body })
  expect(begun.body.data.me).toMatchObject({ role: 'owner' })
  expect(await state()).toEqual({ role: 'owner', isBlocked: false })
  expect((await changesTold(ada.email)).sort()).toEqual(['newLink', 'role', 'unblocked'])
  const rows = await shop.db.query(sql`
    select act, before, after from audit_log where subject_id = ${ada.id} order by id`)
  expect(rows).toEqual([
    { act: 'staff.invite', before: null, after: { email: ada.email, role: 'owner' } },
    {
      ...{ act: 'staff.begin', before: { role: 'support', blocked: true } },
      after: { name: 'Ada', again: true, role: 'owner', blocked: false },
    },
  ])
})

test('the link leads to the shop that runs with this DATA_DIR, whatever its port is', async () => {
  const { address, ground } = shop.shop
  expect(address).not.toContain(':3000')
  expect(await run('grace@shop.example', ground.config.dataDir)).toContain(`${address}/office/welcome#`)
  // Where no shop runs, to the address at which it would.
  expect(await run('grace@shop.example')).toContain('http://127.0.0.1:3000/office/welcome#')
})

test('a shop that ended, or was killed, is at no address; of two, one takes its own note away alone', async () => {
  const [own, log] = [await mkdtemp(join(inject('dataDir'), 'noted-')), createLog('silent')]
  const { address } = shop.shop
  const end = await noteAddress(own, address, log)
  expect(await notedAddress(own)).toBe(address)
  const endOther = await noteAddress(own, `${address}/`, log)
  await end()
  expect(await notedAddress(own)).toBe(`${address}/`)
  await endOther()
  expect(await notedAddress(own)).toBeUndefined()
  await noteAddress(own, 'http://127.0.0.1:9', log)
  expect(await notedAddress(own)).toBeUndefined()
})

test('a note that cannot be written keeps no shop from starting', async () => {
  const end = await noteAddress(join(inject('dataDir'), 'nowhere'), 'http://127.0.0.1:9', createLog('silent'))
  await end()
})

test('a link of the command makes no owner any more once a colleague’s takes its place, or once the role is changed or the person blocked', async () => {
  const owner = await addStaff(shop)
  const act = async (on: { id: string }, name: string, more: object = {}) => {
    const { seen } = await askAs(shop, owner, `GET /office/staff/${on.id}`)
    return askAs(shop, owner, `POST /office/staff/${on.id}/${name}`, { reason: 'as it was', seen, ...more })
  }
  const look = async (token: string) => (await shop.call('POST', '/office/invitation', { body: { token } })).body
  for (const [name, more] of [
    ['role', { role: 'reader' }],
    ['block', {}],
  ] as const) {
    const eve = await addStaff(shop, { role: 'support' })
    const token = await invite(shop, eve.email)
    expect((await look(token)).data.role).toBe('owner')
    expect(await act(eve, name, more)).toBeNull()
    expect((await look(token)).msg).toBe('office.linkOver')
  }
  const eve = await addStaff(shop, { role: 'support' })
  await invite(shop, eve.email)
  const { link } = await act(eve, 'link')
  expect((await look(link.split('#')[1])).data.role).toBe('support')
})
