// What the back office reads and changes of facets.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByNumber } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import type { FacetKind } from './store.ts'

export interface WholeFacet {
  id: number
  kind: FacetKind
  code: string
  name: Localized
  countries: string[] | null
  position: number
  /** Another after every change. */
  seen: string
}

const WHOLE = fragment`id, kind, code, name, countries, position, md5(facet_values::text) as seen`

export function facetsOfKind(
  db: Queryable,
  kind: FacetKind,
  after: { position: number; id: number } | undefined,
  limit: number,
): Promise<WholeFacet[]> {
  return db.query<WholeFacet & Record<string, unknown>>(sql`
    select ${WHOLE} from facet_values
    where kind = ${kind} and (${after?.id ?? null}::int is null or (position, id) > (${after?.position ?? null}::int, ${after?.id ?? null}::int))
    order by position, id limit ${limit}`)
}

export function facet(db: Queryable, id: number): Promise<WholeFacet | undefined> {
  return db.maybe<WholeFacet & Record<string, unknown>>(sql`select ${WHOLE} from facet_values where id = ${id}`)
}

/** What those of these ids that are facets are called in English, by id. */
export const facetNames = namesByNumber(
  (ids) => sql`
    select id::text as id, text_in(name, 'en-US') as name from facet_values where id = any(${ids}::int[])
    order by facet_values.id`,
)

/** Against whoever gives it to a product, until the transaction ends. */
export function lockFacet(tx: Transaction, id: number): Promise<WholeFacet | undefined> {
  return tx.maybe<WholeFacet & Record<string, unknown>>(sql`
    select ${WHOLE} from facet_values where id = ${id} for update`)
}

/** For whoever gives them to a product: until the transaction ends nobody removes them. Answers those that are there. */
export async function keepFacets(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from facet_values where id = any(${ids}::int[]) order by id for key share`)
  return new Set(rows.map(({ id }) => id))
}

/** Until the transaction ends nobody else makes one. Answers how many there are. */
export async function lockFacetMaking(tx: Transaction): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('facets', 0))`)
  return (await tx.one<{ count: number }>(sql`select count(*)::int as count from facet_values`)).count
}

/** Their making is locked. Undefined: another of its kind has the code, in capitals or small letters. */
export async function addFacet(
  tx: Transaction,
  { kind, code, name, countries }: Pick<WholeFacet, 'kind' | 'code' | 'name' | 'countries'>,
): Promise<number | undefined> {
  const row = await tx.maybe<{ id: number }>(sql`
    insert into facet_values (kind, code, name, countries, position)
    select ${kind}, ${code}, ${JSON.stringify(name)}::jsonb, ${countries}::text[],
      (select least(coalesce(max(position), 0)::bigint + 1, 1000000000)::int from facet_values where kind = ${kind})
    where not exists (select from facet_values where kind = ${kind} and lower(code) = lower(${code}))
    on conflict (kind, code) do nothing returning id`)
  return row?.id
}

export function changeFacet(tx: Transaction, { id, name, countries, position }: WholeFacet): Promise<number> {
  return tx.run(sql`
    update facet_values set name = ${JSON.stringify(name)}::jsonb, countries = ${countries}::text[], position = ${position}
    where id = ${id}`)
}

export function removeFacet(tx: Transaction, id: number): Promise<number> {
  return tx.run(sql`delete from facet_values where id = ${id}`)
}

/** Ids of products that have it, ascending, of those above `after`. */
export async function usesOf(
  db: Queryable,
  { id, kind }: Pick<WholeFacet, 'id' | 'kind'>,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    {
      genre: sql`select id from products where genre_ids @> array[${id}::int] and id > ${after} order by id limit ${limit}`,
      language: sql`select id from products where language_ids @> array[${id}::int] and id > ${after} order by id limit ${limit}`,
      platform: sql`
        select distinct product_id as id from skus where platform_ids @> array[${id}::int] and product_id > ${after}
        order by product_id limit ${limit}`,
      region: sql`
        select distinct product_id as id from skus where region_id = ${id} and product_id > ${after} order by product_id limit ${limit}`,
    }[kind],
  )
  return rows.map((row) => row.id)
}

export function productNames(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; name: string; isDraft: boolean }[]> {
  return db.query(sql`
    select id, text_in(name, 'en-US') as name, is_draft as "isDraft" from products where id = any(${ids}::int[]) order by id`)
}
