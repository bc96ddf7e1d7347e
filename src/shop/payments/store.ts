// Every SQL statement of payments.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { PaymentState, SettledState, WebhookNotice } from './providers/provider.ts'

export interface PaymentRow {
  id: string
  orderId: string
  provider: string
  providerRef: string | null
  redirectUrl: string | null
  /** `created` until the provider has said anything. */
  state: SettledState | 'created'
  amount: number
  currency: string
  createdAt: Date
  /** Changes whenever something of this row does: an answer that was asked for earlier is then not recorded. */
  version: string
}

/** Another attempt at the same order. */
export function insertAttempt(
  tx: Queryable,
  attempt: { id: string; orderId: string; provider: string; amount: number; currency: string; pollAt: Date },
): Promise<number> {
  return tx.run(sql`
    insert into payments (id, order_id, provider, amount, currency, poll_at)
    values (${attempt.id}, ${attempt.orderId}, ${attempt.provider}, ${attempt.amount}, ${attempt.currency}, ${attempt.pollAt})`)
}

export function recordCreated(
  db: Queryable,
  id: string,
  created: { providerRef: string; redirectUrl: string },
): Promise<number> {
  return db.run(sql`
    update payments set provider_ref = ${created.providerRef}, redirect_url = ${created.redirectUrl}, updated_at = clock_timestamp() where id = ${id}`)
}

/** The provider said no: nothing was opened, nothing will come. */
export function recordRefused(db: Queryable, id: string): Promise<number> {
  return db.run(
    sql`update payments set state = 'failed', poll_at = null, updated_at = clock_timestamp() where id = ${id} and state = 'created'`,
  )
}

/** Longer than any call of a provider lasts. */
const OPENING_SECONDS = 12

/**
 * Takes it on oneself to ask the provider for an attempt that has no page yet. Whoever made the row has it first; it is
 * free again when that ended without an answer, or after OPENING_SECONDS when that process died. Answers whether one got it.
 */
export async function claimOpening(db: Queryable, id: string): Promise<boolean> {
  const claimed = await db.run(sql`
    update payments set updated_at = clock_timestamp()
    where id = ${id} and state = 'created' and redirect_url is null and updated_at < clock_timestamp() - ${OPENING_SECONDS} * interval '1 second'`)
  return claimed === 1
}

/** The provider gave no answer: anybody may ask again, now. */
export function endOpening(db: Queryable, id: string): Promise<number> {
  return db.run(
    sql`update payments set updated_at = 'epoch' where id = ${id} and state = 'created' and redirect_url is null`,
  )
}

export function paymentById(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return db.maybe<PaymentRow>(sql`
    select id, order_id as "orderId", provider, provider_ref as "providerRef", redirect_url as "redirectUrl", state, amount, currency,
      created_at as "createdAt", extract(epoch from updated_at)::text as version
    from payments where id = ${id}`)
}

/** The attempts of an order, the newest first. */
export function paymentsOf(db: Queryable, orderId: string): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(sql`
    select id, order_id as "orderId", provider, provider_ref as "providerRef", redirect_url as "redirectUrl", state, amount, currency,
      created_at as "createdAt", extract(epoch from updated_at)::text as version
    from payments where order_id = ${orderId} order by created_at desc, id limit 50`)
}

/**
 * Stores a webhook and enqueues its handling, both or neither; a repetition of the event stores and enqueues nothing
 * (decision C4). Answers whether it was new.
 */
export async function storeEvent(db: Queryable, provider: string, notice: WebhookNotice): Promise<boolean> {
  const stored = await db.run(sql`
    with e as (
      insert into payment_events (provider, event_id, kind, provider_ref, attempt_id)
      values (${provider}, ${notice.eventId}, ${notice.kind}, ${notice.providerRef}, ${notice.attemptId})
      on conflict (provider, event_id) do nothing
      returning id
    )
    select graphile_worker.add_job('payment.event', json_build_object('eventId', id)) from e`)
  return stored === 1
}

export interface EventRow {
  id: number
  provider: string
  providerRef: string | null
  attemptId: string | null
  handledAt: Date | null
  payment: PaymentRow | null
}

/** A stored event with the payment that it is about, found by our own reference first. */
export async function eventById(db: Queryable, id: number): Promise<EventRow | undefined> {
  return db.maybe<EventRow>(sql`
    select e.id, e.provider, e.provider_ref as "providerRef", e.attempt_id as "attemptId", e.handled_at as "handledAt",
      case when p.id is null then null else json_build_object('id', p.id, 'orderId', p.order_id, 'provider', p.provider,
        'providerRef', p.provider_ref, 'redirectUrl', p.redirect_url, 'state', p.state, 'amount', p.amount, 'currency', p.currency,
        'version', extract(epoch from p.updated_at)::text) end as payment
    from payment_events e
    left join payments p on p.provider = e.provider and p.id = coalesce(
      -- What claims to be our reference may be anything.
      case when e.attempt_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.attempt_id::uuid end,
      (select id from payments where e.attempt_id is null and provider = e.provider and provider_ref = e.provider_ref))
    where e.id = ${id}`)
}

export function markHandled(db: Queryable, eventId: number, outcome: string): Promise<number> {
  return db.run(
    sql`update payment_events set handled_at = now(), outcome = ${outcome} where id = ${eventId} and handled_at is null`,
  )
}

const FINAL: SettledState[] = ['completed', 'failed', 'cancelled', 'expired', 'refunded', 'disputed']

/**
 * What the provider itself said when it was asked about `payment` as we knew it then, and that this event is handled by
 * it. The provider's reference is learned here when the answer to the creation was lost. Answers whether another attempt
 * than this one has been paid; undefined when somebody recorded another answer meanwhile: this one may be the older of
 * the two, so ask again.
 */
export function recordState(
  tx: Transaction,
  payment: Pick<PaymentRow, 'id' | 'version'>,
  state: PaymentState,
  eventId: number | null,
): Promise<{ paidByAnother: boolean } | undefined> {
  return tx.maybe<{ paidByAnother: boolean }>(sql`
    with p as (
      update payments set state = ${state.state}, paid_amount = ${state.amountMinor}, provider_ref = coalesce(provider_ref, nullif(${state.providerRef}, '')),
        poll_at = case when ${FINAL.includes(state.state)} then null else poll_at end,
        updated_at = case when (state, paid_amount) is distinct from (${state.state}, ${state.amountMinor}::bigint) then clock_timestamp() else updated_at end
      where id = ${payment.id} and extract(epoch from updated_at)::text = ${payment.version}
      returning id, order_id
    ), e as (
      update payment_events set handled_at = now(), outcome = ${state.state}
      where id = ${eventId}::bigint and handled_at is null and exists (select from p)
    )
    select exists (
      select from payments a where a.order_id = p.order_id and a.id <> p.id and a.state in ('completed', 'refunded', 'disputed')
    ) as "paidByAnother" from p`)
}

/**
 * Payments that are due to be asked about, put off at once so that no two instances ask for the same: 1, 2, 4 … 60
 * minutes apart, for two days after the attempt was made.
 */
export async function takeDuePolls(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with due as (
      select id from payments where poll_at <= now() order by poll_at, id for update skip locked limit ${limit}
    )
    update payments p set polls = polls + 1,
      poll_at = case when p.created_at < now() - interval '2 days' then null
        else now() + least(60, power(2, least(polls, 10))) * interval '1 minute' end
    from due where p.id = due.id
    returning p.id`)
  return rows.map((row) => row.id)
}
