// Whatever the log can hold is said in the language of whoever reads it: acts, kinds of things, what was changed and what was done.
import { expect, test } from 'vitest'
import english from '#locales/office/en-US.json' with { type: 'json' }
import chinese from '#locales/office/zh-CN.json' with { type: 'json' }
import { createTranslate, type WordTree } from '#platform/i18n/words.ts'
import { InboxFilter } from '#rooms/inbox/office.ts'
import { BatchFilter } from '#rooms/keys/office.ts'
import { OrdersQuery } from '#rooms/orders/office.ts'
import { fieldsOf as fieldsOfMethod } from '#rooms/payments/method-fields.ts'
import type { WholeMethod } from '#rooms/payments/method-store.ts'
import { TEXT_KINDS } from '#rooms/products/limits.ts'
import { ProductFilter } from '#rooms/products/office.ts'
import { type Edited, fieldsOf as fieldsOfProduct } from '#rooms/products/product-fields.ts'
import { sayFact, sayField } from '#rooms/staff/office/audit-facts.ts'
import { changesOf, sayAct, sayKind } from '#rooms/staff/office/audit-said.ts'
import type { TranslateOffice } from '#rooms/staff/office/words.ts'
import type { Act, SubjectKind } from './acts.ts'
import { AuditFilter } from './office.ts'

const t = createTranslate({ tag: 'en', dir: 'ltr' }, [english as WordTree]) as TranslateOffice
const zh = createTranslate({ tag: 'zh-Hans', dir: 'ltr' }, [chinese as WordTree]) as TranslateOffice
const HAN = /\p{Script=Han}/u

/** The code can write no others: the compiler knows them by these words (acts.ts). */
const ACTS = Object.entries(english.audit.acts).flatMap(([noun, verbs]) =>
  Object.keys(verbs).map((verb) => `${noun}.${verb}` as Act),
)
const KINDS = Object.keys(english.audit.kinds) as SubjectKind[]

test.each(ACTS)('%s is said in both languages', (act) => {
  expect(sayAct(t, act)).toMatch(/^[A-Z][^.]+$/)
  expect(sayAct(zh, act)).toMatch(HAN)
})

test('so is each kind of thing', () => {
  for (const kind of KINDS) {
    expect([kind, sayKind(t, kind)]).toEqual([kind, expect.stringMatching(/^[A-Z]/)])
    expect([kind, sayKind(zh, kind)]).toEqual([kind, expect.stringMatching(HAN)])
  }
})

test('neither language lacks what the other has, nor a placeholder of it', () => {
  const keys = (tree: object): string[] =>
    Object.entries(tree).flatMap(([name, text]) =>
      typeof text === 'object'
        ? keys(text).map((key) => `${name}.${key}`)
        : [`${name} ${text.match(/\{\{\w+\}\}/g)?.sort() ?? ''}`],
    )
  expect(keys(chinese.audit).sort()).toEqual(keys(english.audit).sort())
  const same = keys(english.audit.did).filter((name) => sayFact(zh, DID, [[name.split(' ')[0]]]).match(HAN) === null)
  expect(same).toEqual([])
})

const DID = { noun: 'order', name: 'did' }

test('an act of an earlier version of the shop, and what it noted, stand as they are', () => {
  expect([sayAct(zh, 'order.gift'), sayKind(zh, 'gift')]).toEqual(['order.gift', 'gift'])
  expect(changesOf(zh, { act: 'order.gift', before: null, after: { bow: 'red', did: 'wrapped it' } })).toEqual([
    { what: 'bow', after: 'red' },
    { what: zh('audit.fields.did'), after: 'wrapped it' },
  ])
})

test('what an act on an order has done is said with what it names', () => {
  const did = [['refundByProvider', { amount: '9.99 EUR', provider: 'stripe', payment: '7' }], ['shopSends']]
  expect(sayFact(t, DID, did)).toBe(
    'asked for 9.99 EUR to go back by Stripe (payment 7); the shop sends it while it runs',
  )
  expect(sayFact(zh, DID, did)).toMatch(/^(?=.*9\.99 EUR)(?=.*Stripe).*\p{Script=Han}/u)
})

