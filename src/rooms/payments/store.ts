// The statements of a payment itself: its attempt, what its provider said, when it is asked again. Refunds, notices, methods,
// cards, money received or sent back by hand, and the nightly comparison have stores of their own beside it.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { KEYED } from '#platform/jobs/define.ts'
import { isUuid } from '#platform/uuid.ts'
import type { HeardState } from './credited.ts'
import { ASK } from './jobs.ts'
import type { CreatedPayment, Instruction, PaymentForm, PaymentState, SettledState } from './providers/provider.ts'

/** Amounts are hundredths of `currency`, whatever decimals that currency has. */
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
  /** The shopper's method and its fee. */
  methodId: number
  fee: number
  paidAmount: number | null
  /** What has gone back, to where it came from or to its member's balance. */
  refundedAmount: number
  /** The part of `refundedAmount` that went to the member's balance: the provider has that money still. */
  toBalance: number
  payableUntil: Date | null
  underWaySince: Date | null
  createdAt: Date
  /** Changes whenever something of this row does: an answer that was asked for earlier is then not recorded. */
  version: string
}

/** Another attempt at the same order. */
export function insertAttempt(
  tx: Queryable,
  attempt: {
    id: string
    orderId: string
    provider: string
    methodId: number
    amount: number
    fee: number
    currency: string
    /** When it is first asked about. */
    pollMs: number
  },
): Promise<number> {
  return tx.run(sql`
    insert into payments (id, order_id, provider, method_id, amount, fee, currency, poll_at)
    values (${attempt.id}, ${attempt.orderId}, ${attempt.provider}, ${attempt.methodId}, ${attempt.amount}, ${attempt.fee}, ${attempt.currency},
      now() + ${attempt.pollMs} * interval '1 millisecond')`)
}

/** `redirectUrl`: where the browser goes, the provider's page or the order. */
export function recordCreated(
  db: Queryable,
  id: string,
  created: CreatedPayment,
  redirectUrl: string,
): Promise<number> {
  const instructions = created.how === 'fields' ? JSON.stringify(created.instructions) : null
  const form = created.how === 'form' ? JSON.stringify(created.form) : null
  return db.run(sql`
    update payments set provider_ref = ${created.providerRef}, redirect_url = ${redirectUrl},
      instructions = ${instructions}::jsonb, form = ${form}::jsonb, updated_at = clock_timestamp() where id = ${id}`)
}

/** The provider said no: nothing was opened, nothing will come. */
export function recordRefused(db: Queryable, id: string): Promise<number> {
  return db.run(
    sql`update payments set state = 'failed', poll_at = null, updated_at = clock_timestamp() where id = ${id} and state = 'created'`,
  )
}

/** A moment that lies ahead by more than this was noted before the database's clock was set back: nothing waits for it. */
const SET_BACK = fragment`interval '1 minute'`

/** Longer than any call of a provider lasts. */
const OPENING_SECONDS = 12

/**
 * Takes it on oneself to ask the provider for an attempt that has no page yet. Whoever made the row has it first; it is
 * free again when that ended without an answer, or after OPENING_SECONDS when that process died. Answers whether one got it.
 */
export async function claimOpening(db: Queryable, id: string): Promise<boolean> {
  const claimed = await db.run(sql`
    update payments set updated_at = clock_timestamp()
    where id = ${id} and state = 'created' and redirect_url is null
      and (updated_at < clock_timestamp() - ${OPENING_SECONDS} * interval '1 second' or updated_at > clock_timestamp() + ${SET_BACK})`)
  return claimed === 1
}

/** The provider gave no answer: anybody may ask again, now. */
export function endOpening(db: Queryable, id: string): Promise<number> {
  return db.run(
    sql`update payments set updated_at = 'epoch' where id = ${id} and state = 'created' and redirect_url is null`,
  )
}

export interface ToDo {
  instructions: Instruction[] | null
  form: PaymentForm | null
}

/**
 * What the payer of an order that waits must do, as the newest attempt by its method says (a page of another may have been
 * opened since); nothing where there is a page for it.
 */
export async function toDoOf(db: Queryable, order: { id: string; paymentMethod: number }): Promise<ToDo> {
  const row = await db.maybe<ToDo & { state: string }>(sql`
    select instructions, form, state from payments where order_id = ${order.id} and method_id = ${order.paymentMethod}
    order by created_at desc, id limit 1`)
  const waits = row?.state === 'created' || row?.state === 'pending'
  return waits ? { instructions: row.instructions, form: row.form } : NOTHING
}

