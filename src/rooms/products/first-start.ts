// What a shop has before anybody configured anything: currencies with their rates, the numbers of the specification, and
// what its products can be filtered by.
import type { Database, Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { rateFromDecimal } from '#platform/money.ts'
import { genres, languages, platforms, regions } from './first-facets.ts'

// Units per US dollar, monthly averages of June 2026.
const CURRENCIES: [code: string, symbol: string, name: string, perUsd: string][] = [
  ['USD', '$', 'US dollar', '1'],
  ['EUR', '€', 'Euro', '0.8684'],
  ['GBP', '£', 'Pound sterling', '0.7497'],
  ['CNY', '¥', 'Chinese yuan', '6.7758'],
  ['JPY', '¥', 'Japanese yen', '160.7700'],
  ['KRW', '₩', 'South Korean won', '1529.4619'],
  ['HKD', 'HK$', 'Hong Kong dollar', '7.8377'],
  ['TWD', 'NT$', 'New Taiwan dollar', '31.6195'],
  ['BRL', 'R$', 'Brazilian real', '5.1241'],
  ['CAD', 'C$', 'Canadian dollar', '1.4034'],
  ['AUD', 'A$', 'Australian dollar', '1.4235'],
  ['CHF', 'CHF', 'Swiss franc', '0.7993'],
  ['SEK', 'kr', 'Swedish krona', '9.5155'],
  ['INR', '₹', 'Indian rupee', '94.9600'],
  ['MXN', 'MX$', 'Mexican peso', '17.3792'],
  ['SGD', 'S$', 'Singapore dollar', '1.2878'],
]

// Specification §9 and decisions C2, C8: editable, these are the first values.
const SETTINGS: Record<string, string> = {
  'rate.of.points': '1',
  'rate.of.orderPoint': '0.01',
  'order.growth.count': '1',
  'order.threshold.amount': '5',
  'order.service.charge': '0.30',
  'order.payment.minutes': '30',
  'feedback.type': '0',
  // 1: the checkout asks for the waiver of the right of withdrawal (decision record 010).
  'law.withdrawal': '1',
  // 0: reviews appear at once, without anybody having read them (decision D4).
  'feedback.moderation': '1',
  // What the pages promise: working days within which somebody answers; 1: support is there day and night.
  'promise.answerDays': '2',
  'promise.alwaysOpen': '0',
  // The year with which © begins.
  'shop.since': String(new Date().getUTCFullYear()),
}

/** Adds what is missing, changes nothing that is there: safe at every start and on every instance at once. */
export async function fillFirstStart(db: Database, shopName: string): Promise<void> {
  await db.run(sql`
    insert into currencies (code, symbol, name, rate_e8, position)
    select code, symbol, name, rate, position
    from unnest(${CURRENCIES.map((c) => c[0])}::text[], ${CURRENCIES.map((c) => c[1])}::text[], ${CURRENCIES.map((c) => c[2])}::text[],
      ${CURRENCIES.map((c) => rateFromDecimal(c[3]).toString())}::bigint[]) with ordinality as c(code, symbol, name, rate, position)
    where not exists (select 1 from currencies)
    on conflict (code) do nothing`)
  await db.run(sql`
    insert into settings (key, value)
    select key, value from unnest(${Object.keys(SETTINGS)}::text[], ${Object.values(SETTINGS)}::text[]) as s(key, value)
    on conflict (key) do nothing`)
  await db.run(
    sql`insert into sellers (name, is_shop) select ${shopName}, true where not exists (select 1 from sellers where is_shop) on conflict (name) do nothing`,
  )
  // The shop sells under its own name, also when that has changed; a name that another seller has stays his.
  await db.run(sql`
    update sellers set name = ${shopName}
    where is_shop and name <> ${shopName} and not exists (select from sellers where name = ${shopName})`)
  await fillFacets(db)
}

/**
 * A kind of which the shop has any value is its operator's, and nothing is added to it but by `all` (the demo names them
 * all). The insert waits for a look: even an empty one would tell every running shop.
 */
export async function fillFacets(db: Queryable, which: 'missing kinds' | 'all' = 'missing kinds'): Promise<void> {
  const known = which === 'all' ? [] : await db.query<{ kind: string }>(sql`select distinct kind from facet_values`)
  const all = [
    ...platforms.map((facet) => ({ kind: 'platform', countries: null, ...facet })),
    ...regions.map((facet) => ({ kind: 'region', ...facet })),
    ...languages.map((facet) => ({ kind: 'language', countries: null, ...facet })),
    ...genres.map((facet) => ({ kind: 'genre', countries: null, ...facet })),
  ].map((facet, position) => ({ ...facet, position }))
  const missing = all.filter(({ kind }) => !known.some((row) => row.kind === kind))
  if (missing.length === 0) return
  await db.run(sql`
    insert into facet_values (kind, code, name, countries, position)
    select kind, code, name, countries, position
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as f(kind text, code text, name jsonb, countries text[], position int)
    order by position
    on conflict (kind, code) do nothing`)
}
