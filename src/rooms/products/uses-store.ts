// Every SQL statement about which uploaded pictures products show.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface ProductUse {
  pictureId: string
  kind: 'cover' | 'screenshot'
  /** The product's. */
  id: string
  name: string
}

/** Of each picture and each kind the first `most`. */
export function productUses(
  db: Queryable,
  pictures: readonly string[],
  locale: string,
  most: number,
): Promise<ProductUse[]> {
  return db.query<ProductUse & Record<string, unknown>>(sql`
    select p.id as "pictureId", u.kind, u.id::text, coalesce(text_in(u.name, ${locale}), '') as name
    from unnest(${pictures}::text[]) as p (id) cross join lateral (
      (select 'cover' as kind, id, name from products where picture_id = p.id order by id limit ${most})
      union all
      (select 'screenshot', s.product_id, o.name from screenshots s join products o on o.id = s.product_id
        where s.picture_id = p.id order by s.product_id limit ${most})
    ) u
    order by p.id, u.kind, u.id`)
}

/** Which of them are shown. */
export async function shownByProducts(db: Queryable, pictures: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select p.id from unnest(${pictures}::text[]) as p (id)
    where exists (select from products where picture_id = p.id) or exists (select from screenshots where picture_id = p.id)
    order by p.id`)
  return rows.map(({ id }) => id)
}
