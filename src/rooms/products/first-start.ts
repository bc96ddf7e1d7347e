// What a shop has before anybody configured anything: whose it is, and what its products can be filtered by.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { lockFacetMaking } from './facet-store.ts'
import { genres, languages, platforms, regions } from './first-facets.ts'
import { MOST_FACET_VALUES } from './limits.ts'
import { isNameTaken, renameSeller } from './seller-store.ts'

/** Adds what is missing, changes nothing that is there: safe at every start and on every instance at once. */
export const fillFirstStart = (db: Database, shopName: string): Promise<void> =>
  db.transaction((tx) => beginProducts(tx, shopName))

/** Does what `fillFirstStart` does, within somebody's transaction. */
export async function beginProducts(tx: Transaction, shopName: string): Promise<void> {
  await tx.run(
    sql`insert into sellers (name, is_shop) select ${shopName}, true where not exists (select 1 from sellers where is_shop) on conflict (name) do nothing`,
  )
  await takeName(tx, shopName)
  await fillFacets(tx)
}

/** The shop sells under its own name, also when that has changed; a name that another seller has, in capitals or small letters, stays his. */
export async function nameShop(db: Database, shopName: string): Promise<void> {
  if ((await shopCalledOtherwise(db, shopName)) !== undefined) await db.transaction((tx) => takeName(tx, shopName))
}

async function takeName(tx: Transaction, shopName: string): Promise<void> {
  const id = await shopCalledOtherwise(tx, shopName)
  if (id !== undefined && !(await isNameTaken(tx, shopName, id))) await renameSeller(tx, id, shopName)
}

const shopCalledOtherwise = async (db: Queryable, shopName: string) =>
  (
    await db.maybe<{ id: number }>(
      sql`select id from sellers where is_shop and name <> ${shopName} order by id limit 1`,
    )
  )?.id

/**
 * A kind of which the shop has any value is its operator's, and nothing is added to it but by `all` (the demo names them
 * all). What is more than a shop can have is left out. The insert waits for a look: even an empty one would tell every
 * running shop.
 */
export async function fillFacets(tx: Transaction, which: 'missing kinds' | 'all' = 'missing kinds'): Promise<void> {
  const places = MOST_FACET_VALUES - (await lockFacetMaking(tx))
  const known = which === 'all' ? [] : await tx.query<{ kind: string }>(sql`select distinct kind from facet_values`)
  const all = [
    ...platforms.map((facet) => ({ kind: 'platform', countries: null, ...facet })),
    ...regions.map((facet) => ({ kind: 'region', ...facet })),
    ...languages.map((facet) => ({ kind: 'language', countries: null, ...facet })),
    ...genres.map((facet) => ({ kind: 'genre', countries: null, ...facet })),
  ].map((facet, position) => ({ ...facet, position }))
  const missing = all.filter(({ kind }) => !known.some((row) => row.kind === kind))
  if (missing.length === 0 || places <= 0) return
  await tx.run(sql`
    insert into facet_values (kind, code, name, countries, position)
    select kind, code, name, countries, position
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as f(kind text, code text, name jsonb, countries text[], position int)
    where not exists (select from facet_values v where v.kind = f.kind and v.code = f.code)
    order by position limit ${places}
    on conflict (kind, code) do nothing`)
}
