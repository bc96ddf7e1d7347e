// What is sold: categories, products, their SKUs, and the offers of sellers (decisions B1 to B6).
// Texts that differ by language are one JSON object by language code; en-US is always there and is the fallback (B5).
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
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
  uuid,
} from 'drizzle-orm/pg-core'
import type { Localized } from '#platform/i18n/text-in.ts'
import { uploads } from '#rooms/pictures/tables.ts'
import { LISTING_STATES } from './listing-states.ts'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
const createdAt = () => timestamp({ withTimezone: true }).notNull().defaultNow()
const localized = () => jsonb().$type<Localized>().notNull()
const asciiSlug = (name: string, column: AnyPgColumn) =>
  check(`${name}_slug_ascii`, sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`)

export const sellers = pgTable(
  'sellers',
  {
    id: id(),
    name: text().notNull().unique(),
    isShop: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Since when nothing of his is on sale. */
    closedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('sellers_named').on(sql`lower(${t.name}) collate "C"`, t.id),
    check('sellers_shop_open', sql`not ${t.isShop} or ${t.closedAt} is null`),
  ],
)

/** What a seller was called before leads to him until another takes the name. Filled by a trigger. */
export const sellerNames = pgTable('seller_names', {
  /** In small letters. */
  nameKey: text().primaryKey(),
  sellerId: integer()
    .notNull()
    .references(() => sellers.id, { onDelete: 'cascade' }),
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
    /** Code of its own activation guide; which one counts for a version is said in activation.ts. */
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
    /** Not to be seen in the shop yet, nor to be bought. */
    isDraft: boolean().notNull().default(false),
    /** When it was first no draft, which a trigger keeps: what it cost before was never asked of anybody. */
    firstPublishedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [
    asciiSlug('products', t.slug),
    check('products_name_en', sql`${t.name} ? 'en-US'`),
    index().on(t.categoryId),
    index().on(t.pictureId).where(sql`${t.pictureId} is not null`),
    uniqueIndex().on(t.source, t.sourceRef),
    index('products_genres').using('gin', t.genreIds),
    index('products_languages').using('gin', t.languageIds),
  ],
)

/** What it looks like inside, in their order; the product's own page shows them. */
export const screenshots = pgTable(
  'screenshots',
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    pictureId: text()
      .notNull()
      .references(() => uploads.id),
    position: integer().notNull(),
    /** What is seen on it, by language code. */
    alt: localized().default({}),
  },
  (t) => [uniqueIndex().on(t.productId, t.pictureId), index().on(t.pictureId)],
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
  (t) => [
    index().on(t.productId),
    index('skus_platforms').using('gin', t.platformIds),
    index('skus_region').on(t.regionId),
  ],
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
    /** It comes back on sale with its seller; a trigger keeps what a closed one has off. */
    closedWithSeller: boolean().notNull().default(false),
    /** What the supplier recommends. No reduction: that is told from the shop's own past prices. */
    listPriceCents: integer(),
    /** From how many keys on it counts as running low; null: nobody wants to know. */
    lowAt: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex().on(t.skuId, t.sellerId),
    index().on(t.productId),
    index('offers_of_seller').on(t.sellerId, t.active),
    index('offers_closed').on(t.sellerId, t.id).where(sql`${t.closedWithSeller}`),
    check('offers_price_positive', sql`${t.priceCents} > 0`),
    check('offers_list_price_positive', sql`${t.listPriceCents} > 0`),
    check('offers_stock_not_negative', sql`${t.stock} >= 0`),
    check('offers_low_at_not_negative', sql`${t.lowAt} >= 0`),
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

/**
 * What the back office lists and narrows all products by, a moment after it changed (listing-store.ts). `priceless`: nobody offers it;
 * `off`: no offer is active; `out`: on sale without a key; `low`: on sale, and a version of it runs low or is out.
 */
export const productListings = pgTable(
  'product_listings',
  {
    /** No foreign key: whoever changes an address must not wait for whoever lists. */
    productId: integer().primaryKey(),
    categoryId: integer().notNull(),
    state: text({ enum: LISTING_STATES }).notNull(),
    /** Its name in English in small letters, in the order of code points (`collate "C"`). */
    nameKey: text().notNull(),
    /** Of anything but its stock. */
    changedAt: timestamp({ withTimezone: true }).notNull(),
    /** Languages in which it has every text that it has in English. */
    worded: text().array().notNull().default([]),
  },
  (t) => [
    // That these hold `worded` too is written by hand in their migration.
    index('product_listings_worded_changed').on(t.state, t.changedAt, t.productId),
    index('product_listings_worded_named').on(t.state, t.nameKey, t.productId),
    index('product_listings_worded_shelf_changed').on(t.categoryId, t.state, t.changedAt, t.productId),
    index('product_listings_worded_shelf_named').on(t.categoryId, t.state, t.nameKey, t.productId),
    check('product_listings_state', sql`${t.state} in ('draft', 'priceless', 'off', 'out', 'low', 'on')`),
  ],
)

/** Products whose listing is to be looked at again; triggers add to it. */
export const listingChecks = pgTable('listing_checks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: integer().notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** False: only its stock. */
  isChange: boolean().notNull(),
})

/** What an offer will cost from a moment on, and who decided that. */
export const plannedPrices = pgTable(
  'planned_prices',
  {
    id: id(),
    offerId: integer()
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    priceCents: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    state: text({ enum: ['waiting', 'done', 'cancelled'] })
      .notNull()
      .default('waiting'),
    /** What it cost until then; null: it was not done. */
    beforeCents: integer(),
    reason: text().notNull(),
    staffId: uuid().notNull(),
    actor: text().notNull(),
    address: text().notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('planned_prices_due').on(t.at, t.id).where(sql`${t.state} = 'waiting'`),
    index('planned_prices_of_offer').on(t.offerId, t.id),
    check('planned_prices_price_positive', sql`${t.priceCents} > 0`),
    check('planned_prices_state', sql`${t.state} in ('waiting', 'done', 'cancelled')`),
  ],
)
