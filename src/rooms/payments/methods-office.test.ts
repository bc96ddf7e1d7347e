// Methods of payment in the back office: what one can pay by changes at once, is judged as the command judges it, and written down.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { valuesOf } from '#platform/variables.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { BALANCE, EECPAY, openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { tryProvider } from './method-try.ts'
import { ProviderRefused } from './providers/provider.ts'
import { providerVariables } from './providers/registry.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)
interface Row {
  id: number
  code: string
  name: string
  state: string
  fields: Record<string, string | number>
  forbiddenIn: string[]
  canTry: boolean
  changedBy: string | null
  seen: string
}
const rows = async (): Promise<Row[]> => (await ask('GET /office/methods')).rows
const row = async (id: number) => (await rows()).find((one) => one.id === id)!
const change = (id: number, ...changes: [string, unknown, unknown][]) =>
  ask(`POST /office/methods/${id}`, { reason: 'new terms', changes: changes.map(([field, from, to]) => ({ field, from, to })) }) // biome-ignore format: one line
const set = async (act: 'enable' | 'disable', id: number, more: object = {}) =>
  ask(`POST /office/methods/${id}/${act}`, {
    ...{ seen: (await row(id)).seen, reason: 'it is time', ...(act === 'enable' && { accepts: false }), ...more },
  })
const list = async (): Promise<{ id: number; name: string; fee: number; currency: string[] }[]> =>
  (await shop.call('GET', '/api/check/paymentlist')).body.data
const offered = async (id: number) => (await list()).find((method) => method.id === id)
const audited = (id: number) =>
  shop.db.query(
    sql`select act, actor, reason, before, after from audit_log where subject_kind = 'method' and subject_id = ${String(id)} order by id`,
  )

test('all are listed with their terms, and no secret is', async () => {
  const all = await rows()
  expect(all.find(({ id }) => id === PAYSSION)).toMatchObject({
    ...{ code: 'payssion', state: 'offered', canTry: true },
    fields: { fee: '1.5', currencies: 'any', where: 'everywhere', countries: '', types: 'all' },
  })
  expect(all.find(({ id }) => id === EECPAY)).toMatchObject({ state: 'off' })
  expect(all.find(({ id }) => id === BALANCE)).toMatchObject({ canTry: false })
  const text = JSON.stringify(await ask('GET /office/methods'))
  const values = Object.entries(valuesOf(shop.shop.ground.config, providerVariables()) as Record<string, unknown>)
  const secrets = values.filter(([name, value]) => /SECRET|KEY/.test(name) && value !== undefined)
  expect(secrets.length).toBeGreaterThan(3)
  for (const [name, secret] of secrets) expect(text, name).not.toContain(String(secret))
})

test('taken off and offered again, it is in the shop at once, and stands with who, why, and what it was', async () => {
  expect(await set('disable', PAYPAL)).toBeNull()
  await until(async () => (await offered(PAYPAL)) === undefined, 'nobody can choose it')
  expect(await row(PAYPAL)).toMatchObject({ state: 'off', changedBy: ada.email })
  expect(await set('enable', PAYPAL)).toBeNull()
  await until(async () => (await offered(PAYPAL)) !== undefined, 'it can be chosen')
  const by = { actor: ada.email, reason: 'it is time' }
  expect(await audited(PAYPAL)).toEqual([
    { act: 'method.disable', ...by, before: { enabled: true }, after: { enabled: false } },
    { act: 'method.enable', ...by, before: { enabled: false }, after: { enabled: true } },
  ])
})

test('what takes card numbers into the shop is offered only to who says that he may', async () => {
  expect(await set('enable', EECPAY)).toMatchObject({ status: 422, refused: 'methods.refused.accept' })
  expect(await row(EECPAY)).toMatchObject({ state: 'off' })
  expect(await set('enable', EECPAY, { accepts: true })).toBeNull()
  await until(async () => (await offered(EECPAY)) !== undefined, 'it can be chosen')
  expect(await set('disable', EECPAY)).toBeNull()
  // What he said is a setting: it stands in the audit log as any change of one, once.
  expect(await set('enable', EECPAY, { accepts: true })).toBeNull()
  const accepted = await auditRows(shop.db, { subject: { kind: 'setting', id: 'payment.card.saqDAccepted' } })
  expect(fieldsOf(accepted, 'act', 'actor', 'reason', 'before', 'after')).toEqual([
    {
      ...{ act: 'setting.change', actor: ada.email, reason: 'it is time' },
      ...{ before: { value: '0' }, after: { value: '1' } },
    },
  ])
  expect(await set('disable', EECPAY)).toBeNull()
})

