// Every change that an employee makes has its row in the audit log, in the same transaction: found by comparing tables. The calls
// are those of the contracts: one that is neither made here nor named below fails by its name.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import english from '#locales/office/en-US.json'
import chinese from '#locales/office/zh-CN.json'
import { sql } from '#platform/database/sql.ts'
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { declareWithdrawal, writeEnquiry, writeReview } from '#rooms/inbox/scene.testing.ts'
import { type Bought, ordered } from '#rooms/payments/scene.testing.ts'
import { sayField } from '#rooms/staff/office/audit-facts.ts'
import { sayAct, sayKind, UNSAID } from '#rooms/staff/office/audit-said.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  auditedCalls,
  CHANGES_NOTHING,
  CHANGES_OF_NOBODY,
  changes,
  noteTouches,
  TRIED_ELSEWHERE,
  WHY,
} from './audited.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestShop } from './harness.ts'

const ENGLISH = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree]) as TranslateOffice
const CHINESE = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese as WordTree]) as TranslateOffice

let shop: TestShop
let ada: TestStaff

beforeAll(async () => {
  // Whatever changes while a call is answered is that call's: no job, no tick, no other person.
  shop = await openTestShop({ WORKER: 'off', DEMO: 'off' })
  ada = await addStaff(shop)
  await noteTouches(shop)
})
afterAll(() => shop.close())

const { made, get, make, methodOf, positionOf } = auditedCalls(() => ({ shop, ada }))

test('orders', async () => {
  const act = async ({ orderId: id }: Bought, name: string, more: object = {}) =>
    make(
      `POST /office/orders/{id}/${name}`,
      { id },
      { reason: WHY, seen: (await get(`/office/orders/${id}`)).seen, ...more },
    )
  const order = await ordered(shop, STRIPE, { count: 2, keys: 4 })
  await act(order, 'hold')
  await act(order, 'release')
  await act(order, 'resend')
  await make('POST /office/orders/{id}/note', { id: order.orderId }, { reason: WHY })
  // What a provider answers is no act of an employee: this one gives no answer.
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  const { total: amount } = await get(`/office/orders/${order.orderId}`)
  await act(order, 'mark-paid', { amount, reference: 'SEPA-1', unanswered: true })
  await act(order, 'readdress', { email: 'new@buyer.example' })
  await act(order, 'replace', { line: 1, unit: 2 })
  await make('POST /office/orders/{id}/evidence', { id: order.orderId }, { reason: WHY })
  await act(order, 'refund', { units: [{ line: 1, unit: 1 }] })
  const unpaid = await ordered(shop, STRIPE)
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  await act(unpaid, 'cancel', { unanswered: true })
  const { id: number, seen } = await shop.db.one<{ id: number; seen: string }>(sql`
    insert into payment_differences (provider, what, ref, payment_id, details, told_at)
    values ('payssion', 'paidHereAlone', 'x', ${order.attempt}, '{"theirs":{},"ours":{}}', now())
    returning id, left(md5(details::text), 8) as seen`)
  await make('POST /office/payments/differences/{number}/settle', { number }, { reason: WHY, seen })
  await make('POST /office/payments/compare')
  const { productId, skuId, offerId } = await addProduct(shop, { keys: 1 })
  const line = { productId, skuId, offerId, count: 1 }
  await make(
    'POST /office/orders',
    {},
    { id: randomUUID(), email: 'press@buyer.example', locale: 'en-US', lines: [line], way: 'free', reason: WHY },
  )
  const written = { field: 'text.en-US', from: '', to: '# What holds' }
  await make('POST /office/pages/{page}', { page: 'privacy' }, { changes: [written] })
  await shop.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'order.held', subject: order.orderId, orderId: order.orderId, details: {} }),
  )
  const alert = await shop.db.one<{ id: number; at: Date }>(
    sql`select id, last_at as at from alerts where resolved_at is null order by id desc limit 1`,
  )
  await make('POST /office/alerts/{id}/done', { id: alert.id }, { seenAt: alert.at.toISOString() })
})

test('keys', async () => {
  const [product, other] = [await addProduct(shop), await addProduct(shop)]
  const id = randomUUID()
  const keys = Array.from({ length: 4 }, () => `KEY-${randomUUID()}`)
  const code = product.slug.toUpperCase()
  await make('POST /office/key-batches', {}, { id, skuCode: code, source: 'a test', text: keys.join('\n') })
  const act = async (name: string, more: object = {}) =>
    make(
      `POST /office/key-batches/{id}/${name}`,
      { id },
      { reason: WHY, seen: (await get(`/office/key-batches/${id}`)).state, ...more },
    )
  for (const name of ['block', 'unblock', 'withdraw', 'take-back']) await act(name)
  const first = await shop.db.one<{ id: number }>(
    sql`select min(id) as id from vault_keys where offer_id = ${product.offerId}`,
  )
  await make('POST /office/keys/{id}/reveal', { id: first.id }, { reason: WHY })
  await act('move', { from: code, skuCode: other.slug.toUpperCase() })
  await act('export')
})

