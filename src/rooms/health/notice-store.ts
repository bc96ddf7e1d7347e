// The SQL statements of the list of providers' notices.
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface ListedNotice extends Record<string, unknown> {
  id: number
  provider: string
  kind: string
  says: string
  receivedAt: Date
  handledAt: Date | null
  outcome: string | null
  isForeign: boolean
  repeats: number
  lastAt: Date
  orderId: string | null
  orderNo: string | null
}

interface NoticesWanted {
  provider?: string | undefined
  isOpen?: boolean | undefined
  /** The last of the page before. */
  beforeId?: number | undefined
  limit: number
}

const LISTED = fragment`select e.id, e.provider, e.kind, coalesce(e.claim ->> 'says', 'nothing') as says, e.received_at as "receivedAt",
  e.handled_at as "handledAt", e.outcome, e.payment_id is null as "isForeign", e.repeats, e.last_received_at as "lastAt",
  o.id as "orderId", o.order_no as "orderNo"
  from`
const BESIDE = fragment`left join payments p on p.id = e.payment_id left join orders o on o.id = p.order_id order by e.id desc`

/** The newest first. */
export function listNotices(
  db: Queryable,
  { provider, isOpen, beforeId = Number.MAX_SAFE_INTEGER, limit }: NoticesWanted,
): Promise<ListedNotice[]> {
  // As its index is written.
  if (isOpen)
    return db.query<ListedNotice>(sql`
      ${LISTED} (
        select * from payment_events
        where handled_at is null and id < ${beforeId} and (${provider ?? null}::text is null or provider = ${provider ?? null})
        order by id desc limit ${limit}
      ) e ${BESIDE}`)
  const isDone = isOpen === false
  // Equal to it, in words that no other index fits: by their numbers all were read until some is of this provider.
  if (provider !== undefined)
    return db.query<ListedNotice>(sql`
      ${LISTED} (
        select * from payment_events
        where provider >= ${provider} and (provider, id) < (${provider}, ${beforeId})
          and (not ${isDone}::boolean or handled_at is not null)
        order by provider desc, id desc limit ${limit}
      ) e ${BESIDE}`)
  return db.query<ListedNotice>(sql`
    ${LISTED} (
      select * from payment_events where id < ${beforeId} and (not ${isDone}::boolean or handled_at is not null)
      order by id desc limit ${limit}
    ) e ${BESIDE}`)
}

/** Each once, from one to the next along an index. */
export async function providersHeard(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ provider: string }>(sql`
    with recursive each as (
      (select provider from payment_events order by provider limit 1)
      union all
      select (select provider from payment_events e where e.provider > each.provider order by provider limit 1)
      from each where each.provider is not null
    ) select provider from each where provider is not null limit 50`)
  return rows.map(({ provider }) => provider)
}
