import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { until } from '#platform/testing.ts'
import { COUNTRIES } from '#rooms/countries/ui/countries.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { addFacet, lockFacetMaking } from './facet-store.ts'
import { genres, languages, platforms, regions } from './first-facets.ts'
import { fillFirstStart } from './first-start.ts'
import { MOST_FACET_VALUES } from './limits.ts'

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

test('a start fills in no more than a shop can have, also while somebody makes others', async () => {
  await shop.db.run(sql`delete from facet_values where kind in ('region', 'language')`)
  await shop.db.run(sql`
    insert into facet_values (kind, code, name) select 'genre', 'filled-' || n, '{"en-US": "Filled"}'
    from generate_series(1, ${MOST_FACET_VALUES} - 3 - (select count(*)::int from facet_values)) n`)
  let isFilled = false
  let filled: Promise<void> | undefined
  await shop.db.transaction(async (tx) => {
    expect(await lockFacetMaking(tx)).toBe(MOST_FACET_VALUES - 3)
    filled = fillFirstStart(shop.db, 'Latchkey').finally(() => {
      isFilled = true
    })
    await until(
      async () =>
        isFilled ||
        (await shop.db.query(sql`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0,
      'the start waits',
    )
    await addFacet(tx, { kind: 'genre', code: 'last', name: { 'en-US': 'Last' }, countries: null })
  })
  await filled
  const rows = await known()
  expect(rows).toHaveLength(MOST_FACET_VALUES)
  expect(rows.filter(({ kind }) => kind === 'region').map(({ code }) => code)).toEqual(
    regions.slice(0, 2).map(({ code }) => code),
  )
})
