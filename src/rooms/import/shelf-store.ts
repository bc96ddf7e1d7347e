// The SQL statements of what an import's products stand under: categories, and the values by which lists are narrowed.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { MOST_CATEGORIES, MOST_FACET_VALUES } from '#rooms/products/limits.ts'

export const facetCodes = (db: Queryable) =>
  db.query<{ id: number; kind: string; code: string; name: Localized }>(
    sql`select id, kind, code, name from facet_values order by id`,
  )

/** By every address that leads to one: the shop may have given it another one since the import made it (decision B3). */
export const categorySlugs = (db: Queryable) =>
  db.query<{ id: number; slug: string }>(sql`
    select c.id, r.old_slug as slug from slug_redirects r join categories c on c.id = r.target_id
    where r.kind = 'category' and not exists (select from categories where slug = r.old_slug)
    union all select id, slug from categories`)

/**
 * Behind those that are there, and no more than a shop can have; their making is locked. What somebody made first stays; ask
 * `facetCodes` for the ids.
 */
export function addFacets(tx: Transaction, facets: { kind: string; code: string; name: string }[]): Promise<number> {
  return tx.run(sql`
    insert into facet_values (kind, code, name, position)
    select kind, code, jsonb_build_object('en-US', name), (select coalesce(max(position), 0) from facet_values) + row_number() over (order by n)
    from (
      select kind, code, name, n
      from rows from (jsonb_to_recordset(${JSON.stringify(facets)}::jsonb) as (kind text, code text, name text)) with ordinality as r(kind, code, name, n)
      where not exists (select from facet_values f where f.kind = r.kind and lower(f.code) = lower(r.code))
      order by n limit greatest(0, ${MOST_FACET_VALUES} - (select count(*) from facet_values))) r
    on conflict (kind, code) do nothing`)
}

/** Unless the shop has as many as it can; categories are locked, so nobody else makes one meanwhile. */
export function addCategory(
  tx: Transaction,
  category: { slug: string; name: string; parent: string | null; type: number },
): Promise<number> {
  return tx.run(sql`
    insert into categories (parent_id, slug, type, position, name)
    select coalesce((select id from categories where slug = ${category.parent}),
        (select target_id from slug_redirects where kind = 'category' and old_slug = ${category.parent})), ${category.slug}, ${category.type},
      (select coalesce(max(position), 0) + 1 from categories), jsonb_build_object('en-US', ${category.name}::text)
    where (select count(*) from categories) < ${MOST_CATEGORIES}
    on conflict (slug) do nothing`)
}
