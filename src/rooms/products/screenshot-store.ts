// Every SQL statement about screenshots of products.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { MOST_SCREENSHOTS } from './limits.ts'

export interface Screenshot {
  id: number
  pictureId: string
  alt: Localized
}

/** Those of a product in their order. */
export function screenshotsOf(db: Queryable, productId: number): Promise<Screenshot[]> {
  return db.query<Screenshot>(sql`
    select id, picture_id as "pictureId", alt from screenshots
    where product_id = ${productId} order by position, id limit ${MOST_SCREENSHOTS}`)
}

export interface ShownScreenshot {
  id: number
  pictureId: string
  /** In the visitor's language, else English, else the one that there is. */
  alt: string | null
  altLanguage: string
  width: number
  height: number
}

export function shownScreenshots(db: Queryable, productId: number, locale: string): Promise<ShownScreenshot[]> {
  return db.query<ShownScreenshot>(sql`
    select s.id, s.picture_id as "pictureId", text_in(s.alt, ${locale}) as alt, language_of(s.alt, ${locale}) as "altLanguage",
      u.width, u.height
    from screenshots s join uploads u on u.id = s.picture_id
    where s.product_id = ${productId} order by s.position, s.id limit ${MOST_SCREENSHOTS}`)
}

export async function screenshotUpload(db: Queryable, id: number): Promise<string | undefined> {
  const row = await db.maybe<{ pictureId: string }>(
    sql`select picture_id as "pictureId" from screenshots where id = ${id}`,
  )
  return row?.pictureId
}

/** Which product's it is. */
export async function productOfScreenshot(db: Queryable, id: number): Promise<number | undefined> {
  const row = await db.maybe<{ productId: number }>(
    sql`select product_id as "productId" from screenshots where id = ${id}`,
  )
  return row?.productId
}

/** Behind those that are there. Answers its id; undefined: the product shows the picture already. */
export async function addScreenshot(
  tx: Transaction,
  productId: number,
  pictureId: string,
): Promise<number | undefined> {
  const row = await tx.maybe<{ id: number }>(sql`
    insert into screenshots (product_id, picture_id, position)
    select ${productId}, ${pictureId}, coalesce(max(position), 0) + 1 from screenshots where product_id = ${productId}
    on conflict (product_id, picture_id) do nothing returning id`)
  return row?.id
}

/** In this order; those that are not named stay behind them. */
export async function orderScreenshots(tx: Transaction, productId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update screenshots set position = wanted.position
    from unnest(${ids}::int[]) with ordinality as wanted (id, position)
    where screenshots.id = wanted.id and product_id = ${productId} and screenshots.position <> wanted.position`)
}

export async function describeScreenshot(tx: Transaction, id: number, alt: Localized): Promise<void> {
  await tx.run(sql`update screenshots set alt = ${JSON.stringify(alt)}::jsonb where id = ${id}`)
}

export async function showScreenshot(tx: Transaction, id: number, pictureId: string): Promise<void> {
  await tx.run(sql`update screenshots set picture_id = ${pictureId} where id = ${id}`)
}

export async function removeScreenshot(tx: Transaction, id: number): Promise<void> {
  await tx.run(sql`delete from screenshots where id = ${id}`)
}

export async function copyScreenshots(tx: Transaction, from: number, to: number): Promise<void> {
  await tx.run(sql`
    insert into screenshots (product_id, picture_id, position, alt)
    select ${to}, picture_id, position, alt from screenshots where product_id = ${from}`)
}
