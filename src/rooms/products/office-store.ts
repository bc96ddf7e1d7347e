// What the back office reads and changes of one product and of categories. Prices and sale of offers have offer-store.ts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByNumber } from '#platform/database/names.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { MOST_CATEGORIES, type TextKind } from './limits.ts'

export interface WholeProduct {
  id: number
  isDraft: boolean
  categoryId: number
  slug: string
  type: number
  keyType: number
  /** Code of its own guide. */
  activation: string | null
  texts: Record<TextKind, Localized>
  developer: string | null
  publisher: string | null
  releasedOn: string | null
  genreIds: number[]
  languageIds: number[]
  pictureId: string | null
}

export function wholeProduct(db: Queryable, id: number): Promise<WholeProduct | undefined> {
  return db.maybe<WholeProduct>(sql`
    select id, is_draft as "isDraft", category_id as "categoryId", slug, type, key_type as "keyType", activation,
      jsonb_build_object('name', name, 'explanation', explanation, 'description', description, 'confirmTitle', confirm_title,
        'confirmContent', confirm_content, 'seoTitle', seo_title, 'seoKeywords', seo_keywords, 'seoDescription', seo_description) as texts,
      developer, publisher, released_on::text as "releasedOn", genre_ids as "genreIds", language_ids as "languageIds",
      picture_id as "pictureId"
    from products where id = ${id}`)
}

/** What is not edited in the back office, and stands on the product's page. */
export function untoldOf(db: Queryable, id: number): Promise<{ extImg: string | null } | undefined> {
  return db.maybe(sql`select ext_img as "extImg" from products where id = ${id}`)
}

/** For whoever is about to change it or what belongs to it; false: there is none. */
export async function lockProduct(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.query(sql`select from products where id = ${id} for no key update`)).length > 0
}

export function changeProduct(tx: Transaction, { texts, ...product }: WholeProduct): Promise<number> {
  return tx.run(sql`
    update products set is_draft = ${product.isDraft}, category_id = ${product.categoryId}, slug = ${product.slug}, type = ${product.type},
      key_type = ${product.keyType}, activation = ${product.activation}, name = ${JSON.stringify(texts.name)}::jsonb, explanation = ${JSON.stringify(texts.explanation)}::jsonb,
      description = ${JSON.stringify(texts.description)}::jsonb, confirm_title = ${JSON.stringify(texts.confirmTitle)}::jsonb,
      confirm_content = ${JSON.stringify(texts.confirmContent)}::jsonb, seo_title = ${JSON.stringify(texts.seoTitle)}::jsonb,
      seo_keywords = ${JSON.stringify(texts.seoKeywords)}::jsonb, seo_description = ${JSON.stringify(texts.seoDescription)}::jsonb,
      developer = ${product.developer}, publisher = ${product.publisher}, released_on = ${product.releasedOn}::date,
      genre_ids = ${product.genreIds}::int[], language_ids = ${product.languageIds}::int[]
    where id = ${product.id}`)
}

export async function setPicture(tx: Transaction, id: number, pictureId: string | null): Promise<void> {
  await tx.run(sql`update products set picture_id = ${pictureId} where id = ${id}`)
}

export async function addProduct(
  tx: Transaction,
  product: { categoryId: number; slug: string; type: number; keyType: number; name: string },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into products (category_id, slug, type, key_type, name, is_draft)
    values (${product.categoryId}, ${product.slug}, ${product.type}, ${product.keyType},
      jsonb_build_object('en-US', ${product.name}::text), true)
    returning id`)
  return id
}

/** Copies a product as a draft, under another address and name; whose feed it came from is not copied. */
export async function copyProduct(tx: Transaction, id: number, slug: string, name: Localized): Promise<number> {
  const copy = await tx.one<{ id: number }>(sql`
    insert into products (category_id, slug, type, key_type, name, explanation, description, activation, confirm_title, confirm_content,
      developer, publisher, seo_title, seo_keywords, seo_description, picture_id, ext_img, released_on, genre_ids, language_ids, is_draft)
    select category_id, ${slug}, type, key_type, ${JSON.stringify(name)}::jsonb, explanation, description, activation,
      confirm_title, confirm_content, developer, publisher, seo_title, seo_keywords, seo_description, picture_id, ext_img, released_on,
      genre_ids, language_ids, true
    from products where id = ${id} returning id`)
  return copy.id
}

export interface VersionRow {
  id: number
  skuCode: string
  edition: string | null
  denomination: string | null
  platformIds: number[]
  regionId: number | null
}

export function versionsOf(db: Queryable, productId: number): Promise<VersionRow[]> {
  return db.query<VersionRow & Record<string, unknown>>(sql`
    select id, sku_code as "skuCode", edition, denomination, platform_ids as "platformIds", region_id as "regionId"
    from skus where product_id = ${productId} order by position, id limit 200`)
}

export function changeVersion(tx: Transaction, version: VersionRow): Promise<number> {
  return tx.run(sql`
    update skus set sku_code = ${version.skuCode}, edition = ${version.edition}, denomination = ${version.denomination},
      platform_ids = ${version.platformIds}::int[], region_id = ${version.regionId}
    where id = ${version.id}`)
}

export async function addVersion(tx: Transaction, productId: number, version: Omit<VersionRow, 'id'>): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, edition, denomination, platform_ids, region_id, position)
    values (${productId}, ${version.skuCode}, ${version.edition}, ${version.denomination}, ${version.platformIds}::int[], ${version.regionId},
      (select coalesce(max(position) + 1, 0) from skus where product_id = ${productId}))
    returning id`)
  return id
}

