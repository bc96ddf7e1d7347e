// Every SQL statement of what is told besides by mail. A message names its alerts: what they say is read when it is sent.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { SPELLED_OUT } from './letter.ts'
import type { UntoldAlert } from './store.ts'

export interface NewMessage {
  id: string
  channel: string
  /** Null: a test. */
  kind: string | null
  alertIds: readonly number[]
}

export function addMessage(tx: Queryable, { id, channel, kind, alertIds }: NewMessage): Promise<number> {
  return tx.run(sql`
    insert into alert_messages (id, channel, kind, alert_ids) values (${id}, ${channel}, ${kind}, ${alertIds.slice(0, SPELLED_OUT)}::bigint[])`)
}

export interface OpenMessage extends Record<string, unknown> {
  id: string
  channel: string
  kind: string | null
  at: Date
  tries: number
}

/** Undefined: it was taken or given up. */
export function openMessage(db: Queryable, id: string): Promise<OpenMessage | undefined> {
  return db.maybe<OpenMessage>(sql`
    select id, channel, kind, at, tries from alert_messages where id = ${id} and sent_at is null and given_up_at is null`)
}

/** Those of them that are still open, the newest first. */
export async function alertsOf(db: Queryable, messageId: string): Promise<UntoldAlert[]> {
  const rows = await db.query<Omit<UntoldAlert, 'at' | 'lastAt'> & { at: Date; lastAt: Date }>(sql`
    select a.subject, a.at, a.last_at as "lastAt", a.count, a.money, a.details,
      (select order_no from orders where id = a.order_id) as "orderNo"
    from alert_messages m join alerts a on a.id = any(m.alert_ids)
    where m.id = ${messageId} and a.resolved_at is null order by a.last_at desc, a.id desc`)
  return rows.map(({ at, lastAt, ...alert }) => ({ ...alert, at: at.toISOString(), lastAt: lastAt.toISOString() }))
}

export function noteSent(tx: Transaction, id: string): Promise<number> {
  return tx.run(
    sql`update alert_messages set sent_at = now(), tries = tries + 1, error = null where id = ${id} and sent_at is null`,
  )
}

/** Answers for how long the channel takes nothing, in seconds. */
export async function noteFailure(
  tx: Transaction,
  { id, channel }: Pick<OpenMessage, 'id' | 'channel'>,
  error: string,
  isLast: boolean,
): Promise<number> {
  await tx.run(sql`
    update alert_messages set tries = tries + 1, error = ${error}, failed_at = coalesce(failed_at, now()),
      given_up_at = case when ${isLast} then now() end
    where id = ${id} and sent_at is null and given_up_at is null`)
  const { seconds } = await tx.one<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(failed_at)), 0)::float as seconds from alert_messages m
    where channel = ${channel} and failed_at > coalesce((select max(sent_at) from alert_messages where channel = ${channel}), '-infinity')`)
  return seconds
}

/** Nothing has to be told of it any more, or nobody is left to tell. */
export function dropMessage(db: Queryable, id: string): Promise<number> {
  return db.run(sql`delete from alert_messages where id = ${id}`)
}

export interface ChannelState {
  sentAt: Date | null
  /** Since when it takes nothing; null: it does, or was never tried. */
  failedAt: Date | null
  error: string | null
}

export function stateOf(db: Queryable, channel: string): Promise<ChannelState> {
  return db.one<ChannelState & Record<string, unknown>>(sql`
    with sent as (select max(sent_at) as at from alert_messages where channel = ${channel}),
      failed as (
        select m.failed_at, m.error from alert_messages m, sent
        where m.channel = ${channel} and m.error is not null and m.failed_at > coalesce(sent.at, '-infinity')
      )
    select sent.at as "sentAt", (select min(failed_at) from failed) as "failedAt",
      (select error from failed order by failed_at desc limit 1) as error from sent`)
}

/** To the end of the transaction: who counts tests is alone with them. */
export async function lockTests(tx: Transaction, channel: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`alert tests ${channel}`}, 0))`)
}

/** In the last ten minutes. */
export async function testsOf(tx: Queryable, channel: string): Promise<number> {
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from alert_messages where channel = ${channel} and kind is null and at > now() - interval '10 minutes'`)
  return n
}

export function forgetMessages(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from alert_messages where id in (
      select id from alert_messages where at < now() - make_interval(days => ${days}) order by at, id limit ${limit})`)
}
