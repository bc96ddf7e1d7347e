// The statements by which the shop shows its pages, texts and news; banners, the logo, the office's changes and uses of pictures have
// stores of their own. A text comes in the language that was asked for, else in English, else in the one that there is (B5).
import type { Queryable } from '#platform/database/database.ts'
import { type Fragment, fragment, sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'

export interface InfoRow {
  content: string
  language: string
  updatedAt: Date
}

/** One page or item; undefined also when it is empty. */
export function infoRow(db: Queryable, type: number, locale: string): Promise<InfoRow | undefined> {
  return db.maybe<InfoRow>(sql`
    select text_in(content, ${locale}) as content,
      language_of(content, ${locale}) as language,
      updated_at as "updatedAt"
    from website_infos
    where type = ${type} and text_in(content, ${locale}) is not null`)
}

/** Which of these website-info ids have a text. */
export async function filledTypes(db: Queryable, types: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ type: number }>(sql`
    select type from website_infos
    where type = any(${types}::int[]) and text_in(content, 'en-US') is not null order by type`)
  return rows.map(({ type }) => type)
}

/** As letters and digits alone: a comma, a space or a capital letter makes no other text. */
const letters = (text: Fragment) => fragment`regexp_replace(lower(${text}), '[^[:alnum:]]+', '', 'g')`

/** Which of these somebody of the office has written in English: what the demo says is true of the demo. */
export async function writtenTypes(db: Queryable, types: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ type: number }>(sql`
    select type from website_infos
    where type = any(${types}::int[]) and text_in(content, 'en-US') is not null and changed_by is not null
      and (sample is null or ${letters(fragment`content ->> 'en-US'`)} <> ${letters(fragment`sample`)}) order by type`)
  return rows.map(({ type }) => type)
}

export function itemRows(db: Queryable, types: readonly number[]): Promise<{ type: number; content: Localized }[]> {
  return db.query(sql`select type, content from website_infos where type = any(${types}::int[]) order by type`)
}

export interface SeoRow {
  key: string
  seoTitle: Localized
  seoKey: Localized
  seoDec: Localized
}

export function seoRows(db: Queryable): Promise<SeoRow[]> {
  return db.query<SeoRow>(sql`
    select key, seo_title as "seoTitle", seo_key as "seoKey", seo_dec as "seoDec" from seo_pages order by key`)
}

export interface NewsRow {
  id: number
  title: string
  language: string
  abstractInfo: string
  author: string
  pictureId: string | null
  genre: string
  seed: string
  clicks: number
  isAlone: '0' | '1'
  publishedAt: Date
}

/** What is published, newest first. */
export function newsRows(
  db: Queryable,
  locale: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<NewsRow[]> {
  return db.query<NewsRow>(sql`
    select id, text_in(title, ${locale}) as title,
      language_of(title, ${locale}) as language,
      coalesce(text_in(abstract_info, ${locale}), '') as "abstractInfo",
      author, picture_id as "pictureId", genre, seed, clicks, is_alone as "isAlone", published_at as "publishedAt"
    from news where published_at <= now()
    order by published_at desc, id desc
    offset ${offset} limit ${limit}`)
}

export async function newsCount(db: Queryable): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from news where published_at <= now()`)).count
}

export interface NewsDetailRow extends NewsRow {
  content: string
  seoTitle: string
  seoKey: string
  seoDec: string
  previous: { id: number; title: string } | null
  next: { id: number; title: string } | null
}

/** `previous` is the older neighbour, `next` the newer one. `language` is that of the content. */
export function newsDetailRow(db: Queryable, id: number, locale: string): Promise<NewsDetailRow | undefined> {
  return db.maybe<NewsDetailRow>(sql`
    select n.id, text_in(n.title, ${locale}) as title,
      language_of(n.content, ${locale}) as language,
      coalesce(text_in(n.abstract_info, ${locale}), '') as "abstractInfo",
      coalesce(text_in(n.content, ${locale}), '') as content,
      n.author, n.picture_id as "pictureId", n.genre, n.seed, n.clicks, n.is_alone as "isAlone", n.published_at as "publishedAt",
      coalesce(text_in(n.seo_title, ${locale}), '') as "seoTitle",
      coalesce(text_in(n.seo_key, ${locale}), '') as "seoKey",
      coalesce(text_in(n.seo_dec, ${locale}), '') as "seoDec",
      (select json_build_object('id', o.id, 'title', text_in(o.title, ${locale}))
        from news o where (o.published_at, o.id) < (n.published_at, n.id)
        order by o.published_at desc, o.id desc limit 1) as previous,
      (select json_build_object('id', o.id, 'title', text_in(o.title, ${locale}))
        from news o where (o.published_at, o.id) > (n.published_at, n.id) and o.published_at <= now()
        order by o.published_at, o.id limit 1) as next
    from news n where n.id = ${id} and n.published_at <= now()`)
}

/** The new count; undefined when there is no such piece. */
export async function countClick(db: Queryable, id: number): Promise<number | undefined> {
  const row = await db.maybe<{ clicks: number }>(sql`
    update news set clicks = clicks + 1 where id = ${id} and published_at <= now() returning clicks`)
  return row?.clicks
}

export async function clicksOf(db: Queryable, id: number): Promise<number | undefined> {
  const row = await db.maybe<{ clicks: number }>(
    sql`select clicks from news where id = ${id} and published_at <= now()`,
  )
  return row?.clicks
}

export type NewsSubject = Pick<NewsRow, 'pictureId' | 'genre' | 'seed'>

export function newsSubject(db: Queryable, id: number): Promise<NewsSubject | undefined> {
  return db.maybe<NewsSubject>(sql`select picture_id as "pictureId", genre, seed from news where id = ${id}`)
}

export const isNewsOut = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.query(sql`select from news where id = ${id} and published_at <= now()`)).length > 0

/** Ids of what is published, newest first, and since when. */
export function newsAddresses(db: Queryable, limit: number): Promise<{ id: number; publishedAt: Date }[]> {
  return db.query(sql`
    select id, published_at as "publishedAt" from news where published_at <= now()
    order by published_at desc, id desc limit ${limit}`)
}

/** null: it is drawn again. Answers whether there is such a piece. */
export async function setNewsPicture(db: Queryable, id: number, pictureId: string | null): Promise<boolean> {
  return (await db.run(sql`update news set picture_id = ${pictureId} where id = ${id}`)) > 0
}

export interface NewsTitleRow {
  id: number
  title: string
  pictureId: string | null
}

/** All news by id and English title, newest first. */
export function newsTitles(db: Queryable): Promise<NewsTitleRow[]> {
  return db.query<NewsTitleRow>(sql`
    select id, text_in(title, 'en-US') as title, picture_id as "pictureId" from news
    order by published_at desc, id desc limit 10000`)
}
