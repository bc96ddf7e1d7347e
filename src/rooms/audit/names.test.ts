// What acts were done to, as the audit log names it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { sql } from '#platform/database/sql.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { declareWithdrawal, writeEnquiry, writeReview, writeTicket } from '#rooms/inbox/scene.testing.ts'
import { promiseMail } from '#rooms/mail/hands.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { type Audited, audit } from './hands.ts'

let shop: TestShop
let owner: TestStaff
let bob: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ;[owner, bob] = [await addStaff(shop), await addStaff(shop, { role: 'support' })]
})
afterAll(() => shop.close())

type Kind = Audited['subject']['kind']

/** By kind and id: what the log calls each of these. */
async function namesIn(search: string, { as = owner, language = 'en' } = {}): Promise<Map<string, string | null>> {
  const { body } = await shop.call('GET', `/office/audit?${search}`, {
    headers: { cookie: as.cookie, 'accept-language': language },
  })
  return new Map(
    body.data.rows.map((row: { kind: string; subject: string; name: string | null }) => [
      `${row.kind} ${row.subject}`,
      row.name,
    ]),
  )
}

/** What the log calls these. */
async function named(of: readonly [Kind, string][], reader = {}): Promise<(string | null | undefined)[]> {
  await shop.db.transaction((tx) =>
    audit(
      tx,
      ...of.map(([kind, id]) => ({ by: { machineUser: 'root' }, act: 'order.note', subject: { kind, id } }) as Audited),
    ),
  )
  const names = await namesIn('act=order.note', reader)
  return of.map((one) => names.get(one.join(' ')))
}

test('what an act was done to goes by the name that people know', async () => {
  const product = await addProduct(shop, { keys: 1, name: 'Named <Game>' })
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product }]))
  const batch = await shop.db.one<{ id: string }>(sql`
    update key_batches set created_at = '2026-05-01T18:00:00Z' where offer_id = ${product.offerId} returning id`)
  const seller = await shop.db.one<{ id: number; name: string }>(sql`select id, name from sellers order by id limit 1`)
  expect(
    await named([
      ['order', orderId],
      ['order', randomUUID()],
      ['product', String(product.productId)],
      ['staff', bob.id],
      ['keyBatch', batch.id],
      ['keyBatch', 'no id of one'],
      ['seller', String(seller.id)],
      ['seller', '999999999'],
      ['mail', '7'],
    ]),
  ).toEqual([orderNo, null, 'Named <Game>', 'Ada', 'Named <Game>, 2026-05-01', null, seller.name, null, null])
  await shop.db.run(sql`
    insert into audit_log (actor, act, subject_kind, subject_id) values ('root', 'order.note', 'order', '0')`)
  expect((await namesIn('act=order.note')).get('order 0')).toBeNull()
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, 'Pacific/Auckland'))
  await until(
    async () => (await namesIn('act=order.note')).get(`keyBatch ${batch.id}`) === 'Named <Game>, 2026-05-02',
    'the day is the shop’s',
  )
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, 'UTC'))
})

test('what was written to the shop goes by what people quote, for what it says is for whoever reads the inbox', async () => {
  const ticket = await writeTicket(shop, await addMember(shop), { subject: 'My <key> fails' })
  const enquiry = await writeEnquiry(shop)
  const withdrawal = await declareWithdrawal(shop)
  const review = await writeReview(shop)
  const quoted = (letter: string, id: string) => `${letter}-${id.slice(0, 8).toUpperCase()}`
  expect(
    await named([
      ['ticket', ticket],
      ['enquiry', enquiry],
      ['withdrawal', withdrawal],
      ['review', review],
    ]),
  ).toEqual([quoted('T', ticket), quoted('E', enquiry), quoted('W', withdrawal), `R-${review}`])
  const gone: [Kind, string][] = [
    ['ticket', randomUUID()],
    ['enquiry', randomUUID()],
    ['withdrawal', 'no id of one'],
    ['review', '999999'],
    ['review', '99999999999'],
    ['review', 'no id of one'],
  ]
  expect(await named(gone)).toEqual(gone.map(() => null))
})

