// Every SQL statement of the providers' notices (webhooks).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { IS_UUID } from '#platform/database/uuid.ts'
import { KEYED } from '#platform/jobs/define.ts'
import { outsideFlags } from '#platform/jobs/outside.ts'
import { isUuid } from '#platform/uuid.ts'
import { HANDLE_EVENT } from './jobs.ts'
import type { Claim, WebhookNotice } from './providers/provider.ts'
import { type PaymentRow, paymentById } from './store.ts'

/** After so long a notice that its process has not handled, because it died or its provider is slow, becomes a job. */
const OVERDUE_SECONDS = 5

/** Claims of one payment that are read at a time; those behind them once these are done. */
const MOST_CLAIMS = 1_000

/** What a notice says that its provider has not confirmed yet. */
export interface OpenClaim {
  id: number
  claim: Claim
}

/** A stored notice that is handled at once, with all that is known of its payment. */
export interface TakenNotice {
  id: number
  /** What it calls the payment at the provider. */
  heardRef: string | null
  payment: PaymentRow
  claims: OpenClaim[]
}

/**
 * Stores a webhook (decision C4) with whoever handles it: `atOnce`, the process that stores it, if its payment is known,
 * and otherwise a job; both in one statement. A repetition stores nothing and asks again. What names no payment and not
 * this shop is stored and nothing else. Answers what is to be handled at once.
 */
export async function storeNotice(
  db: Queryable,
  provider: string,
  notice: WebhookNotice,
  { ours, atOnce }: { ours: boolean; atOnce: boolean },
): Promise<TakenNotice | undefined> {
  const foreign = !ours && notice.attemptId === null && notice.providerRef === null
  const { noticeId, openClaims, taken, ...payment } = await db.one<StoredNotice>(sql`
    with known as (
      -- The payment before its notices, as whoever settles it locks them.
      select p.* from payments p where p.provider = ${provider} and p.id = coalesce(${uuidIn(notice.attemptId)}::uuid,
        (select id from payments where ${notice.attemptId}::text is null and provider = ${provider} and provider_ref = ${notice.providerRef}))
      for no key update
    ), e as (
      insert into payment_events (provider, event_id, kind, provider_ref, attempt_id, payment_id, claim, ours, due_at, handled_at, outcome)
      values (${provider}, ${notice.eventId}, ${notice.kind}, ${notice.providerRef}, ${notice.attemptId}, (select id from known), ${JSON.stringify(notice.claim)}::jsonb, ${ours},
        case when ${atOnce} and exists (select from known) then now() + ${OVERDUE_SECONDS} * interval '1 second' end,
        case when ${foreign} then now() end, case when ${foreign} then ${NOT_OURS} end)
      on conflict (provider, event_id) do update set repeats = payment_events.repeats + 1, last_received_at = now(), due_at = excluded.due_at,
        payment_id = coalesce(payment_events.payment_id, excluded.payment_id),
        handled_at = case when payment_events.outcome = ${NOT_OURS} then payment_events.handled_at end
      returning id, handled_at is null as open, due_at
    ), asked as (
      -- Asked about, sooner or later, until the answer agrees with the notice.
      update payments p set poll_at = least(coalesce(p.poll_at, 'infinity'), now() + interval '1 minute'), polls = 0
      from known, e
      where p.id = known.id and e.open and (p.poll_at is null or p.poll_at > now() + interval '1 minute' or p.polls > 0)
    )
    select e.id as "noticeId", e.open and e.due_at is not null as taken,
      case when e.open and e.due_at is null then (select id from graphile_worker.add_job(${HANDLE_EVENT.name}, json_build_object('eventId', e.id),
        job_key => 'payment event ' || e.id, flags => ${[...outsideFlags(provider), KEYED]}::text[])) end as job,
      (select json_agg(json_build_object('id', c.id, 'claim', c.claim) order by c.id) from (
        select id, claim from payment_events where payment_id = p.id and handled_at is null and id <> e.id order by id limit ${MOST_CLAIMS}) c) as "openClaims",
      p.id, p.order_id as "orderId", p.provider, p.provider_ref as "providerRef", p.redirect_url as "redirectUrl", p.state, p.amount, p.currency, p.method_id as "methodId", p.fee,
      p.paid_amount as "paidAmount", p.refunded_amount as "refundedAmount", p.to_balance as "toBalance", p.payable_until as "payableUntil", p.under_way_since as "underWaySince", p.created_at as "createdAt",
      extract(epoch from p.updated_at)::text as version
    from e left join known p on true`)
  if (!taken) return undefined
  const claims = [...(openClaims ?? []), { id: noticeId, claim: notice.claim }]
  return { id: noticeId, heardRef: notice.providerRef, payment, claims }
}