const NOTHING: ToDo = { instructions: null, form: null }

/** The columns of a PaymentRow. */
export const PAYMENT = fragment`id, order_id as "orderId", provider, provider_ref as "providerRef", redirect_url as "redirectUrl", state, amount, currency, method_id as "methodId", fee,
      paid_amount as "paidAmount", refunded_amount as "refundedAmount", to_balance as "toBalance", payable_until as "payableUntil", under_way_since as "underWaySince", created_at as "createdAt",
      extract(epoch from updated_at)::text as version`

export function paymentById(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return db.maybe<PaymentRow>(sql`
    select ${PAYMENT} from payments where id = ${id}`)
}

/** Whether this is an attempt to pay by this provider; also of what is no id. */
export async function isAttemptOf(db: Queryable, provider: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.query(sql`select 1 from payments where id = ${id} and provider = ${provider}`)).length > 0
}

/** The attempts of an order, the newest first. */
export function paymentsOf(db: Queryable, orderId: string): Promise<PaymentRow[]> {
  return db.query<PaymentRow>(sql`
    select ${PAYMENT} from payments where order_id = ${orderId} order by created_at desc, id limit 50`)
}

/** Whether what was last heard of its state was said in these words. */
export async function isInWords(db: Queryable, id: string, words: string): Promise<boolean> {
  return (await db.query(sql`select 1 from payments where id = ${id} and raw_state = ${words}`)).length > 0
}

/** Nothing more happens by itself. A dispute is decided one day, and a state that nobody knows must become one. */
const FINAL: SettledState[] = ['completed', 'failed', 'cancelled', 'expired', 'refunded', 'lost']

/** Condition on a refund `r`: the provider was asked for it and makes it, or will. Refunds that people make are not asked about. */
const UNDER_WAY = fragment`r.destination = 'source' and r.state in ('asked', 'pending') and not exists (select from refund_tasks where refund_id = r.id)`

/**
 * What the provider itself said when it was asked about `payment` as we knew it then, and that the notices are handled
 * which it confirms. The provider's reference is learned here when the answer to the creation was lost. False: somebody
 * recorded another answer meanwhile, and this one may be the older of the two: ask again.
 */
export async function recordState(
  tx: Transaction,
  payment: Pick<PaymentRow, 'id' | 'version'>,
  state: HeardState,
  confirmed: number[],
): Promise<boolean> {
  // That somebody at the provider has decided is told by one notice, and that one may be lost.
  const final = FINAL.includes(state.state) && state.refund !== 'pending' && !state.inReview
  const rows = await tx.query(sql`
    with p as (
      update payments set state = ${state.state}, raw_state = left(${state.rawState}, 200), paid_amount = ${state.amountMinor},
        refunded_amount = ${state.refundedMinor}, to_balance = ${state.toBalance}, provider_ref = coalesce(provider_ref, nullif(${state.providerRef}, '')),
        payable_until = coalesce(${state.payableUntil ?? null}::timestamptz, payable_until), answer_until = ${state.answerUntil ?? null}::timestamptz,
        under_way_since = case when ${state.state} = 'processing' then coalesce(under_way_since, now()) else under_way_since end,
        poll_at = case
          -- Money is on its way back, and not in this answer yet: asked about as long as enqueueDuePolls asks.
          when ${state.refund === 'pending'} and created_at > now() - interval '30 days' or exists (
            select from refunds r where r.payment_id = payments.id and ${UNDER_WAY}
              and r.refunded_before + r.amount > ${state.toSource} and r.updated_at > now() - interval '180 days'
          ) then coalesce(poll_at, now() + interval '1 minute')
          when ${final} and not exists (select from payment_events where payment_id = payments.id and handled_at is null and id <> all(${confirmed}::bigint[])) then null
          -- What is asked about no more stays so until something of it has changed.
          when (state, raw_state) is distinct from (${state.state}, left(${state.rawState}, 200)) then coalesce(poll_at, now() + interval '1 minute')
          else poll_at end,
        updated_at = case when (state, paid_amount, refunded_amount) is distinct from (${state.state}, ${state.amountMinor}::bigint, ${state.refundedMinor}::bigint)
          then clock_timestamp() else updated_at end
      where id = ${payment.id} and extract(epoch from updated_at)::text = ${payment.version}
      returning id, order_id
    ), e as (
      update payment_events set handled_at = now(), outcome = ${state.state}
      where id = any(${confirmed}::bigint[]) and handled_at is null and exists (select from p)
    )
    select id from p`)
  return rows.length === 1
}

