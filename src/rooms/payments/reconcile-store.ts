// Every SQL statement of the nightly comparison with the providers' own lists.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ListedMovement } from './providers/provider.ts'
import { PAYMENT, type PaymentRow } from './store.ts'

export type Stage = 'list' | 'unlisted' | 'ask' | 'open'

export interface Run {
  provider: string
  stage: Stage
  cursor: string | null
  from: Date
  to: Date
  /** So far. */
  seen: number
  asked: number
  unanswered: number
}

/** Of providers that the shop has not known before, since when it does. */
export function knowProviders(db: Queryable, providers: readonly string[]): Promise<number> {
  return db.run(
    sql`insert into reconciliations (provider) select unnest(${providers}::text[]) on conflict (provider) do nothing`,
  )
}

/** Lists may be some hours behind (PayPal's: three), and what is new is still on its way to us. */
const LAG_HOURS = 4
/** What came late onto a list is seen the next night. */
const OVERLAP_HOURS = 48
/** Where nothing was compared for long, so many days back (PayPal has 31 in one question, we cut them anyway). */
const MOST_DAYS = 31

/**
 * Begins tonight's comparison with each of these that is due: at night, or when the last began more than 25 hours ago,
 * because nobody was there at night, or lies ahead, for the clock was set back since; `now`: whatever the hour, and up to this
 * moment. One that is still under way goes on as it was, unless it has not ended for two days: then it begins anew. Answers whose
 * jobs are to run.
 */
export async function beginDue(
  tx: Transaction,
  providers: readonly { name: string; lists: boolean }[],
  now: boolean,
): Promise<string[]> {
  const due = await tx.query<{ provider: string }>(sql`
    with p as (select * from jsonb_to_recordset(${JSON.stringify(providers)}::jsonb) as p(name text, lists boolean)),
      due as (
        select r.provider from reconciliations r join p on p.name = r.provider
        where ${now} or coalesce(began_at, since) < now() - interval '25 hours' or began_at > now() + interval '1 hour'
          or (extract(hour from now() at time zone 'utc') = 2 and coalesce(began_at, since) < now() - interval '20 hours')
        order by r.provider for update of r
      ), begun as (
        update reconciliations r set stage = case when p.lists then 'list' else 'ask' end, cursor = null, began_at = now(),
          from_at = greatest(coalesce(least(r.finished_to, now()) - make_interval(hours => ${OVERLAP_HOURS}), now() - interval '7 days'), now() - make_interval(days => ${MOST_DAYS})),
          to_at = now() - make_interval(hours => ${now ? 0 : LAG_HOURS}), seen = 0, asked = 0, unanswered = 0
        from due join p on p.name = due.provider
        where r.provider = due.provider and (r.stage is null or r.began_at < now() - interval '2 days')
        returning r.provider
      ), unsaid as (
        update payment_differences d set listed_as_known = null from begun
        where d.provider = begun.provider and d.gone_at is null and d.listed_as_known is not null
      )
    select provider from due order by provider`)
  return due.map(({ provider }) => provider)
}

/** The comparison that is under way. */
export function runOf(db: Queryable, provider: string): Promise<Run | undefined> {
  return db.maybe<Run & Record<string, unknown>>(sql`
    select provider, stage, cursor, from_at as "from", to_at as "to", seen, asked, unanswered
    from reconciliations where provider = ${provider} and stage is not null`)
}

/** How far it has come; false: somebody else was faster. `to` null: all is compared. */
export async function advance(
  tx: Transaction,
  run: Run,
  to: { stage: Stage; cursor: string | null } | null,
  did: { seen: number; asked: number; unanswered: number },
): Promise<boolean> {
  const moved = await tx.run(sql`
    update reconciliations set stage = ${to?.stage ?? null}, cursor = ${to?.cursor ?? null},
      seen = seen + ${did.seen}, asked = asked + ${did.asked}, unanswered = unanswered + ${did.unanswered},
      finished_at = case when ${to === null} then now() else finished_at end,
      finished_to = case when ${to === null} then to_at else finished_to end
    where provider = ${run.provider} and stage = ${run.stage} and cursor is not distinct from ${run.cursor}`)
  return moved === 1
}

export interface Progress {
  provider: string
  finishedAt: Date | null
  /** Since it was compared to the end, or since the shop knows it. */
  ageSeconds: number
}