test('the catalogue', async () => {
  const category = await make('POST /office/categories', {}, { parentId: null, name: 'Shelf', slug: 'shelf', type: 0 })
  await make('POST /office/categories/{id}', { id: category.id }, changes(['name.en-US', 'Shelf', 'Shelves']))
  const { id } = await make(
    'POST /office/products',
    {},
    { categoryId: category.id, name: 'Moss', slug: 'moss', price: 5 },
  )
  await make('POST /office/products/{id}', { id }, changes(['name.de', '', 'Moos']))
  await make('POST /office/products/{id}/versions', { id }, { skuCode: 'MOSS-2', price: 7 })
  await make('POST /office/products/{id}/duplicate', { id }, { name: 'Moss again' })
  const offer = (await get(`/office/products/${id}`)).skus[0].offers[0].id
  await make('POST /office/products/{id}/prices', { id }, changes([`offer.${offer}.price`, 5, 6]))
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const plan = await make('POST /office/offers/{id}/plans', { id: offer }, { price: 4, at, reason: WHY })
  await make('POST /office/plans/{id}/cancel', { id: plan.id }, { reason: WHY })

  const form = new FormData()
  const png = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
  const sent = await fetch(`${shop.shop.origin}/prod-api/office/pictures`, {
    method: 'POST',
    headers: { cookie: ada.cookie, origin: shop.shop.origin },
    body: form,
  })
  const pictureId = ((await sent.json()) as { data: { id: string } }).data.id
  await make('POST /office/products/{id}/picture', { id }, { pictureId, seen: null })
  await make('POST /office/products/{id}/picture', { id }, { pictureId: null, seen: pictureId })
  await make('POST /office/pictures/{id}/remove', { id: pictureId }, { reason: WHY })

  const select = { only: [id] }
  const price = { what: 'price', basisPoints: 1_000, cents: 0, ending: null }
  const preview = (change: object) => askAs(shop, ada, 'POST /office/bulk/preview', { select, change })
  const bulk = await make(
    'POST /office/bulk/prices',
    {},
    { id: randomUUID(), select, change: price, seen: (await preview(price)).rows, reason: WHY },
  )
  const sale = { what: 'sale', on: false }
  await make(
    'POST /office/bulk/products',
    {},
    { id: randomUUID(), select, change: sale, seen: (await preview(sale)).rows, reason: WHY },
  )
  // As its job would.
  await shop.db.run(sql`update bulk_edit_rows set state = 'changed' where bulk_id = ${bulk.id}`)
  await shop.db.run(sql`update bulk_edits set state = 'done', changed = 1, ended_at = now() where id = ${bulk.id}`)
  await make('POST /office/bulk/{id}/undo', { id: bulk.id }, { reason: WHY })
})

test('shelves', async () => {
  const facet = await make('POST /office/facets', {}, { kind: 'genre', code: 'moss', name: 'Moss' })
  await make('POST /office/facets/{id}', { id: facet.id }, changes(['name.de', '', 'Moos']))
  const seenOf = async (path: string) => (await get(path)).seen
  await make(
    'POST /office/facets/{id}/remove',
    { id: facet.id },
    { seen: await seenOf(`/office/facets/${facet.id}`), reason: WHY },
  )
  const banner = await make('POST /office/banners', {}, { title: 'Moss', link: '/news', genre: 'rpg' })
  await make('POST /office/banners/{id}', { id: banner.id }, changes(['title.de', '', 'Moos']))
  await make(
    'POST /office/banners/{id}/remove',
    { id: banner.id },
    { seen: await seenOf(`/office/banners/${banner.id}`), reason: WHY },
  )
  const seller = await make('POST /office/sellers', {}, { name: 'Lichen' })
  await make('POST /office/sellers/{id}', { id: seller.id }, changes(['name', 'Lichen', 'Lichens']))
  for (const name of ['close', 'open'])
    await make(
      `POST /office/sellers/{id}/${name}`,
      { id: seller.id },
      { seen: await seenOf(`/office/sellers/${seller.id}`), reason: WHY },
    )
})

