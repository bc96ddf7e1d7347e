// Every SQL statement of reviews. `productId` 0 is the shop itself, which the table knows as null.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Ratings, Review } from './contract.ts'

type ReviewRow = Omit<Review, 'createTime'> & { createTime: Date }

export async function reviewPage(
  db: Queryable,
  productId: number,
  page: { offset: number; limit: number },
): Promise<Review[]> {
  const rows = await db.query<ReviewRow>(sql`
    select id, fill_name as "fillName", content, score, locale, verified, created_at as "createTime"
    from (
      select * from reviews where state = 'published' and product_id = ${productId}
      union all
      select * from reviews where state = 'published' and product_id is null and ${productId}::int = 0
    ) r
    order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`)
  return rows.map((row) => ({ ...row, createTime: row.createTime.toISOString() }))
}

export async function reviewCount(db: Queryable, productId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select (select count(*) from reviews where state = 'published' and product_id = ${productId})
      + (select count(*) from reviews where state = 'published' and product_id is null and ${productId}::int = 0) as count`)
  return count
}

/** How it is rated, with the newest `limit` reviews; one statement. */
export async function ratingsOf(db: Queryable, productId: number, limit: number): Promise<Ratings> {
  const row = await db.one<{ stars: number[]; reviews: Review[] }>(sql`
    with r as not materialized (
      select * from reviews where state = 'published' and product_id = ${productId}
      union all
      select * from reviews where state = 'published' and product_id is null and ${productId}::int = 0
    )
    select
      (select array_agg(coalesce(c.count, 0) order by score.score)
        from generate_series(1, 5) as score(score)
        left join (select score, count(*)::int as count from r group by score) c using (score)) as stars,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'fillName', fill_name, 'content', content, 'score', score, 'locale', locale, 'verified', verified,
          'createTime', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by created_at desc, id desc), '[]')
        from (select * from r order by created_at desc, id desc limit ${limit}) newest) as reviews`)
  const count = row.stars.reduce((sum, of) => sum + of, 0)
  const points = row.stars.reduce((sum, of, index) => sum + of * (index + 1), 0)
  return {
    average: count === 0 ? null : Math.round((points / count) * 100) / 100,
    count,
    stars: row.stars,
    reviews: row.reviews,
  }
}

export interface NewReview {
  /** 0: about the shop. */
  productId: number
  fillName: string
  email: string
  content: string
  score: number
  locale: string
  verified: boolean
  state: 'published' | 'pending'
}

/** Answers whether it was written: there is no such product otherwise. */
export async function insertReview(db: Queryable, review: NewReview): Promise<boolean> {
  const written = await db.run(sql`
    insert into reviews (product_id, fill_name, email, content, score, locale, verified, state)
    select nullif(${review.productId}::int, 0), ${review.fillName}, ${review.email}, ${review.content}, ${review.score}::smallint,
      ${review.locale}, ${review.verified}::boolean, ${review.state}
    where ${review.productId}::int = 0 or exists (select from products where id = ${review.productId}::int)`)
  return written === 1
}
