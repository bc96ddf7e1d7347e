// How the back office lists and finds products: by rows beside them that follow what changes, so that every filter in either order is
// one look into an index for each state and category asked for.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { LISTING_STATES } from './listing-states.ts'
import { PRINTED, type PrintedVersion } from './printed.ts'

export type ListingState = (typeof LISTING_STATES)[number]

export interface ProductsWanted {
  states: readonly ListingState[]
  /** Null: whichever. */
  categoryIds: readonly number[] | null
  /** A language of which it lacks words that it has in English; null: whatever it lacks. */
  lacks: string | null
}

/** The last row of the page before: `key` is its moment with microseconds, or its name's key. */
export interface AfterProduct {
  key: string
  id: number
}

export interface ListedProduct {
  id: number
  /** For `AfterProduct`. */
  key: string
  state: ListingState
  changedAt: Date
  name: string
  title: string
  slug: string
  categoryId: number
  type: number
  genreIds: number[]
  pictureId: string | null
  printed: PrintedVersion[] | null
  versions: number
  /** Of active offers; of all of them where none is. */
  lowPriceCents: number | null
  stock: number
  languages: number
}

type Listed = ListedProduct & Record<string, unknown>

const SHOWN = fragment`l.product_id as id, l.state, l.changed_at as "changedAt", text_in(p.name, 'en-US') as name,
  p.name ->> 'en-US' as title, p.slug, p.category_id as "categoryId", p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId",
  ${PRINTED} as printed, (select count(*)::int from skus where product_id = p.id) as versions,
  o.price as "lowPriceCents", coalesce(o.stock, 0) as stock,
  1 + cardinality(l.worded) as languages`
/** One look-up for each row of a page: a plan for any number of rows would read all products. */
const BESIDE = fragment`cross join lateral (select * from products where id = l.product_id offset 0) p
  left join lateral (
    select (array_agg(price_cents order by active desc, price_cents))[1] as price, (sum(stock) filter (where active))::int as stock
    from offers where product_id = p.id
  ) o on true`
const MOMENT = fragment`to_char(l.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key`

/** What was changed last comes first. `product_listings_worded_changed`, `product_listings_worded_shelf_changed`. */
export function listChanged(
  db: Queryable,
  { states, categoryIds, lacks }: ProductsWanted,
  { after = { key: 'infinity', id: 2_147_483_647 }, limit }: { after?: AfterProduct | undefined; limit: number },
): Promise<ListedProduct[]> {
  if (categoryIds === null)
    return db.query<Listed>(sql`
      select ${SHOWN}, ${MOMENT} from (
        select l.* from unnest(${states}::text[]) as s(state) cross join lateral (
          select * from product_listings l
          where l.state = s.state and (l.changed_at, l.product_id) < (${after.key}::timestamptz, ${after.id}::int)
            and (${lacks}::text is null or ${lacks} <> all(l.worded))
          order by l.changed_at desc, l.product_id desc limit ${limit}
        ) l order by l.changed_at desc, l.product_id desc limit ${limit}
      ) l ${BESIDE} order by l.changed_at desc, l.product_id desc`)
  return db.query<Listed>(sql`
    select ${SHOWN}, ${MOMENT} from (
      select l.* from unnest(${states}::text[]) as s(state) cross join unnest(${categoryIds}::int[]) as c(id) cross join lateral (
        select * from product_listings l
        where l.category_id = c.id and l.state = s.state and (l.changed_at, l.product_id) < (${after.key}::timestamptz, ${after.id}::int)
            and (${lacks}::text is null or ${lacks} <> all(l.worded))
        order by l.changed_at desc, l.product_id desc limit ${limit}
      ) l order by l.changed_at desc, l.product_id desc limit ${limit}
    ) l ${BESIDE} order by l.changed_at desc, l.product_id desc`)
}

/** From A to Z. `product_listings_worded_named`, `product_listings_worded_shelf_named`. */
export function listNamed(
  db: Queryable,
  { states, categoryIds, lacks }: ProductsWanted,
  { after = { key: '', id: 0 }, limit }: { after?: AfterProduct | undefined; limit: number },
): Promise<ListedProduct[]> {
  if (categoryIds === null)
    return db.query<Listed>(sql`
      select ${SHOWN}, l.name_key as key from (
        select l.* from unnest(${states}::text[]) as s(state) cross join lateral (
          select * from product_listings l
          where l.state = s.state and (l.name_key, l.product_id) > (${after.key}::text, ${after.id}::int)
            and (${lacks}::text is null or ${lacks} <> all(l.worded))
          order by l.name_key, l.product_id limit ${limit}
        ) l order by l.name_key, l.product_id limit ${limit}
      ) l ${BESIDE} order by l.name_key, l.product_id`)
  return db.query<Listed>(sql`
    select ${SHOWN}, l.name_key as key from (
      select l.* from unnest(${states}::text[]) as s(state) cross join unnest(${categoryIds}::int[]) as c(id) cross join lateral (
        select * from product_listings l
        where l.category_id = c.id and l.state = s.state and (l.name_key, l.product_id) > (${after.key}::text, ${after.id}::int)
            and (${lacks}::text is null or ${lacks} <> all(l.worded))
        order by l.name_key, l.product_id limit ${limit}
      ) l order by l.name_key, l.product_id limit ${limit}
    ) l ${BESIDE} order by l.name_key, l.product_id`)
}

