// Somebody of the shop reads reviews and decides (decision D4): what is published stands on the page, what is rejected does not.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Events } from '#platform/events/events.ts'
import { REVIEW_DECIDED } from './events.ts'

interface WaitingReview {
  id: number
  /** 0: the shop. */
  productId: number
  fillName: string
  score: number
  content: string
  createdAt: Date
}

/** The longest waiting first. */
export function waitingReviews(db: Queryable, limit: number): Promise<WaitingReview[]> {
  return db.query<WaitingReview>(sql`
    select id, coalesce(product_id, 0) as "productId", fill_name as "fillName", score, content, created_at as "createdAt"
    from reviews where state = 'pending' order by created_at, id limit ${limit}`)
}

interface ReviewDecision {
  id: number
  decision: 'published' | 'rejected'
  /** Its writer reads it; empty: none is needed. */
  reason: string
  /** Who decides, for the shop's own records. */
  by: string
}

/** `same`: that was decided already, and nobody is told again. What was published can be rejected, and the other way round. */
export async function decideReview(
  tx: Transaction,
  events: Events,
  { id, decision, reason, by }: ReviewDecision,
): Promise<'done' | 'same' | 'no review'> {
  const review = await tx.maybe<{ state: string; memberId: string | null; content: string }>(sql`
    select state, member_id as "memberId", content from reviews where id = ${id} for update`)
  if (!review) return 'no review'
  const { state, memberId, content } = review
  if (state === decision) return 'same'
  await tx.run(sql`
    update reviews set state = ${decision}, decided_at = now(), decided_by = ${by}, decision_reason = ${reason || null}
    where id = ${id}`)
  await events.append(
    tx,
    REVIEW_DECIDED.of(String(id), { decision, memberId }, { excerpt: excerptOf(content), reason }),
  )
  return 'done'
}

/** Who wrote it; undefined: there is no such review. */
export const writerOf = (db: Queryable, id: number): Promise<{ memberId: string | null; email: string } | undefined> =>
  db.maybe<{ memberId: string | null; email: string }>(
    sql`select member_id as "memberId", email from reviews where id = ${id}`,
  )

const EXCERPT = 80

function excerptOf(content: string): string {
  const line = content.replace(/\s+/g, ' ')
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).toWellFormed()}…` : line
}
