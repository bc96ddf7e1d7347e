// Puts the demo shop into an empty database: all of it or nothing, once, whoever starts at the same time.
import { randomInt } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { fillFacets } from '#rooms/products/hands.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { banners } from './catalogue/banners.ts'
import { products } from './catalogue/catalogue.ts'
import { categories } from './catalogue/categories.ts'
import { sellers } from './catalogue/sellers.ts'
import { synonyms } from './catalogue/synonyms.ts'
import type { DemoProduct } from './catalogue/types.ts'
import { insertContent } from './content.ts'
import { insertCoupons } from './coupons.ts'
import { insertPriceHistory } from './price-history.ts'
import { insertReviews } from './reviews/reviews.ts'

type Ids = Map<string, number>

/** Where the demo's keys say that they come from. */
export const SOURCE = 'demo'

/** Under what name it goes, and who is written to. */
export type DemoShop = Pick<Config, 'shopName' | 'supportEmail'>

/** Answers whether it loaded; a shop that has a product already is left alone. */
export async function loadDemo(db: Database, keyring: Keyring, shop: DemoShop): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The table lock makes "is it empty?" and the loading one act; it is held for the second that this takes, once.
    await tx.run(sql`lock table products in share row exclusive mode`)
    const { any } = await tx.one<{ any: boolean }>(sql`select exists (select from products) as any`)
    if (any) return false
    const categoryIds = await insertCategories(tx)
    await fillFacets(tx, 'all')
    const facetIds = await readFacets(tx)
    const sellerIds = await insertSellers(tx, shop.shopName)
    for (const product of products) await insertProduct(tx, keyring, product, categoryIds, facetIds, sellerIds)
    await insertBanners(tx)
    await insertSynonyms(tx)
    await insertContent(tx, shop)
    await insertSettings(tx)
    await insertPriceHistory(tx)
    await insertReviews(tx)
    await insertCoupons(tx, categoryIds)
    return true
  })
}

/** The demo shop has been there since 2021, answers day and night, and shows a review to whoever tries to write one. */
async function insertSettings(tx: Transaction) {
  const values = { 'shop.since': '2021', 'promise.alwaysOpen': '1', 'feedback.moderation': '0' }
  await tx.run(sql`
    update settings set value = v.value
    from unnest(${Object.keys(values)}::text[], ${Object.values(values)}::text[]) as v(key, value) where settings.key = v.key`)
}

async function insertCategories(tx: Transaction): Promise<Ids> {
  const ids: Ids = new Map()
  // Parents stand before their children in the list.
  for (const [position, category] of categories.entries()) {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into categories (parent_id, slug, type, position, name)
      values (${category.parent ? ids.get(category.parent) : null}, ${category.slug}, ${category.type}, ${position}, ${json(category.name)})
      returning id`)
    ids.set(category.slug, id)
  }
  return ids
}

async function readFacets(tx: Transaction): Promise<Ids> {
  const rows = await tx.query<{ id: number; kind: string; code: string }>(sql`select id, kind, code from facet_values`)
  return new Map(rows.map((row) => [`${row.kind}:${row.code}`, row.id]))
}

async function insertSellers(tx: Transaction, shopName: string): Promise<Ids> {
  const named = sellers.map((seller) => (seller.own ? { ...seller, name: shopName } : seller))
  const rows = await tx.query<{ id: number; name: string }>(sql`
    insert into sellers (name, is_shop)
    select name, own from jsonb_to_recordset(${json(named)}) as s(name text, own boolean)
    on conflict (name) do update set is_shop = excluded.is_shop
    returning id, name`)
  const byName = new Map(rows.map((row) => [row.name, row.id]))
  return new Map(named.map((seller) => [seller.code, byName.get(seller.name)!]))
}

async function insertProduct(
  tx: Transaction,
  keyring: Keyring,
  product: DemoProduct,
  categoryIds: Ids,
  facetIds: Ids,
  sellerIds: Ids,
) {
  const facets = (kind: string, codes: readonly string[]) => codes.map((code) => facetIds.get(`${kind}:${code}`)!)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into products (category_id, slug, type, key_type, name, explanation, description, activation, confirm_title,
      confirm_content, developer, popularity, released_on, genre_ids, language_ids, first_published_at)
    values (${categoryIds.get(product.category)}, ${product.slug}, ${product.type}, ${product.keyType}, ${json(product.name)},
      ${json(product.explanation)}, ${json(product.description)}, ${product.activation}, ${json(product.confirm?.title ?? {})},
      ${json(product.confirm?.content ?? {})}, ${product.developer ?? null}, ${product.popularity}, ${product.releasedOn},
      ${facets('genre', product.genres)}, ${facets('language', product.languages)}, now() - interval '1 year')
    returning id`)
  for (const [position, sku] of product.skus.entries()) {
    const row = await tx.one<{ id: number }>(sql`
      insert into skus (product_id, sku_code, edition, denomination, platform_ids, region_id, position)
      values (${id}, ${sku.code}, ${sku.edition ?? null}, ${sku.denomination ?? null}, ${facets('platform', sku.platforms)},
        ${facetIds.get(`region:${sku.region}`)}, ${position})
      returning id`)
    for (const offer of sku.offers) {
      const { offerId } = await tx.one<{ offerId: number }>(sql`
        insert into offers (product_id, sku_id, seller_id, price_cents)
        values (${id}, ${row.id}, ${sellerIds.get(offer.seller)}, ${offer.priceCents}) returning id as "offerId"`)
      if (offer.keys > 0)
        await depositKeys(
          tx,
          keyring,
          offerId,
          SOURCE,
          Array.from({ length: offer.keys }, () => demoKey(product.type)),
        )
    }
  }
}

async function insertBanners(tx: Transaction) {
  const categoryOf = new Map(products.map((product) => [product.slug, product.category]))
  const rows = banners.map(({ target, ...banner }, position) => ({
    ...banner,
    position,
    link: 'product' in target ? `/${categoryOf.get(target.product)}/${target.product}` : `/${target.category}`,
  }))
  await tx.run(sql`
    insert into banners (position, title, line, link, genre, seed)
    select position, title, line, link, genre, seed
    from jsonb_to_recordset(${json(rows)})
      as b(position int, title jsonb, line jsonb, link text, genre text, seed text)
    order by position`)
}

async function insertSynonyms(tx: Transaction) {
  await tx.run(sql`
    insert into search_synonyms (words)
    select array(select jsonb_array_elements_text(line)) from jsonb_array_elements(${json(synonyms)}::jsonb) with ordinality as s(line, n)
    order by n`)
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ'
const group = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A made-up code in the shape of a real one; the first group says that it opens nothing. */
function demoKey(type: 0 | 1 | 2): string {
  if (type === 2) return `demo-${group(8).toLowerCase()}@mail.example / ${group(12)}`
  if (type === 1) return `DEMO-${group(4)}-${group(4)}-${group(4)}`
  return `DEMO${group(1)}-${group(5)}-${group(5)}`
}

const json = (value: unknown) => JSON.stringify(value)