/** Those of these that are wanted, in the order given, from place `from` (counted from 0). */
export function listThese(
  db: Queryable,
  ids: readonly number[],
  { states, categoryIds, lacks }: ProductsWanted,
  { from, limit }: { from: number; limit: number },
): Promise<ListedProduct[]> {
  return db.query<Listed>(sql`
    select ${SHOWN}, '' as key from (
      select l.*, n from unnest(${ids}::int[]) with ordinality as i(id, n) join product_listings l on l.product_id = i.id
      where l.state = any(${states}::text[]) and (${categoryIds}::int[] is null or l.category_id = any(${categoryIds}::int[]))
        and (${lacks}::text is null or ${lacks} <> all(l.worded))
      order by n offset ${from} limit ${limit}
    ) l ${BESIDE} order by l.n`)
}

/** No further than `most`; of these ids alone where there are some. */
export async function countListed(
  db: Queryable,
  { states, categoryIds, lacks }: ProductsWanted,
  ids: readonly number[] | null,
  most: number,
): Promise<number> {
  const { count } =
    ids !== null
      ? await db.one<{ count: number }>(sql`
          select count(*)::int as count from product_listings where product_id = any(${ids}::int[])
            and state = any(${states}::text[]) and (${categoryIds}::int[] is null or category_id = any(${categoryIds}::int[]))
            and (${lacks}::text is null or ${lacks} <> all(worded))`)
      : categoryIds === null
        ? await db.one<{ count: number }>(sql`
            select count(*)::int as count from (
              select l.* from unnest(${states}::text[]) as s(state) cross join lateral (
                select from product_listings l where l.state = s.state and (${lacks}::text is null or ${lacks} <> all(l.worded))
                order by l.changed_at desc, l.product_id desc limit ${most}) l limit ${most}) l`)
        : await db.one<{ count: number }>(sql`
            select count(*)::int as count from (
              select l.* from unnest(${states}::text[]) as s(state) cross join unnest(${categoryIds}::int[]) as c(id) cross join lateral (
                select from product_listings l where l.category_id = c.id and l.state = s.state
                  and (${lacks}::text is null or ${lacks} <> all(l.worded)) limit ${most}) l limit ${most}) l`)
  return count
}

/** By what is exactly a product's: its id, its address, or the code of one of its versions. */
export async function exactProducts(
  db: Queryable,
  wanted: { id: number | null; slug: string; skuCode: string },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from products where id = ${wanted.id}::int
    union select id from products where slug = ${wanted.slug}
    union select product_id from skus where sku_code in (${wanted.skuCode}, upper(${wanted.skuCode}))`)
  return rows.map(({ id }) => id)
}

/** Whether anything is on sale, in stock or not. */
export async function hasListed(db: Queryable): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(
    sql`select exists (select from product_listings where state in ('on', 'low', 'out')) as yes`,
  )
  return yes
}

/** The newest drafts, which the index of what shoppers find does not know. */
export function newestDrafts(db: Queryable, limit: number): Promise<{ id: number; nameKey: string }[]> {
  return db.query(sql`
    select product_id as id, name_key as "nameKey" from product_listings
    where state = 'draft' order by changed_at desc, product_id desc limit ${limit}`)
}

/**
 * Takes up to so many notes of what changed and brings the listings of these products to what is true now; answers how many it
 * took. One at a time: whoever looked earlier must not write later.
 */
export async function followChanges(tx: Transaction, limit: number): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('product listings', 0))`)
  const checks = await tx.query<{ productId: number; changedAt: string | null }>(sql`
    with taken as (
      delete from listing_checks where id = any(array(select id from listing_checks order by id limit ${limit}))
      returning product_id, at, is_change
    )
    select product_id as "productId", (max(at) filter (where is_change))::text as "changedAt" from taken group by product_id`)
  if (checks.length === 0) return 0
  const ids = checks.map(({ productId }) => productId)
  await tx.run(sql`
    delete from product_listings l where product_id = any(${ids}::int[])
      and not exists (select from products where id = l.product_id)`)
  await tx.run(sql`
    insert into product_listings (product_id, category_id, state, name_key, changed_at, worded)
    select p.id, p.category_id,
      case when p.is_draft then 'draft' when o.offers = 0 then 'priceless' when not o.active then 'off' when not o.stocked then 'out' when o.low then 'low' else 'on' end,
      left(lower(p.name ->> 'en-US'), 80), coalesce(c.at, p.created_at), w.worded
    from unnest(${ids}::int[], ${checks.map(({ changedAt }) => changedAt)}::timestamptz[]) as c(id, at)
    join products p on p.id = c.id
    cross join lateral (
      select count(*) as offers, coalesce(bool_or(active), false) as active, coalesce(bool_or(active and stock > 0), false) as stocked,
        coalesce(bool_or(active and backing = 'keys' and stock <= low_at), false) as low
      from offers where product_id = p.id
    ) o
    cross join lateral (
      select coalesce(array_agg(named.language order by named.language), '{}') as worded
      from jsonb_object_keys(p.name) as named(language)
      where named.language <> 'en-US' and not exists (
        select from (values (p.name), (p.explanation), (p.description), (p.confirm_title), (p.confirm_content), (p.seo_title),
          (p.seo_keywords), (p.seo_description)) as t(words)
        where coalesce(words ->> 'en-US', '') <> '' and coalesce(words ->> named.language, '') = '')
    ) w
    order by p.id
    on conflict (product_id) do update set category_id = excluded.category_id, state = excluded.state, name_key = excluded.name_key,
      worded = excluded.worded, changed_at = greatest(product_listings.changed_at, excluded.changed_at)`)
  return checks.length
}
