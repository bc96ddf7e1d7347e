// Every SQL statement about which uploaded pictures news, banners and the logo show.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface ContentUse {
  pictureId: string
  kind: 'banner' | 'bannerRtl' | 'news' | 'logo'
  /** Of a logo: for which ground it is. */
  id: string
  /** A logo has none. */
  name: string
}

/** Uses of these pictures: the first `most` of each picture and kind. */
export function contentUses(
  db: Queryable,
  pictures: readonly string[],
  locale: string,
  most: number,
): Promise<ContentUse[]> {
  return db.query<ContentUse & Record<string, unknown>>(sql`
    select p.id as "pictureId", u.kind, u.id, u.name
    from unnest(${pictures}::text[]) as p (id) cross join lateral (
      (select 'banner' as kind, id::text, coalesce(text_in(title, ${locale}), '') as name, id as place
        from banners where picture_id = p.id order by banners.id limit ${most})
      union all
      (select 'bannerRtl', id::text, coalesce(text_in(title, ${locale}), ''), id
        from banners where rtl_picture_id = p.id order by banners.id limit ${most})
      union all
      (select 'news', id::text, coalesce(text_in(title, ${locale}), ''), id
        from news where picture_id = p.id order by news.id limit ${most})
      union all
      (select 'logo', place, '', 0 from logos where picture_id = p.id order by logos.place limit ${most})
    ) u
    order by p.id, u.kind, u.place, u.id`)
}

/** Which of them are shown. */
export async function shownByContent(db: Queryable, pictures: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id from unnest(${pictures}::text[]) as p (id)
    where p.id in (select picture_id from banners) or p.id in (select rtl_picture_id from banners)
      or p.id in (select picture_id from logos) or exists (select from news where picture_id = p.id)
    order by p.id`)
  return rows.map(({ id }) => id)
}
