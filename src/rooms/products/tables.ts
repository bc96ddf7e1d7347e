// What is sold: categories, products, their SKUs, and the offers of sellers (decisions B1 to B6).
// Texts that differ by language are one JSON object by language code; en-US is always there and is the fallback (B5).
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Localized } from '#platform/i18n/text-in.ts'
import { uploads } from '#rooms/pictures/tables.ts'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const localized = () => jsonb().$type<Localized>().notNull()
const asciiSlug = (name: string, column: AnyPgColumn) =>
  check(`${name}_slug_ascii`, sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`)

export const sellers = pgTable('sellers', {
  id: id(),
  name: text().notNull().unique(),
  isShop: boolean().notNull().default(false),
  createdAt: createdAt(),
})

export const categories = pgTable(
  'categories',
  {
    id: id(),
    parentId: integer().references((): AnyPgColumn => categories.id),
    slug: text().notNull().unique(),
    /** 0 key or code, 1 point card or gift code, 2 account (B2). */
    type: smallint().notNull().default(0),
    position: integer().notNull().default(0),
    name: localized(),
  },
  (t) => [asciiSlug('categories', t.slug)],
)

export const facetValues = pgTable(
  'facet_values',
  {
    id: id(),
    kind: text({ enum: ['platform', 'region', 'language', 'genre'] }).notNull(),
    code: text().notNull(),
    name: localized(),
    /** Regions: ISO 3166 codes where it can be activated; null: everywhere. */
    countries: text().array(),
    position: integer().notNull().default(0),
  },
  (t) => [uniqueIndex().on(t.kind, t.code)],
)

export const products = pgTable(
  'products',
  {
    id: id(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    slug: text().notNull().unique(),
    type: smallint().notNull().default(0),
    /** 0 digital key (code), 1 account. */
    keyType: smallint().notNull().default(0),
    name: localized(),
    explanation: localized().default({}),
    description: localized().default({}),
    /** Code of the activation guide, see demo/activation and content. */
    activation: text(),
    confirmTitle: localized().default({}),
    confirmContent: localized().default({}),
    developer: text(),
    publisher: text(),
    /** What search engines are told of it; where empty, it is made from name and text. */
    seoTitle: localized().default({}),
    seoKeywords: localized().default({}),
    seoDescription: localized().default({}),
    /** Its picture, if one was uploaded; else it is drawn. */
    pictureId: text().references(() => uploads.id),
    /** A picture of the goods themselves beside the cover: an https address. */
    extImg: text(),
    popularity: integer().notNull().default(0),
    releasedOn: date({ mode: 'string' }),
    genreIds: integer().array().notNull().default([]),
    languageIds: integer().array().notNull().default([]),
    /** Whose feed it came from and its id there, so that a re-run finds it again. */
    source: text(),
    sourceRef: text(),
    createdAt: createdAt(),
  },
  (t) => [
    asciiSlug('products', t.slug),
    check('products_name_en', sql`${t.name} ? 'en-US'`),
    index().on(t.categoryId),
    index().on(t.pictureId).where(sql`${t.pictureId} is not null`),
    uniqueIndex().on(t.source, t.sourceRef),
  ],
)

export const skus = pgTable(
  'skus',
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    skuCode: text().notNull().unique(),
    edition: text(),
    denomination: text(),
    platformIds: integer().array().notNull().default([]),
    regionId: integer().references(() => facetValues.id),
    position: integer().notNull().default(0),
  },
  (t) => [index().on(t.productId)],
)

export const offers = pgTable(
  'offers',
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    skuId: integer()
      .notNull()
      .references(() => skus.id),
    sellerId: integer()
      .notNull()
      .references(() => sellers.id),
    priceCents: integer().notNull(),
    /** keys: `stock` counts the available keys, kept by a trigger. supplier: the supplier's last report less what is reserved (B6). */
    backing: text({ enum: ['keys', 'supplier'] })
      .notNull()
      .default('keys'),
    stock: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    /** Since when an import has it off sale, because the feed no longer holds it; it comes back by itself. */
    absentSince: timestamp({ withTimezone: true }),
    /** What the supplier recommends. No reduction: that is told from the shop's own past prices. */
    listPriceCents: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex().on(t.skuId, t.sellerId),
    index().on(t.productId),
    check('offers_price_positive', sql`${t.priceCents} > 0`),
    check('offers_list_price_positive', sql`${t.listPriceCents} > 0`),
    check('offers_stock_not_negative', sql`${t.stock} >= 0`),
  ],
)

/** A slug that moved redirects for good (B3). Filled by a trigger. */
export const slugRedirects = pgTable(
  'slug_redirects',
  {
    kind: text({ enum: ['product', 'category'] }).notNull(),
    oldSlug: text().notNull(),
    targetId: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.oldSlug] })],
)
