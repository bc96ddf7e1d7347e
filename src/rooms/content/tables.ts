// What the operator writes: info items and pages by website-info id, news, and what search engines are told of pages
// (specification §2, §3). Texts are Markdown by language code; en-US is always there and is the fallback (B5).
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Localized } from '#platform/i18n/text-in.ts'
import { uploads } from '#rooms/pictures/tables.ts'

const localized = () => jsonb().$type<Localized>().notNull()
const moment = () => timestamp({ withTimezone: true })

/** Website info by its id (specification §2): 1 to 6 and 16 are pages; 7 to 15 and 17 are single items such as a phone number. */
export const websiteInfos = pgTable('website_infos', {
  type: integer().primaryKey(),
  content: localized(),
  updatedAt: moment().notNull().defaultNow(),
  /** Whoever of the office wrote it so; null: a program. */
  changedBy: text(),
  /** What the demo wrote here, in English; null: nothing. */
  sample: text(),
})

export const news = pgTable(
  'news',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: localized(),
    abstractInfo: localized().default({}),
    content: localized(),
    author: text().notNull(),
    /** Its picture, if one was uploaded; else it is drawn, of this motif and seed. */
    pictureId: text().references(() => uploads.id),
    genre: text().notNull(),
    seed: text().notNull(),
    /** How often it was opened. */
    clicks: integer().notNull().default(0),
    /** A piece that stands alone: only its title and picture, wide. */
    isAlone: text({ enum: ['0', '1'] })
      .notNull()
      .default('0'),
    publishedAt: moment().notNull().defaultNow(),
    seoTitle: localized().default({}),
    seoKey: localized().default({}),
    seoDec: localized().default({}),
  },
  (t) => [index().on(t.pictureId).where(sql`${t.pictureId} is not null`)],
)

/** By page key (specification §7): page_home, page_product_list … Where there is none, the interface's own words are used. */
export const seoPages = pgTable('seo_pages', {
  key: text().primaryKey(),
  seoTitle: localized(),
  seoKey: localized().default({}),
  seoDec: localized().default({}),
})

/** What the home page begins with. */
export const banners = pgTable(
  'banners',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    position: integer().notNull(),
    title: localized(),
    line: localized(),
    /** Path within the shop, `/pc-games` or `/pc-games/elden-ring`, or an https address elsewhere. */
    link: text().notNull(),
    /** As of news. */
    pictureId: text().references(() => uploads.id),
    /** For languages that are read from the right; null: the same picture. */
    rtlPictureId: text().references(() => uploads.id),
    genre: text().notNull(),
    seed: text().notNull(),
    isOn: boolean().notNull().default(true),
    fromAt: moment(),
    untilAt: moment(),
    /** On, and its time is now: follows the clock. */
    isShown: boolean().notNull().default(true),
  },
  (t) => [check('banners_period', sql`${t.untilAt} > ${t.fromAt}`)],
)

/** The shop's logo where one was uploaded, and another one for dark grounds. */
export const logos = pgTable(
  'logos',
  {
    place: text({ enum: ['light', 'dark'] }).primaryKey(),
    pictureId: text()
      .notNull()
      .references(() => uploads.id),
  },
  (t) => [check('logos_place', sql`${t.place} in ('light', 'dark')`)],
)