test('terms change by the field: what others did to the rest stays, what they did to the same is shown', async () => {
  const both = await Promise.all([
    change(STRIPE, ['fee', '0', '١٫٥ ٪'], ['where', 'everywhere', 'not'], ['countries', '', 'us ca']),
    change(STRIPE, ['name.de', '', 'Karte'], ['minimum', (await row(STRIPE)).fields.minimum, 'EUR=0,5 usd=١']),
  ])
  expect(both).toEqual([null, null])
  expect((await row(STRIPE)).fields).toMatchObject({
    ...{ fee: '1.5', where: 'not', countries: 'CA US', minimum: 'EUR=0.50 USD=1.00', 'name.de': 'Karte' },
  })
  await until(async () => (await offered(STRIPE))?.fee === 1.5, 'the shop asks it')
  expect(await change(STRIPE, ['fee', '0', '2'])).toMatchObject({
    ...{ status: 422, refused: 'methods.refused.changed', data: { conflicts: [{ field: 'fee', theirs: '1.5' }] } },
  })
  // Consumers' cards: the law is named.
  expect((await row(STRIPE)).forbiddenIn).toContain('DE')
  expect(await change(STRIPE, ['fee', '1.5', '0'], ['where', 'not', 'everywhere'])).toBeNull()
  expect(await row(STRIPE)).toMatchObject({ forbiddenIn: [], fields: { where: 'everywhere', countries: '' } })
  expect((await audited(STRIPE)).at(-1)).toMatchObject({
    before: { fee: '1.5', where: 'not', countries: 'CA US' },
    after: { fee: '0', where: 'everywhere', countries: '' },
  })
})

test.each([
  ['fee', '0', '101', 'fee'],
  ['fee', '0', 'much', 'fee'],
  ['currencies', 'any', 'EUR DOLLARS', 'currencies'],
  ['currencies', 'any', '', 'currencies'],
  ['where', 'everywhere', 'only', 'countries'],
  ['countries', '', 'UK', 'countries'],
  ['countries', '', 'BR', 'countries'],
  ['types', 'all', '7', 'types'],
  ['position', 0, -1, 'position'],
  ['hours', 0, 9_000, 'hours'],
  ['minimum', '', 'EUR', 'minimum'],
  ['name.de', '', 'x'.repeat(61), 'name'],
])('what %s cannot be is refused beside it: %s → %s', async (field, _, to, about) => {
  const before = await row(PAYPAL)
  const changes: [string, unknown, unknown][] = [[field, before.fields[field], to]]
  if (to === 'UK') changes.push(['where', 'everywhere', 'only'])
  const { status, errors } = await change(PAYPAL, ...changes)
  expect([status, errors?.[0]?.message]).toEqual([400, `methods.wrong.${about}`])
  expect(await row(PAYPAL)).toEqual(before)
})

test('two people at once, and what is there already', async () => {
  const { seen } = await row(PAYSSION)
  const both = await Promise.all([set('disable', PAYSSION, { seen }), set('disable', PAYSSION, { seen })])
  expect(both.map((answer) => answer?.refused ?? 'done').sort()).toEqual(['done', 'methods.refused.changed'])
  await set('enable', PAYSSION)
  const { addable } = await ask('GET /office/methods')
  const code = addable.find((one: { code: string }) => one.code.startsWith('payssion:')).code
  const added = await Promise.all([1, 2].map(() => ask('POST /office/methods', { code, reason: 'Brazil' })))
  expect(added.map((answer) => answer.refused ?? 'done').sort()).toEqual(['done', 'methods.refused.there'])
  const made = (await rows()).find((one) => one.code === code)!
  expect(made).toMatchObject({ state: 'off', changedBy: ada.email })
  expect(await audited(made.id)).toMatchObject([{ act: 'method.add', after: { code } }])
  expect(await ask('POST /office/methods', { code: 'nobody:x', reason: 'x' })).toMatchObject({
    refused: 'methods.refused.unknown',
  })
  const balances = async () => (await rows()).filter((one) => one.code === 'balance').map(({ id }) => id)
  expect(await ask('POST /office/methods', { code: 'balance', reason: 'another' })).toMatchObject({
    ...{ status: 422, refused: 'methods.refused.there' },
  })
  expect(await balances()).toEqual([BALANCE])
  expect((await ask('GET /office/methods')).addable.map((one: { code: string }) => one.code)).not.toContain(code)
})

test('a provider is tried with the shop’s credentials: it answers, refuses them, or says nothing of use', async () => {
  const trying = (id: number) => ask(`POST /office/methods/${id}/try`, {})
  for (const id of [STRIPE, PAYPAL, PAYSSION, EECPAY])
    expect(await trying(id), String(id)).toEqual({ outcome: 'answers', code: null })
  shop.stripe.failNext({ how: 'garbage' })
  expect(await trying(STRIPE)).toMatchObject({ outcome: 'silent' })
  expect(await trying(999_999)).toMatchObject({ status: 404 })
  const refuses = { query: () => Promise.reject(new ProviderRefused('toy', '401', undefined, 'method')) }
  expect(await tryProvider(refuses)).toEqual({ outcome: 'refuses', code: '401' })
})

test('who may only read changes none, and tries none', async () => {
  const reader = await addStaff(shop, { role: 'reader' })
  expect((await ask('GET /office/methods', undefined, reader)).rows.length).toBeGreaterThan(3)
  expect(await ask(`POST /office/methods/${STRIPE}/try`, {}, reader)).toMatchObject({ status: 403 })
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect(await set('disable', STRIPE)).toMatchObject({ status: 403, refused: 'login.proveAgain' })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
})
