// Every SQL statement of reviews. `productId` 0 is the shop itself, which the table knows as null.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
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

/** What a review says, and of whom. */
interface SaidReview {
  /** 0: about the shop. */
  productId: number
  fillName: string
  email: string
  content: string
  score: number
}

export interface NewReview extends SaidReview {
  /** Made by the client; null: it made none. */
  attemptId: string | null
  /** Who was signed in. */
  memberId: string | null
  locale: string
  /** Those that make it a verified one; it takes the first that no review of this product has taken. */
  orderIds: string[]
  state: 'published' | 'pending'
}

/** Until the transaction's end, what is sent under this id comes one after the other. */
export function queueUp(tx: Transaction, attemptId: string): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`review ${attemptId}`}, 0))`)
}

/** The review that was sent under this id, and whether it is this one, whatever language the page had. */
export function reviewOfAttempt(
  tx: Transaction,
  attemptId: string,
  said: SaidReview,
): Promise<{ isSame: boolean; state: 'pending' | 'published' | 'rejected' } | undefined> {
  return tx.maybe<{ isSame: boolean; state: 'pending' | 'published' | 'rejected' }>(sql`
    select state, coalesce(product_id, 0) = ${said.productId} and fill_name = ${said.fillName} and email = ${said.email}
      and content = ${said.content} and score = ${said.score} as "isSame"
    from reviews where attempt_id = ${attemptId}`)
}

/** One review of a product for each order of it (decision D4). `again`: each of these orders has one already. */
export async function insertReview(db: Queryable, review: NewReview): Promise<'written' | 'again' | 'no product'> {
  const { known, written } = await db.one<{ known: boolean; written: number }>(sql`
    with product as (
      select nullif(${review.productId}::int, 0) as id
      where ${review.productId}::int = 0 or exists (select from products where id = ${review.productId}::int)
    ), bought as (
      select o.id from product p, unnest(${review.orderIds}::uuid[]) with ordinality as o(id, n)
      where not exists (select from reviews r where r.order_id = o.id and r.product_id is not distinct from p.id)
      order by o.n limit 1
    ), w as (
      insert into reviews (product_id, member_id, fill_name, email, content, score, locale, verified, order_id, attempt_id, state)
      select p.id, ${review.memberId}::uuid, ${review.fillName}, ${review.email}, ${review.content}, ${review.score}::smallint, ${review.locale},
        b.id is not null, b.id, ${review.attemptId}::uuid, ${review.state}
      from product p left join bought b on true
      where b.id is not null or cardinality(${review.orderIds}::uuid[]) = 0
      on conflict do nothing
      returning 1
    )
    select exists (select from product) as known, (select count(*) from w) as written`)
  return written === 1 ? 'written' : known ? 'again' : 'no product'
}

export interface HeldReview {
  product: string | null
  fillName: string
  email: string
  content: string
  score: number
  state: string
  createdAt: Date
}

/** What he wrote as a member, and what nobody signed in wrote from his address, which may have been another member's before. */
export function reviewsHeld(
  db: Queryable,
  memberId: string | null,
  { email, since, until }: HeldAddress,
): Promise<HeldReview[]> {
  return db.query<HeldReview>(sql`
    select p.name ->> 'en-US' as product, r.fill_name as "fillName", r.email, r.content, r.score, r.state,
      r.created_at as "createdAt"
    from reviews r left join products p on p.id = r.product_id
    where r.member_id = ${memberId} or (r.member_id is null and r.email = lower(${email}) and r.created_at <@ tstzrange(${since}, ${until}, '(]'))
    order by r.created_at, r.id limit 10000`)
}

/** His words go with him: they stand there under his name. */
export function eraseReviews(tx: Transaction, memberId: string, address: HeldAddress | null): Promise<number> {
  return tx.run(sql`
    delete from reviews where member_id = ${memberId}
      or (member_id is null and email = lower(${address?.email ?? null}::text) and created_at <@ tstzrange(${address?.since ?? null}, ${address?.until ?? null}, '(]'))`)
}

/** From which reviews came, each once and in order. */
export function addresses(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select distinct email as text from reviews where email > ${after} order by text limit ${limit}`)
}