/** Backed by keys, sold by the shop itself. */
export function addOffer(
  tx: Transaction,
  {
    productId,
    skuId,
    priceCents,
    lowAt,
  }: { productId: number; skuId: number; priceCents: number; lowAt: number | null },
): Promise<number> {
  return tx.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents, low_at)
    select ${productId}, ${skuId}, id, ${priceCents}, ${lowAt} from sellers where is_shop order by id limit 1`)
}

/** Those of these addresses that lead to another product, now or since it moved. */
export async function slugsOfOthers(db: Queryable, slugs: string[], id: number | null): Promise<Set<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select slug from products where slug = any(${slugs}::text[]) and id is distinct from ${id}::int
    union select old_slug from slug_redirects
    where kind = 'product' and old_slug = any(${slugs}::text[]) and target_id is distinct from ${id}::int`)
  return new Set(rows.map(({ slug }) => slug))
}

export async function skuCodesTaken(db: Queryable, codes: string[]): Promise<Set<string>> {
  const rows = await db.query<{ code: string }>(
    sql`select sku_code as code from skus where sku_code = any(${codes}::text[])`,
  )
  return new Set(rows.map(({ code }) => code))
}

export interface WholeCategory {
  id: number
  parentId: number | null
  slug: string
  type: number
  position: number
  name: Localized
}

/** For whoever is about to make or change one, one after the other: none may come to stand below itself, nor be one too many. */
export async function lockCategories(tx: Transaction): Promise<WholeCategory[]> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('categories', 0))`)
  return tx.query<WholeCategory & Record<string, unknown>>(
    sql`select id, parent_id as "parentId", slug, type, position, name from categories order by id limit ${MOST_CATEGORIES}`,
  )
}

export async function addCategory(tx: Transaction, category: Omit<WholeCategory, 'id' | 'position'>): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into categories (parent_id, slug, type, position, name)
    values (${category.parentId}, ${category.slug}, ${category.type}, (select coalesce(max(position), 0) + 1 from categories),
      ${JSON.stringify(category.name)}::jsonb) returning id`)
  return id
}

export function changeCategory(tx: Transaction, category: WholeCategory): Promise<number> {
  return tx.run(sql`
    update categories set parent_id = ${category.parentId}, slug = ${category.slug}, type = ${category.type},
      position = ${category.position}, name = ${JSON.stringify(category.name)}::jsonb
    where id = ${category.id}`)
}

/** Whether a category that moved answers under this address. */
export async function categoryMovedFrom(db: Queryable, slug: string, id: number | null): Promise<boolean> {
  const rows = await db.query(sql`
    select from slug_redirects where kind = 'category' and old_slug = ${slug} and target_id is distinct from ${id}::int`)
  return rows.length > 0
}

/** What those of these ids that are products are called in English, by id. */
export const productTitles = namesByNumber(
  (ids) => sql`
    select id::text as id, name ->> 'en-US' as name from products where id = any(${ids}::int[])
    and name ->> 'en-US' is not null
    order by products.id`,
)

/** What those of these ids that are categories are called in English, by id. */
export const categoryNames = namesByNumber(
  (ids) => sql`
    select id::text as id, text_in(name, 'en-US') as name from categories where id = any(${ids}::int[])
    order by categories.id`,
)