/** What claims to be our reference may be anything. */
function uuidIn(claimed: string | null): string | null {
  return claimed !== null && isUuid(claimed) ? claimed : null
}

type StoredNotice = PaymentRow & { noticeId: number; taken: boolean; openClaims: OpenClaim[] | null }

const NOT_OURS = 'not about a payment of this shop'

/** What was to be handled at once becomes a job: `asked` so many times already. */
export function handOver(db: Queryable, eventId: number, later: { afterMs: number; asked: number }): Promise<number> {
  return db.run(sql`
    with e as (update payment_events set due_at = null where id = ${eventId} and handled_at is null returning id, provider)
    select graphile_worker.add_job(${HANDLE_EVENT.name}, json_build_object('eventId', id, 'asked', ${later.asked}::int), job_key => 'payment event ' || id,
      run_at => now() + ${later.afterMs} * interval '1 millisecond', flags => array['outside', 'outside:' || provider, ${KEYED}::text]) from e`)
}

/** Every notice that its process has not handled in time becomes a job. */
export function handOverOverdue(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    with overdue as (
      select id from payment_events where due_at <= now() and handled_at is null order by due_at, id limit ${limit} for update skip locked
    ), e as (
      update payment_events set due_at = null from overdue where payment_events.id = overdue.id returning payment_events.id, provider
    )
    select graphile_worker.add_job(${HANDLE_EVENT.name}, json_build_object('eventId', id), job_key => 'payment event ' || id,
      flags => array['outside', 'outside:' || provider, ${KEYED}::text]) from e`)
}

export interface EventRow {
  id: number
  provider: string
  providerRef: string | null
  attemptId: string | null
  kind: string
  claim: Claim
  ours: boolean
  handledAt: Date | null
  payment: PaymentRow | null
}

/** A stored event with the payment that it is about, found by our own reference first. */
export async function eventById(db: Queryable, id: number): Promise<EventRow | undefined> {
  const event = await db.maybe<EventRow & { paymentId: string | null }>(sql`
    select e.id, e.provider, e.provider_ref as "providerRef", e.attempt_id as "attemptId", e.kind, e.claim, e.ours, e.handled_at as "handledAt",
      coalesce(e.payment_id, p.id) as "paymentId"
    from payment_events e
    left join payments p on p.provider = e.provider and p.id = coalesce(
      -- What claims to be our reference may be anything.
      case when e.attempt_id ${IS_UUID} then e.attempt_id::uuid end,
      (select id from payments where e.attempt_id is null and provider = e.provider and provider_ref = e.provider_ref))
    where e.id = ${id}`)
  return event && { ...event, payment: (event.paymentId && (await paymentById(db, event.paymentId))) || null }
}

/** The event is about this payment, which is asked about, sooner or later, until the answer agrees with it. */
export function attachEvent(db: Queryable, eventId: number, paymentId: string): Promise<number> {
  return db.run(sql`
    with known as (
      -- The payment before its notices, as whoever settles it locks them.
      select id from payments where id = ${paymentId} for no key update
    ), e as (
      update payment_events set payment_id = known.id from known where payment_events.id = ${eventId} and handled_at is null returning payment_id
    )
    update payments p set poll_at = least(coalesce(poll_at, 'infinity'), now() + interval '1 minute'), polls = 0 from e where p.id = e.payment_id`)
}

/** Whether the warning of a notice is known: the notice was handled before, or another of the payment has warned of just this. */
export async function hasWarned(
  tx: Queryable,
  { id, kind }: Pick<EventRow, 'id' | 'kind'>,
  paymentId: string,
): Promise<boolean> {
  // The wider condition is that of the index.
  const rows = await tx.query(sql`
    select 1 from payment_events
    where payment_id = ${paymentId} and claim ->> 'says' in ('warning', 'disputed') and claim ->> 'says' = 'warning'
      and kind = ${kind} and (id < ${id} or id = ${id} and outcome is not null) limit 1`)
  return rows.length > 0
}

/** What notices say of a payment that its provider has not confirmed yet, the oldest first; `says`: these alone. */
export function openClaims(
  db: Queryable,
  paymentId: string,
  says: readonly string[] | null = null,
): Promise<OpenClaim[]> {
  return db.query(sql`
    select id, claim from payment_events
    where payment_id = ${paymentId} and handled_at is null and (${says}::text[] is null or claim ->> 'says' = any(${says}::text[]))
    order by id limit ${MOST_CLAIMS}`)
}

export interface OldClaim extends OpenClaim {
  /** What its provider calls the notice. */
  notice: string
  /** ISO 8601. */
  since: string
  /** Asked about for an hour, and not sent again just now. */
  isOld: boolean
}

/**
 * Payments about which notices say one of these and no answer has agreed, with those notices, the oldest first; after
 * `after`, by id.
 */
export function unconfirmedAfter(
  db: Queryable,
  { says, after, limit }: { says: readonly string[]; after: string | null; limit: number },
): Promise<{ paymentId: string; claims: OldClaim[] }[]> {
  return db.query<{ paymentId: string; claims: OldClaim[] }>(sql`
    select payment_id as "paymentId", (
      select json_agg(json_build_object('id', id, 'notice', event_id, 'claim', claim, 'since', to_char(received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'isOld', received_at < now() - interval '1 hour' and last_received_at < now() - interval '10 minutes') order by id)
      from (select * from payment_events where payment_id = p.payment_id and handled_at is null and claim ->> 'says' = any(${says}::text[]) order by id limit ${MOST_CLAIMS}) c) as claims
    from (
      select distinct payment_id from payment_events
      where handled_at is null and claim ->> 'says' = any(${says}::text[]) and payment_id is not null and (${after}::uuid is null or payment_id > ${after}::uuid)
      order by payment_id limit ${limit}
    ) p order by payment_id`)
}

/** A person has dealt with what these notices say of the payment: its provider is asked about them no more. */
export function endClaims(tx: Transaction, paymentId: string, notices: readonly string[]): Promise<number> {
  return tx.run(sql`
    with p as (
      -- The payment before its notices, as whoever settles it locks them.
      select id from payments where id = ${paymentId} for no key update
    )
    update payment_events set handled_at = now(), outcome = 'settled by a person' from p
    where payment_id = p.id and event_id = any(${notices}::text[]) and handled_at is null`)
}

/** Nothing that we have is meant. */
export function markForeign(db: Queryable, eventId: number): Promise<number> {
  return db.run(
    sql`update payment_events set handled_at = now(), outcome = ${NOT_OURS} where id = ${eventId} and handled_at is null`,
  )
}

/** What providers' notices said, when they are long done with; that they came stays, so that none counts twice. */
export function forgetNotices(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    update payment_events set details = '{}' where id = any(array(
      select id from payment_events
      where details <> '{}' and handled_at is not null and last_received_at < now() - make_interval(days => ${days})
      order by last_received_at, id limit ${limit} for update skip locked))`)
}