test('what people made in the office goes by the name they gave it, a view only if it is everybody’s', async () => {
  const category = await shop.db.one<{ id: number; name: string }>(sql`
    select id, name ->> 'en-US' as name from categories order by id limit 1`)
  const facet = await shop.db.one<{ id: number; name: string }>(sql`
    select id, name ->> 'en-US' as name from facet_values order by id limit 1`)
  const banner = await shop.db.one<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed)
    values (1, '{"en-US": "Autumn"}', '{}', '/pc-games', 'action', 'seed') returning id`)
  const [reply, shared, own] = [randomUUID(), randomUUID(), randomUUID()]
  await shop.db.run(sql`insert into inbox_replies (id, name, locale, body) values (${reply}, 'Sorry', 'en-US', 'x')`)
  await shop.db.run(sql`
    insert into list_views (id, list, staff_id, name, search)
    values (${shared}, 'orders', null, 'Held today', '{}'), (${own}, 'orders', ${bob.id}, 'Of my friend', '{}')`)
  expect(
    await named([
      ['category', String(category.id)],
      ['facet', String(facet.id)],
      ['banner', String(banner.id)],
      ['savedReply', reply],
      ['view', shared],
      ['view', own],
    ]),
  ).toEqual([category.name, facet.name, 'Autumn', 'Sorry', 'Held today', null])
  const gone: [Kind, string][] = [
    ['category', '999999999'],
    ['facet', 'no id of one'],
    ['banner', '99999999999'],
    ['savedReply', 'no id of one'],
    ['view', randomUUID()],
  ]
  expect(await named(gone)).toEqual(gone.map(() => null))
})

test('what is declared in code goes by the words of the office, in the language of whoever reads', async () => {
  const of: [Kind, string][] = [
    ['setting', 'order.payment.minutes'],
    ['setting', 'shop.logo.dark'],
    ['setting', 'gone.since'],
    ['contact', 'hours'],
    ['page', 'refunds'],
    ['alertChannel', 'mail'],
    ['role', 'support'],
    ['list', 'batches'],
    ['keys', 'withheld'],
    ['payments', 'all'],
  ]
  for (const [language, words] of [['en', english], ['zh-CN', chinese]] as const) // biome-ignore format: one line
    expect(await named(of, { language })).toEqual([
      words.settings.of.order_payment_minutes.title,
      words.audit.logo.dark,
      null,
      words.settings.contact.of.hours.title,
      words.pages.names.refunds,
      words.settings.alerts.mail.title,
      words.roles.support,
      words.lists.names.batches,
      words.audit.whole.withheld,
      words.audit.whole.all,
    ])
  const { id, label } = await shop.db.one<{ id: number; label: unknown }>(sql`
    update payment_methods set label = '{"en-US": "By wire", "zh-CN": "电汇"}' where provider = 'stripe' returning id, label`)
  expect(label).toBeTruthy()
  expect(await named([['method', String(id)]], { language: 'zh-CN' })).toEqual(['电汇'])
  expect(await named([['method', '999']])).toEqual([null])
})

test('a member and a mail go by their address, for whoever sees it elsewhere; a job by what it does', async () => {
  const member = await addMember(shop)
  const mail = { id: randomUUID(), recipient: 'carla@buyer.example' }
  await shop.db.transaction((tx) =>
    promiseMail(tx, {
      ...mail,
      messageId: `<${mail.id}@shop.example>`,
      locale: 'en-US',
      template: 'mailTest',
      data: {},
    }),
  )
  const of: [Kind, string][] = [
    ['member', member.id],
    ['mail', mail.id],
    ['member', randomUUID()],
  ]
  expect(await named(of)).toEqual([member.email, mail.recipient, null])
  await shop.db.run(sql`insert into staff_roles (name) values ('auditor')`)
  await shop.db.run(sql`insert into staff_grants (role, permission) values ('auditor', 'audit.read')`)
  await shop.db.run(sql`insert into staff_grants (role, permission) values ('auditor', 'health.read')`)
  expect(await named(of, { as: await addStaff(shop, { role: 'auditor' }) })).toEqual([null, null, null])
  await shop.db.transaction((tx) =>
    audit(tx, {
      ...{ by: { machineUser: 'root' }, act: 'job.retry', subject: { kind: 'job', id: '7' } },
      after: { task: 'mail.send', attempts: 3 },
    }),
  )
  expect((await namesIn('act=job.retry')).get('job 7')).toBe('mail.send')
})

test('an alert, a change of many and a difference go by what their rows say of them, a backup by its moment, in the language of whoever reads', async () => {
  const by = { machineUser: 'root' }
  const takenAt = '2026-05-01T18:00:00.000Z'
  const [price, sale, move] = [randomUUID(), randomUUID(), randomUUID()]
  await shop.db.transaction((tx) =>
    audit(
      tx,
      { by, act: 'alerts.done', subject: { kind: 'alert', id: '7' }, after: { kind: 'order.held', subject: 'ABC' } },
      { by, act: 'alerts.done', subject: { kind: 'alert', id: '8' }, after: { kind: 'gone.since', subject: 'ABC' } },
      {
        ...{ by, act: 'bulk.begin', subject: { kind: 'bulk', id: price } },
        after: { what: 'price', basisPoints: -1_050, cents: 50, ending: 0, rows: 3 },
      },
      { by, act: 'bulk.undo', subject: { kind: 'bulk', id: sale }, after: { what: 'sale', on: false, undoes: move } },
      { by, act: 'bulk.begin', subject: { kind: 'bulk', id: move }, after: { what: 'category', categoryId: 3 } },
      {
        ...{ by, act: 'payments.settle', subject: { kind: 'payment difference', id: '3' } },
        after: { provider: 'stripe', what: 'paidHereAlone', ref: 'pi_1' },
      },
      { by, act: 'backup.restore', subject: { kind: 'backup', id: takenAt } },
    ),
  )
  for (const [language, words, moment] of [
    ['en', english, 'May 1, 2026, 18:00 UTC'],
    ['zh-CN', chinese, '2026年5月1日 UTC 18:00'],
  ] as const) {
    const names = await namesIn('person=machine', { language })
    const { alert } = words.today
    expect([names.get('alert 7'), names.get('alert 8')]).toEqual([alert.order_held, 'gone.since'])
    expect([price, sale, move].map((id) => names.get(`bulk ${id}`))).toEqual([
      words.catalogue.bulk.prices.replace('{{how}}', '-10.5 % +0.5 USD → .00'),
      words.catalogue.bulk.off,
      words.catalogue.bulk.category,
    ])
    expect(names.get('payment difference 3')).toBe(`Stripe: ${words.payments.differs.paidHereAlone}`)
    expect(names.get(`backup ${takenAt}`)).toBe(moment)
    expect([...(await namesIn(`kind=backup&id=${encodeURIComponent(moment)}`, { language })).keys()]).toEqual([
      `backup ${takenAt}`,
    ])
  }
})

test('facts that are ids of things go with their names, in the log and on the page of the thing', async () => {
  const { productId } = await addProduct(shop, { name: 'Filed anew' })
  const shelf = await shop.db.one<{ id: number; name: string }>(sql`
    select id, name ->> 'en-US' as name from categories order by id limit 1`)
  const gone = 2_000_000_000
  await shop.db.transaction((tx) =>
    audit(tx, {
      ...{ by: { machineUser: 'root' }, act: 'product.change', subject: { kind: 'product', id: String(productId) } },
      ...{ before: { categoryId: shelf.id }, after: { categoryId: gone, of: productId, to: bob.id, genreIds: [gone] } },
    }),
  )
  const named = {
    ...{ categoryId: { [shelf.id]: shelf.name }, of: { [productId]: 'Filed anew' }, to: { [bob.id]: 'Ada' } },
  }
  for (const path of [`/office/audit?kind=product&id=${productId}`, `/office/audit/of/product/${productId}`]) {
    const headers = { cookie: owner.cookie, 'accept-language': 'en' }
    expect((await shop.call('GET', path, { headers })).body.data.rows[0].named).toEqual(named)
  }
})

test('one thing is found in the log by what the log calls it', async () => {
  const { orderId, orderNo } = await placeOrder(shop, orderBody([{ product: await addProduct(shop, { keys: 1 }) }]))
  const ticket = await writeTicket(shop, await addMember(shop))
  await named([
    ['order', orderId],
    ['ticket', ticket],
    ['setting', 'rate.jump.percent'],
  ])
  const found = async (kind: Kind, id: string, language = 'en') => [
    ...(await namesIn(`kind=${kind}&id=${encodeURIComponent(id)}`, { language })).keys(),
  ]
  for (const typed of [orderId, orderNo, ` #${orderNo.toLowerCase()}.`])
    expect([typed, await found('order', typed)]).toEqual([typed, [`order ${orderId}`]])
  expect(await found('order', '2222222222')).toEqual([])
  expect(await found('ticket', `t-${ticket.slice(0, 8)}`)).toEqual([`ticket ${ticket}`])
  for (const [language, words] of [['en', english], ['zh-CN', chinese]] as const) // biome-ignore format: one line
    expect(await found('setting', words.settings.of.rate_jump_percent.title, language)).toEqual([
      'setting rate.jump.percent',
    ])
})

test('it is found by its name however many things of its kind the log has', async () => {
  const product = await addProduct(shop, { name: 'Beyond the others' })
  await named([['product', String(product.productId)]])
  await shop.db.run(sql`
    insert into audit_log (actor, act, subject_kind, subject_id)
    select 'root', 'order.note', 'product', '0' || lpad(n::text, 9, '0') from generate_series(1, 1200) n`)
  expect([...(await namesIn('kind=product&id=beyond%20the%20others')).keys()]).toEqual([`product ${product.productId}`])
  expect([...(await namesIn('kind=product&id=Of%20no%20name')).keys()]).toEqual([])
})
