// For tests: a shop full of made-up products, and what SQL itself says a list of them should be.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { TestShop } from '#test/harness.ts'

/** Numbers that follow from the seed alone: a test that fails fails again. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export interface Shelf {
  categories: { id: number; slug: string }[]
  facets: Record<'platform' | 'region' | 'language' | 'genre', number[]>
}

const WORDS = ['Amber', 'blade', 'Crown', 'Éclair', 'dragon', 'Zebra', 'ångström', 'Star', 'Night', 'river']

/** Categories of three levels, four of each facet, and products with no, one or two offers, some without stock or price. */
export async function fillShelves(shop: TestShop, products: number, seed = 7): Promise<Shelf> {
  const { db } = shop
  const next = numbersFrom(seed)
  const categories = await db.query<{ id: number; slug: string }>(sql`
    insert into categories (slug, name) select 'shelf-' || n, jsonb_build_object('en-US', 'Shelf ' || n) from generate_series(1, 6) n returning id, slug`)
  const [games, rpg, classic] = categories.map((row) => row.id)
  await db.run(sql`update categories set parent_id = ${games!} where id = ${rpg!}`)
  await db.run(sql`update categories set parent_id = ${rpg!} where id = ${classic!}`)
  const facets = { platform: [], region: [], language: [], genre: [] } as Shelf['facets']
  for (const kind of Object.keys(facets) as (keyof typeof facets)[]) {
    const rows = await db.query<{ id: number }>(sql`
      insert into facet_values (kind, code, name, position)
      select ${kind}, ${kind} || n, jsonb_build_object('en-US', ${kind} || ' ' || n), n from generate_series(1, 4) n returning id`)
    facets[kind] = rows.map((row) => row.id)
  }
  const some = (ids: number[]) => ids.filter(() => next(3) === 0)
  const rival = await db.one<{ id: number }>(sql`insert into sellers (name) values ('A rival') returning id`)
  for (let n = 0; n < products; n++) {
    const name = `${WORDS[next(10)]} ${WORDS[next(10)]} ${next(4)}`
    const { id } = await db.one<{ id: number }>(sql`
      insert into products (category_id, slug, name, popularity, released_on, genre_ids, language_ids)
      values (${categories[next(5)]!.id}, ${`made-up-${n}`}, ${JSON.stringify({ 'en-US': name })}, ${next(4)}, ${`2020-01-${10 + next(15)}`},
        ${some(facets.genre)}, ${some(facets.language)}) returning id`)
    for (let s = 0; s <= next(2); s++) {
      const sku = await db.one<{ id: number }>(sql`
        insert into skus (product_id, sku_code, platform_ids, region_id, position)
        values (${id}, ${`M-${n}-${s}`}, ${some(facets.platform)}, ${next(3) === 0 ? null : facets.region[next(4)]!}, ${s}) returning id`)
      for (let o = 0; o < next(3); o++)
        await db.run(sql`
          insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock, active)
          values (${id}, ${sku.id}, ${o === 0 ? rival.id : 1}, ${100 + next(12) * 50}, 'supplier', ${next(3)}, ${next(6) > 0})`)
    }
  }
  await until(
    async () => (await shop.call('POST', '/api/product/list', { body: {} })).body.total === products,
    'all are listed',
  )
  return { categories, facets }
}

export interface Asked {
  classId?: number
  lowerPrice?: number
  highPrice?: number
  stock?: '0' | '1'
  plat_list: number[]
  region_list: number[]
  language_list: number[]
  theme_list: number[]
}

/** The ids that SQL finds, in the order asked for. */
export async function idsBySql(shop: TestShop, asked: Asked, orderByColumn = 0): Promise<number[]> {
  const rows = await shop.db.query<{ id: number }>(sql`
    with recursive branch as (
      select id from categories where id = ${asked.classId ?? null}::int
      union all select c.id from categories c join branch b on c.parent_id = b.id
    )
    select p.id from products p
    left join lateral (
      select coalesce(min(price_cents) filter (where stock > 0), min(price_cents)) as low, coalesce(bool_or(stock > 0), false) as has
      from offers where active and product_id = p.id and exists (select from skus where skus.id = sku_id
        and (cardinality(${asked.plat_list}::int[]) = 0 or platform_ids && ${asked.plat_list}::int[])
        and (cardinality(${asked.region_list}::int[]) = 0 or region_id = any(${asked.region_list}::int[])))
    ) o on true
    where (${asked.classId ?? null}::int is null or p.category_id in (select id from branch))
      and (${asked.lowerPrice ?? null}::numeric is null or o.low >= ${asked.lowerPrice ?? null}::numeric * 100)
      and (${asked.highPrice ?? null}::numeric is null or o.low <= ${asked.highPrice ?? null}::numeric * 100)
      and (${asked.stock ?? null}::text is null or o.has = (${asked.stock ?? null}::text = '0'))
      and (cardinality(${asked.plat_list}::int[]) + cardinality(${asked.region_list}::int[]) = 0 or exists (select from skus where product_id = p.id
        and (cardinality(${asked.plat_list}::int[]) = 0 or platform_ids && ${asked.plat_list}::int[])
        and (cardinality(${asked.region_list}::int[]) = 0 or region_id = any(${asked.region_list}::int[]))))
      and (cardinality(${asked.language_list}::int[]) = 0 or p.language_ids && ${asked.language_list}::int[])
      and (cardinality(${asked.theme_list}::int[]) = 0 or p.genre_ids && ${asked.theme_list}::int[])
    order by
      case when ${orderByColumn}::int = 1 then o.low end desc nulls last,
      case when ${orderByColumn}::int = 2 then o.low end nulls last,
      case when ${orderByColumn}::int = 3 then p.name ->> 'en-US' end collate "en-US-x-icu",
      case when ${orderByColumn}::int = 4 then p.name ->> 'en-US' end collate "en-US-x-icu" desc,
      case when ${orderByColumn}::int = 5 then o.has end desc,
      case when ${orderByColumn}::int in (0, 5) then coalesce((select sold from product_sales where product_id = p.id), 0) end desc,
      case when ${orderByColumn}::int in (0, 5) then p.popularity end desc,
      p.id`)
  return rows.map((row) => row.id)
}