test('fields of products and methods of payment, and what lists are narrowed to, have names', () => {
  const product = { texts: Object.fromEntries(TEXT_KINDS.map((kind) => [kind, {}])) }
  const versions = [{ id: 3 }]
  const offers = [{ id: 4, active: true, isClosed: false, lowAt: null }]
  const terms = { feeBp: 0, currencies: [], minimum: {}, countries: [], productTypes: [] }
  const fields = [
    ...Object.keys(fieldsOfProduct({ product, versions, offers } as unknown as Edited)),
    ...Object.keys(fieldsOfMethod(terms as unknown as WholeMethod)),
    'offer.4.price',
    ...[OrdersQuery.shape, ProductFilter, BatchFilter, InboxFilter, AuditFilter].flatMap(Object.keys),
  ]
  expect(fields.length).toBeGreaterThan(100)
  for (const field of fields) {
    expect([field, sayField(t, field)]).toEqual([field, expect.stringMatching(/^[A-Z]/)])
    expect([field, sayField(zh, field)]).toEqual([field, expect.stringMatching(HAN)])
  }
  expect(sayField(t, 'name.de')).toBe('Name (Deutsch)')
  expect(sayField(t, 'offer.4.price')).toBe('Price (offer 4)')
  // What is told of a way to reach the shop is nothing but languages.
  expect(sayField(zh, 'de')).toBe('Deutsch')
})

test('of which change of many products something is, is led to', () => {
  for (const name of ['bulk', 'undoes'])
    expect(changesOf(t, { act: 'product.bulk', before: null, after: { [name]: 'a-b' } })).toEqual([
      { what: t(`audit.fields.${name as 'bulk'}`), after: t('audit.show'), bulk: 'a-b' },
    ])
})

test('of an answer its id is not said, which leads nobody anywhere', () => {
  for (const act of ['ticket.answer', 'enquiry.answer'])
    expect(changesOf(t, { act, before: null, after: { message: 'a-b' } })).toEqual([])
})

test('what is told by ids is said by the names that the log knows, and a picture by how its id begins', () => {
  const named = { categoryId: { 4: 'Souls' }, genreIds: { 1: 'Rooms', 2: 'Towers' } }
  const before = { categoryId: 4, genreIds: [1] }
  const after = { categoryId: 5, genreIds: [1, 2, 3], picture: 'ab'.repeat(32), q: 'cd'.repeat(32) }
  expect(changesOf(t, { act: 'product.change', before, after, named }).slice(0, 4)).toEqual([
    { what: t('catalogue.field.categoryId'), before: 'Souls', after: '5' },
    { what: t('catalogue.field.genreIds'), before: 'Rooms', after: 'Rooms; Towers; 3' },
    { what: t('audit.fields.picture'), after: t('audit.uploaded', { id: 'abababab' }) },
    // Nobody has uploaded it: somebody looked for it.
    { what: t('audit.fields.q'), after: 'cd'.repeat(32) },
  ])
  expect(changesOf(t, { act: 'banner.picture', before: null, after: { rtlPicture: 'ab'.repeat(32) } })).toEqual([
    { what: t('audit.fields.rtlPicture'), after: t('audit.uploaded', { id: 'abababab' }) },
  ])
})

test('values are said by the kind of thing that they belong to', () => {
  const said = (act: string, after: Record<string, unknown>) =>
    changesOf(zh, { act, before: null, after }).map((change) => change.after)
  expect(said('keyBatch.block', { state: 'open' })).toEqual([zh('keys.states.open')])
  expect(said('keyBatch.reveal', { state: 'retired' })).toEqual([zh('keys.keyStates.retired')])
  expect(said('list.take', { state: 'open' })).toEqual([zh('audit.values.state.open')])
  expect(said('alerts.done', { kind: 'order.held' })).toEqual([zh('today.alert.order_held')])
  expect(said('facet.create', { kind: 'genre' })).toEqual([zh('catalogue.facet.genre')])
  expect(said('payments.settle', { what: 'paidHereAlone' })).toEqual([zh('payments.differs.paidHereAlone')])
  expect(said('bulk.begin', { what: 'price', basisPoints: -1000, cents: 50 })).toEqual([
    ...[zh('audit.values.what.price'), '-10 %', '0.5 USD'],
  ])
  expect(said('method.change', { types: '0 1' })).toEqual([`${zh('catalogue.type.0')}; ${zh('catalogue.type.1')}`])
  expect(said('list.take', { columns: ['number'] })).toEqual([zh('audit.values.columns.number')])
})