export function progress(db: Queryable, providers: readonly string[]): Promise<Progress[]> {
  return db.query<Progress & Record<string, unknown>>(sql`
    select provider, finished_at as "finishedAt", extract(epoch from now() - coalesce(finished_at, since))::float as "ageSeconds"
    from reconciliations where provider = any(${providers}::text[]) order by provider`)
}

/** The payments that these lines of a list are about, by our reference or the provider's; those that we have. */
export async function paymentsListed(
  db: Queryable,
  provider: string,
  movements: readonly ListedMovement[],
): Promise<(movement: ListedMovement) => PaymentRow | undefined> {
  const attempts = movements.flatMap(({ attemptId }) => (attemptId && isUuid(attemptId) ? [attemptId] : []))
  const refs = movements.map(({ providerRef }) => providerRef)
  const rows = await db.query<PaymentRow & Record<string, unknown>>(sql`
    select ${PAYMENT} from payments where provider = ${provider} and (id = any(${attempts}::uuid[]) or provider_ref = any(${refs}::text[]))`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byRef = new Map(rows.map((row) => [row.providerRef, row]))
  return ({ attemptId, providerRef }) => (attemptId === null ? byRef.get(providerRef) : byId.get(attemptId))
}

/** They are on the provider's list as we know them. */
export function markListed(db: Queryable, ids: readonly string[]): Promise<number> {
  return db.run(sql`update payments set listed_at = now() where id = any(${ids}::uuid[]) and listed_at is null`)
}

export async function isListed(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from payments where id = ${id} and listed_at is not null`)
  return rows.length > 0
}

export interface ToAsk extends Record<string, unknown> {
  id: string
  /** Its provider's list should have had it. */
  isMissing: boolean
}

/**
 * Attempts of the last week that are asked about one by one, in the order in which they were made, after `cursor` (one of
 * their ids).
 */
export function attemptsAfter(db: Queryable, { provider, to, cursor }: Run, limit: number): Promise<ToAsk[]> {
  return db.query<ToAsk>(sql`
    select id, false as "isMissing" from payments
    where provider = ${provider} and created_at >= now() - interval '7 days' and created_at <= ${to}
      and (${cursor}::uuid is null or (created_at, id) > (select created_at, id from payments where id = ${cursor}::uuid))
    order by created_at, id limit ${limit}`)
}

/**
 * Where there is a list, the same of those that paid and were not on it within a day, and of those of which money went
 * back since the last comparison.
 */
export function unlistedAfter(db: Queryable, run: Run, limit: number): Promise<ToAsk[]> {
  const { provider, cursor } = run
  return db.query<ToAsk>(sql`
    select p.id, m.is_missing as "isMissing" from payments p join reconciliations r on r.provider = p.provider
      cross join lateral (select p.listed_at is null and p.paid_amount > 0 and p.created_at >= r.since
        and p.updated_at < r.to_at - interval '20 hours' as is_missing) m
    where p.provider = ${provider} and p.created_at >= now() - interval '40 days' and (
        m.is_missing or exists (select from refunds where payment_id = p.id and state = 'done' and updated_at >= r.from_at))
      and (${cursor}::uuid is null or (p.created_at, p.id) > (select created_at, id from payments where id = ${cursor}::uuid))
    order by p.created_at, p.id limit ${limit}`)
}

export interface DifferenceRow {
  id: number
  provider: string
  what: string
  ref: string
  paymentId: string | null
  details: Record<string, unknown>
  /** Another word once its figures are others. */
  seen: string
  foundAt: Date
  toldAt: Date | null
  listedAsKnown: boolean | null
}

const DIFFERENCE = fragment`id, provider, what, ref, payment_id as "paymentId", details, left(md5(details::text), 8) as seen, found_at as "foundAt", told_at as "toldAt", listed_as_known as "listedAsKnown"`

/**
 * What says nothing of the money where a notice is not confirmed: by which names and since when it came, for what was told may be
 * told by another notice, and that an open page has ended.
 */
const BESIDE_THE_MONEY = fragment`#- '{theirs,notices}' #- '{theirs,since}' #- '{ours,state}'`

/** Whether what a notice says is one fact by whatever name it comes: not a refund of no sum nor a dispute of no name, for another may follow. */
const IS_ONE_FACT = fragment`(details #>> '{theirs,state}' not in ('refunded', 'disputed') or details -> 'theirs' ?| array['back', 'dispute'])`

/**
 * Notes a difference, once however often it is found; what was told of it stays until that is told anew. One that a person
 * has settled is another when it says something else.
 */
export async function noteDifference(
  db: Queryable,
  found: { provider: string; what: string; ref: string; paymentId?: string; details: object },
): Promise<DifferenceRow> {
  await db.run(sql`
    update payment_differences set gone_at = now()
    where provider = ${found.provider} and what = ${found.what} and ref = ${found.ref} and gone_at is null
      and settled_at is not null and case when what = 'notConfirmed' and ${IS_ONE_FACT}
        then (details ${BESIDE_THE_MONEY}) <> (${JSON.stringify(found.details)}::jsonb ${BESIDE_THE_MONEY})
        else details <> ${JSON.stringify(found.details)}::jsonb end`)
  return db.one<DifferenceRow & Record<string, unknown>>(sql`
    insert into payment_differences as d (provider, what, ref, payment_id, details)
    values (${found.provider}, ${found.what}, ${found.ref}, ${found.paymentId ?? null}, ${JSON.stringify(found.details)}::jsonb)
    on conflict (provider, what, ref) where gone_at is null do update set details = case when d.told_at is null then excluded.details else d.details end
    returning ${DIFFERENCE}`)
}

/** The operator is told just this of it from now on: answers it as it is then. Undefined: he was. */
export function markTold(tx: Transaction, id: number, details: object): Promise<DifferenceRow | undefined> {
  return tx.maybe<DifferenceRow & Record<string, unknown>>(sql`
    update payment_differences set told_at = now(), details = ${JSON.stringify(details)}::jsonb
    where id = ${id} and gone_at is null and settled_at is null and (told_at is null or details <> ${JSON.stringify(details)}::jsonb)
    returning ${DIFFERENCE}`)
}

/** It is no more; false: somebody else has noted it. */
export async function markGone(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.run(sql`update payment_differences set gone_at = now() where id = ${id} and gone_at is null`)) === 1
}

/** Those of a provider that nobody has settled, oldest first, after `cursor` (an id). */
export function openDifferences(
  db: Queryable,
  provider: string | null,
  cursor: string | null,
  limit: number,
): Promise<DifferenceRow[]> {
  return db.query<DifferenceRow & Record<string, unknown>>(sql`
    select ${DIFFERENCE} from payment_differences
    where gone_at is null and settled_at is null and (${provider}::text is null or provider = ${provider}) and id > ${Number(cursor ?? 0)}
    order by id limit ${limit}`)
}

/** Those that wait for a person, the oldest first; not those that are only expected. */
export function waitingDifferences(db: Queryable, limit: number): Promise<DifferenceRow[]> {
  return db.query<DifferenceRow & Record<string, unknown>>(sql`
    select ${DIFFERENCE} from payment_differences
    where gone_at is null and settled_at is null and (what <> 'unknownHere' or told_at is not null)
    order by id limit ${limit}`)
}

/**
 * What a page of the list says of these payments where it has had them otherwise: whether as they are known. What one page has
 * otherwise is not as known by what another says.
 */
export function noteListedAs(db: Queryable, paymentIds: readonly string[], asKnown: boolean): Promise<number> {
  return db.run(sql`
    update payment_differences set listed_as_known = ${asKnown} and listed_as_known is not false
    where payment_id = any(${paymentIds}::uuid[]) and what = 'listedOtherwise' and gone_at is null and settled_at is null`)
}

/** The list could not be read to its end. */
export function forgetListedAs(db: Queryable, provider: string): Promise<number> {
  return db.run(sql`
    update payment_differences set listed_as_known = null
    where provider = ${provider} and gone_at is null and listed_as_known is not null`)
}

/** The payment of one that is open; null: it has none here, or there is no such difference. */
export async function paymentOfDifference(db: Queryable, id: number): Promise<string | null> {
  const row = await db.maybe<{ paymentId: string | null }>(sql`
    select payment_id as "paymentId" from payment_differences where id = ${id} and gone_at is null and settled_at is null`)
  return row?.paymentId ?? null
}

/** One that is open, which stays as it is until the transaction ends. */
export function lockDifference(tx: Transaction, id: number): Promise<DifferenceRow | undefined> {
  return tx.maybe<DifferenceRow & Record<string, unknown>>(sql`
    select ${DIFFERENCE} from payment_differences where id = ${id} and gone_at is null and settled_at is null for update`)
}

/** A person has dealt with it. */
export function markSettled(tx: Transaction, id: number, by: { actor: string; reason: string }): Promise<number> {
  return tx.run(sql`
    update payment_differences set settled_at = now(), settled_by = ${by.actor}, settled_reason = ${by.reason} where id = ${id}`)
}
