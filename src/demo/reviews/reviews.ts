// Puts the demo reviews into the database, in one statement. All of them are invented.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { productReviews } from './products.ts'
import type { DemoReview } from './review.ts'
import { shopReviews } from './shop.ts'

/** The products must be there already; a review of one that is not is left out. */
export async function insertReviews(tx: Transaction): Promise<void> {
  const of = (slug: string | null, reviews: readonly DemoReview[]) =>
    reviews.map(([daysAgo, score, name, content, locale, verified], index) => ({
      slug, daysAgo, score, name, content, locale, verified, minutes: (daysAgo * 397 + index * 83) % 1200,
    })) // biome-ignore format: one row
  const rows = [
    ...Object.entries(productReviews).flatMap(([slug, reviews]) => of(slug, reviews)),
    ...of(null, shopReviews),
  ]
  // The oldest first, so that ids rise with time as they do in life.
  await tx.run(sql`
    insert into reviews (product_id, fill_name, email, content, score, locale, verified, state, created_at)
    select p.id, r.name, 'reader@mail.example', r.content, r.score, r.locale, r.verified, 'published',
      now() - make_interval(days => r."daysAgo", mins => r.minutes)
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r(slug text, "daysAgo" int, minutes int, score smallint, name text,
      content text, locale text, verified boolean)
    left join products p on p.slug = r.slug
    where r.slug is null or p.id is not null
    order by r."daysAgo" desc, r.minutes desc, r.name`)
}
