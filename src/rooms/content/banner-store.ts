// Banners of the home page: what is shown, and what people change of them.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByNumber } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'

export interface BannerRow {
  id: number
  title: Localized
  line: Localized
  link: string
  pictureId: string | null
  rtlPictureId: string | null
  genre: string
  seed: string
}

export interface WholeBanner extends BannerRow {
  position: number
  isOn: boolean
  fromAt: Date | null
  untilAt: Date | null
  /** It is on, and its time is now. */
  isShown: boolean
  /** How many of those that are shown stand before it. */
  before: number
  /** Another after every change. */
  seen: string
}

/** So many there may be. */
export const MOST_BANNERS = 100

const SHOWN = fragment`id, title, line, link, picture_id as "pictureId", rtl_picture_id as "rtlPictureId", genre, seed`
const WHOLE = fragment`
  id, title, line, link, picture_id as "pictureId", rtl_picture_id as "rtlPictureId", genre, seed, position, is_on as "isOn",
  from_at as "fromAt", until_at as "untilAt", is_shown as "isShown",
  (select count(*) from banners b where b.is_shown and (b.position, b.id) < (banners.position, banners.id))::int as before,
  md5(concat_ws(' ', position, title, line, link, picture_id, rtl_picture_id, genre, seed, is_on, from_at, until_at)) as seen`
const DUE = fragment`(is_on and coalesce(from_at <= now(), true) and coalesce(until_at > now(), true))`

/** Those that visitors see, in their order. */
export const shownBanners = (db: Queryable) =>
  db.query<BannerRow>(sql`select ${SHOWN} from banners where is_shown order by position, id limit 24`)

/** All, in their order. */
export const bannerRows = (db: Queryable) =>
  db.query<WholeBanner & Record<string, unknown>>(
    sql`select ${WHOLE} from banners order by position, id limit ${MOST_BANNERS}`,
  )

/** What those of these ids that are banners say in English, by id. */
export const bannerTitles = namesByNumber(
  (ids) => sql`
    select id::text as id, text_in(title, 'en-US') as name from banners where id = any(${ids}::int[])
    order by banners.id`,
)

export type BannerSubject = Pick<BannerRow, 'pictureId' | 'rtlPictureId' | 'genre' | 'seed'>

export function bannerSubject(db: Queryable, id: number): Promise<BannerSubject | undefined> {
  return db.maybe<BannerSubject>(sql`
    select picture_id as "pictureId", rtl_picture_id as "rtlPictureId", genre, seed from banners where id = ${id}`)
}

export const isBannerOut = async (db: Queryable, id: number): Promise<boolean> =>
  (await db.query(sql`select from banners where id = ${id} and is_shown`)).length > 0

/** `rtl`: only for languages that are read from the right. null: it is drawn again. Answers whether there is such a banner. */
export async function setBannerPicture(
  db: Queryable,
  id: number,
  pictureId: string | null,
  rtl: boolean,
): Promise<boolean> {
  const statement = rtl
    ? sql`update banners set rtl_picture_id = ${pictureId} where id = ${id}`
    : sql`update banners set picture_id = ${pictureId} where id = ${id}`
  return (await db.run(statement)) > 0
}

export const banner = (db: Queryable, id: number) =>
  db.maybe<WholeBanner & Record<string, unknown>>(sql`select ${WHOLE} from banners where id = ${id}`)

export const lockBanner = (tx: Transaction, id: number) =>
  tx.maybe<WholeBanner & Record<string, unknown>>(sql`select ${WHOLE} from banners where id = ${id} for update`)

/** The last, and switched off. Undefined: there are as many as may be. */
export async function addBanner(
  tx: Transaction,
  { title, line, link, genre, seed }: Pick<BannerRow, 'title' | 'line' | 'link' | 'genre' | 'seed'>,
): Promise<number | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('banners', 0))`)
  const row = await tx.maybe<{ id: number }>(sql`
    insert into banners (position, title, line, link, genre, seed, is_on, is_shown)
    select (select least(coalesce(max(position), 0)::bigint + 1, 1000000000)::int from banners),
      ${JSON.stringify(title)}::jsonb, ${JSON.stringify(line)}::jsonb, ${link}, ${genre}, ${seed}, false, false
    where (select count(*) from banners) < ${MOST_BANNERS} returning id`)
  return row?.id
}

export async function changeBanner(tx: Transaction, banner: WholeBanner): Promise<void> {
  const { id, title, line, link, genre, seed, position, isOn, fromAt, untilAt } = banner
  await tx.run(sql`
    update banners set title = ${JSON.stringify(title)}::jsonb, line = ${JSON.stringify(line)}::jsonb, link = ${link}, genre = ${genre},
      seed = ${seed}, position = ${position}, is_on = ${isOn}, from_at = ${fromAt}, until_at = ${untilAt}
    where id = ${id}`)
  await followClock(tx)
}

export function removeBanner(tx: Transaction, id: number): Promise<number> {
  return tx.run(sql`delete from banners where id = ${id}`)
}

/** Shows what is due and hides what is over; a trigger tells the pages of every instance. */
export function followClock(db: Queryable): Promise<number> {
  return db.run(sql`update banners set is_shown = not is_shown where is_shown <> ${DUE}`)
}
