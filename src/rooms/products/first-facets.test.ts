import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LOCALES } from '#platform/i18n/locales.ts'
import { until } from '#platform/testing.ts'
import { COUNTRIES } from '#rooms/countries/ui/countries.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { genres, languages, platforms, regions } from './first-facets.ts'
import { fillFirstStart } from './first-start.ts'

const FOLDER = new URL('./facet-names/', import.meta.url)
const KINDS = { platform: platforms, region: regions, language: languages, genre: genres }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

const known = () =>
  shop.db.pool.query(`select kind, code, name, countries from facet_values order by position`).then(({ rows }) => rows)

test('a shop that has nothing else knows platforms, regions with their countries, languages and genres', async () => {
  const rows = await known()
  for (const [kind, facets] of Object.entries(KINDS))
    expect(rows.filter((row) => row.kind === kind).map((row) => row.code)).toEqual(facets.map(({ code }) => code))
  const region = (code: string) => rows.find((row) => row.kind === 'region' && row.code === code)
  expect(region('germany')).toMatchObject({ countries: ['DE'], name: { 'en-US': 'Germany', de: 'Deutschland' } })
  expect(region('global').countries).toBeNull()
})

test('what the operator took out stays out, and starting again writes nothing', async () => {
  await shop.db.pool.query(`delete from facet_values where code in ('gog', 'asia')`)
  const before = await known()
  await fillFirstStart(shop.db, 'Latchkey')
  expect(await known()).toEqual(before)
})

test('starting again tells nobody that the catalogue has changed', async () => {
  const listener = new pg.Client({ connectionString: shop.databaseUrl })
  await listener.connect()
  const heard: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query('listen catalog')
  await fillFirstStart(shop.db, 'Latchkey')
  await shop.db.pool.query(`select pg_notify('catalog', 'the last word')`)
  await until(() => heard.includes('the last word'), 'what was said is heard')
  expect(heard).toEqual(['the last word'])
  await shop.db.pool.query(`update facet_values set position = position where kind = 'region'`)
  await until(() => heard.length === 2, 'a row that was written is told')
  await listener.end()
})

test('every value has a name in every language of the shop, and no name is left over', () => {
  expect(
    readdirSync(FOLDER)
      .map((file) => file.replace('.json', ''))
      .sort(),
  ).toEqual(LOCALES.map(({ code }) => code).sort())
  for (const file of readdirSync(FOLDER)) {
    const names = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))
    expect(Object.keys(names).sort(), file).toEqual(Object.keys(KINDS).sort())
    for (const [kind, facets] of Object.entries(KINDS)) {
      expect(Object.keys(names[kind]).sort(), file).toEqual(facets.map(({ code }) => code).sort())
      for (const name of Object.values(names[kind])) expect(name, file).toMatch(/\S/)
    }
  }
})

test('regions name countries that there are', () => {
  for (const { code, countries } of regions)
    for (const country of countries ?? []) expect(COUNTRIES, code).toContain(country)
})