/** Whether a contested payment wants an answer until another time than when it was last heard of. */
export async function isWantedByAnotherTime(tx: Transaction, id: string, until: Date | undefined): Promise<boolean> {
  if (!until) return false
  const rows = await tx.query(sql`
    select 1 from payments where id = ${id} and answer_until is distinct from ${until}::timestamptz`)
  return rows.length > 0
}

/**
 * The answer contradicts what is known of the payment: that stays, and the provider is asked again until both agree. The
 * notices that it confirms are handled. False: as recordState.
 */
export async function keepState(
  tx: Transaction,
  payment: Pick<PaymentRow, 'id' | 'version'>,
  state: Pick<PaymentState, 'state'>,
  confirmed: number[],
): Promise<boolean> {
  const rows = await tx.query(sql`
    with p as (
      update payments set poll_at = coalesce(poll_at, now() + interval '1 minute')
      where id = ${payment.id} and extract(epoch from updated_at)::text = ${payment.version}
      returning id
    ), e as (
      update payment_events set handled_at = now(), outcome = ${`contradicted: ${state.state}`}
      where id = any(${confirmed}::bigint[]) and handled_at is null and exists (select from p)
    )
    select id from p`)
  return rows.length === 1
}

/**
 * A person has accepted its money as it came: in this currency, and what came is the price, as is what of it has gone back. An answer
 * that is on its way is asked for again.
 */
export function acceptCurrency(tx: Transaction, id: string, currency: string): Promise<number> {
  return tx.run(
    sql`update payments set currency = ${currency}, amount = paid_amount, surplus_back = 0, price_back = refunded_amount, updated_at = clock_timestamp() where id = ${id} and currency <> ${currency}`,
  )
}

/**
 * Payments that are due to be asked about: each becomes a job of its own, and is put off in the same statement, so that no
 * two instances ask for the same: 1, 2, 4 … minutes apart, an hour at most in the first two days, then six hours, after
 * two weeks a day. There is no end as long as money may come, go back or be contested: for open pages 30 days, for what
 * the provider has not decided, not sent back or not confirmed half a year. Answers how many.
 */
export function enqueueDuePolls(db: Queryable, limit: number): Promise<number> {
  return db.run(sql`
    with due as (
      select id from payments where poll_at <= now() order by poll_at, id for update skip locked limit ${limit}
    ), taken as (
      update payments p set polls = polls + 1,
        poll_at = case when now() < greatest(
            case when p.provider_ref is null then p.created_at + interval '2 days' else p.created_at + interval '30 days' end,
            p.payable_until + interval '7 days',
            case when p.state in ('processing', 'disputed', 'unknown') then p.updated_at + interval '180 days' end,
            (select max(r.updated_at) + interval '180 days' from refunds r where r.payment_id = p.id and ${UNDER_WAY}),
            (select max(last_received_at) + interval '180 days' from payment_events where payment_id = p.id and handled_at is null))
          then now() + least(power(2, least(polls, 11)) * interval '1 minute', case
            when p.created_at > now() - interval '2 days' then interval '1 hour'
            when p.created_at > now() - interval '14 days' then interval '6 hours'
            else interval '1 day' end) end
      from due where p.id = due.id
      returning p.id, p.provider
    )
    select graphile_worker.add_job(${ASK.name}, json_build_object('paymentId', id), job_key => 'ask ' || id, max_attempts => 3,
      flags => array['outside', 'outside:' || provider, ${KEYED}::text]) from taken`)
}

/** Shoppers may ask as often as they like: the provider is asked about a payment once in this time. */
const ASK_SECONDS = 2

/** Takes it on oneself to ask; false when somebody has just done so. */
export async function claimAsking(db: Queryable, id: string): Promise<boolean> {
  const claimed = await db.run(sql`
    update payments set asked_at = now() where id = ${id} and (asked_at is null or asked_at < now() - ${ASK_SECONDS} * interval '1 second' or asked_at > now() + ${SET_BACK})`)
  return claimed === 1
}

/** All payments of an order are asked about at the next look. */
export function askNow(tx: Queryable, orderId: string): Promise<number> {
  return tx.run(sql`update payments set poll_at = now(), polls = 0 where order_id = ${orderId}`)
}