test('the inbox', async () => {
  const enquiry = await writeEnquiry(shop)
  const act = async (kind: string, id: string, name: string, more: object = {}) => {
    const { seen } = await get(`/office/inbox/${kind}/${id}`)
    const generic =
      name === 'decide' ? `POST /office/inbox/${kind}/{id}/decide` : `POST /office/inbox/{kind}/{id}/${name}`
    return make(generic, { kind, id }, { seen, ...more })
  }
  await make('POST /office/inbox/{kind}/{id}/assign', { kind: 'enquiry', id: enquiry }, { to: ada.id, from: null })
  await act('enquiry', enquiry, 'answer', { id: randomUUID(), text: 'Here it is.' })
  await act('enquiry', enquiry, 'done')
  await act('enquiry', enquiry, 'reopen')
  await act('review', await writeReview(shop), 'decide', { decision: 'rejected', reason: WHY })
  await act('withdrawal', await declareWithdrawal(shop), 'decide', { decision: 'accepted', text: '' })
  const reply = randomUUID()
  const saved = await make(
    'POST /office/saved-replies/{id}',
    { id: reply },
    { name: 'Thanks', locale: 'en-US', text: 'Thank you.', seen: 0 },
  )
  await make('POST /office/saved-replies/{id}/forget', { id: reply }, { seen: saved.seen })
})

test('settings', async () => {
  await make('POST /office/settings/{key}', { key: 'shop.name' }, { value: 'Moss', seen: '', reason: WHY })
  const method = await make('POST /office/methods', {}, { code: 'payssion:mpesa_ke', reason: WHY })
  await make(
    'POST /office/methods/{id}',
    { id: method.id },
    { ...changes(['position', await positionOf(method.id), 77]), reason: WHY },
  )
  for (const name of ['enable', 'disable'])
    await make(
      `POST /office/methods/{id}/${name}`,
      { id: method.id },
      {
        ...{ seen: (await methodOf(method.id)).seen, reason: WHY },
        ...(name === 'enable' && { accepts: false }),
      },
    )
  const { id } = await make('POST /office/currencies', {}, { code: 'PLN', symbol: 'zł', rate: '3.7', reason: WHY })
  const { rows } = await get('/office/currencies')
  const { symbol, rate, position, seen } = rows.find((one: { id: number }) => one.id === id)
  await make(
    'POST /office/currencies/{id}',
    { id },
    {
      ...{ symbol, rate, position, seen, reason: WHY },
      ...{ isOn: false, followsBank: false, isSure: false },
    },
  )
  await make('POST /office/currency-rates')
})

test('people', async () => {
  await make('POST /office/me/name', {}, { name: 'Ada L.' })
  await make('POST /office/me/recovery-codes')
  await shop.db.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device)
    values (${randomUUID()}, ${ada.id}, 'another', '203.0.113.9', 'macOS', 'Safari')`)
  await make('POST /office/me/sessions/end')
  await make('POST /office/staff', {}, { email: 'new@staff.example', role: 'support', reason: WHY })
  const eve = await addStaff(shop, { role: 'support' })
  const act = async (name: string, more: object = {}) =>
    make(
      `POST /office/staff/{id}/${name}`,
      { id: eve.id },
      { reason: WHY, seen: (await get(`/office/staff/${eve.id}`)).seen, ...more },
    )
  await act('link')
  await act('role', { role: 'reader' })
  await make('POST /office/staff/{id}/sessions/end', { id: eve.id }, { reason: WHY })
  await act('block')
  await act('unblock')
  await make('POST /office/roles', {}, { name: 'nights', reason: WHY })
  const seenOf = async () =>
    (await get('/office/roles')).roles.find((role: { name: string }) => role.name === 'nights').seen
  await make(
    'POST /office/roles/{name}/permissions',
    { name: 'nights' },
    { permissions: ['orders.read'], reason: WHY, seen: await seenOf() },
  )
  await make('POST /office/roles/{name}/remove', { name: 'nights' }, { reason: WHY, seen: await seenOf() })
})

test('whatever these calls have written is said in both languages of the back office', async () => {
  const rows = await shop.db.query<{ act: string; kind: string; facts: string[] }>(sql`
    select distinct act, subject_kind as kind, array(
      select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) order by 1) as facts from audit_log`)
  expect(rows.length).toBeGreaterThan(50)
  const unsaid = rows.flatMap(({ act, kind, facts }) =>
    [
      [sayAct, act] as const,
      [sayKind, kind] as const,
      ...facts.filter((fact) => fact !== UNSAID).map((fact) => [sayField, fact] as const),
    ].flatMap(([say, name]) =>
      say(ENGLISH, name) === name || !/\p{Script=Han}/u.test(say(CHINESE, name)) ? [`${act}: ${name}`] : [],
    ),
  )
  expect(unsaid).toEqual([])
})

test('no call of the contracts was left out', () => {
  const changing = shop.shop.contracts
    .flatMap((contract) => Object.keys(contract))
    .filter((name) => / \/office\//.test(name) && !name.startsWith('GET '))
  const known = [...made, ...CHANGES_NOTHING, ...CHANGES_OF_NOBODY, ...Object.keys(TRIED_ELSEWHERE)]
  expect(changing.filter((name) => !known.includes(name))).toEqual([])
  // And nothing is named that is no call any more.
  expect(known.filter((name) => !changing.includes(name))).toEqual([])
})
