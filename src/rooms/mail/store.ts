// Every SQL statement of the outbox, but for those about the mails of one order (order-store.ts).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { PRIORITIES } from '#platform/jobs/define.ts'
import { outsideFlags } from '#platform/jobs/outside.ts'
import { type HeldAddress, mailboxOf } from '#platform/mailbox.ts'
import { SEND_MAIL } from './jobs.ts'
import { type OrderTemplate, type Template, urgencyOf } from './kinds.ts'

/** Who caused a mail, where that is a stranger's business. */
export interface MailAsker {
  /** Keyed hash of his network. */
  network: Buffer
  /** Whether he asks in a browser in which the recipient has signed in; undefined: there can be none yet. */
  isKnown?: boolean
}

const MOST = { hour: 3, day: 10 }
/** Of these, whoever asks from one network; and all of them together, where the rest waits for the recipient's own browsers. */
const MOST_OF_ONE = { hour: 2, day: 4 }
const MOST_OF_STRANGERS = { hour: 2, day: 6 }

/**
 * Whether one more mail of this kind may go to this mailbox now, by whichever of its addresses (decision D2: at most 3 an
 * hour and 10 a day of what strangers can cause). With an asker nobody uses up what its owner needs (docs/decisions/052).
 * Whoever asks for the same mailbox waits until this transaction ends.
 */
export async function mayMail(
  tx: Transaction,
  recipient: string,
  template: Template,
  asker?: MailAsker,
): Promise<boolean> {
  const mailbox = mailboxOf(recipient)
  await queueUp(tx, mailbox, template)
  const [all, strangers, one] = await countMails(tx, { mailbox, template, network: asker?.network })
  const below = (counted: Counted, most: Counted) => counted.hour < most.hour && counted.day < most.day
  if (!below(all, MOST) || !asker || asker.isKnown) return below(all, MOST)
  return below(one, MOST_OF_ONE) && (asker.isKnown === undefined || below(strangers, MOST_OF_STRANGERS))
}

/** Whether none of this kind went to this mailbox, or waits to go, since a day ago. Whoever asks for the same one waits, too. */
export async function isFirstInADay(tx: Transaction, recipient: string, template: Template): Promise<boolean> {
  const mailbox = mailboxOf(recipient)
  await queueUp(tx, mailbox, template)
  const [all] = await countMails(tx, { mailbox, template, network: undefined })
  return all.day === 0
}

const queueUp = (tx: Transaction, mailbox: string, template: Template) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${template} ${mailbox}`}, 0))`)

/** How many mails of this kind went to this mailbox, or wait to go, since an hour ago. */
export async function mailedThisHour(tx: Transaction, recipient: string, template: Template): Promise<number> {
  const [all] = await countMails(tx, { mailbox: mailboxOf(recipient), template, network: undefined })
  return all.hour
}

/** What the mails of this kind were about that went to this mailbox, or wait to go, since so many minutes ago. */
export async function mailedWithin(
  tx: Transaction,
  { recipient, template }: Pick<NewMail<Template>, 'recipient' | 'template'>,
  minutes: number,
): Promise<Record<string, string>[]> {
  const rows = await tx.query<{ data: Record<string, string> }>(sql`
    select data from mails
    where mailbox = ${mailboxOf(recipient)} and template = ${template} and created_at > now() - make_interval(mins => ${minutes}::int)
    order by created_at desc, id limit 1000`)
  return rows.map(({ data }) => data)
}

interface Counted {
  hour: number
  day: number
}

/** Counts the mails of the last hour and day: all, those that strangers caused, those that somebody of this network did. */
async function countMails(
  tx: Transaction,
  { mailbox, template, network }: { mailbox: string; template: Template; network: Buffer | undefined },
): Promise<[Counted, Counted, Counted]> {
  const row = await tx.one<Record<`${'all' | 'strangers' | 'one'}${'Hour' | 'Day'}`, number>>(sql`
    select count(*) filter (where is_new)::int as "allHour", count(*)::int as "allDay",
      count(asker) filter (where is_new)::int as "strangersHour", count(asker)::int as "strangersDay",
      count(*) filter (where is_new and asker = ${network ?? null}::bytea)::int as "oneHour",
      count(*) filter (where asker = ${network ?? null}::bytea)::int as "oneDay"
    from (
      select asker, created_at > now() - interval '1 hour' as is_new from mails
      where mailbox = ${mailbox} and template = ${template} and created_at > now() - interval '1 day'
    ) m`)
  return [
    { hour: row.allHour, day: row.allDay },
    { hour: row.strangersHour, day: row.strangersDay },
    { hour: row.oneHour, day: row.oneDay },
  ]
}

export interface NewMail<T extends Template = OrderTemplate> {
  id: string
  messageId: string
  recipient: string
  locale: string
  template: T
  data: Record<string, string>
  /** Network of the stranger who caused it, as `MailAsker` has it. */
  asker?: Buffer
}

/** A mail whose words are there already: `queued` for the mail server, or `kept` where there is none. */
export interface Written {
  sealed: Buffer
  state: 'queued' | 'kept'
}

/** Adds a mail with its words, as `promiseMail` adds one without; what is kept needs no job. */
export function keepMail(tx: Queryable, mail: NewMail, { sealed, state }: Written): Promise<number> {
  return tx.run(sql`
    with m as (
      insert into mails (id, message_id, recipient, mailbox, locale, template, data, sealed, state, attempts, sent_at)
      values (${mail.id}, ${mail.messageId}, ${mail.recipient}, ${mailboxOf(mail.recipient)}, ${mail.locale}, ${mail.template}, ${JSON.stringify(mail.data)}::jsonb,
        ${sealed}, ${state}, ${state === 'kept' ? 1 : 0}, case when ${state === 'kept'} then now() end)
      returning id, state
    )
    select graphile_worker.add_job(${SEND_MAIL.name}, json_build_object('mailId', id), flags => ${outsideFlags('mail')}::text[],
      priority => ${PRIORITIES[urgencyOf(mail.template)]}::int) from m where state = 'queued'`)
}

/** Promises a mail: the row and the job that sends it, in the transaction of what it tells. */
export function promiseMail(tx: Queryable, mail: NewMail<Template>): Promise<number> {
  return tx.run(sql`
    with m as (
      insert into mails (id, message_id, recipient, mailbox, locale, template, data, asker)
      values (${mail.id}, ${mail.messageId}, ${mail.recipient}, ${mailboxOf(mail.recipient)}, ${mail.locale}, ${mail.template}, ${JSON.stringify(mail.data)}::jsonb,
        ${mail.asker ?? null}::bytea)
      returning id
    )
    select graphile_worker.add_job(${SEND_MAIL.name}, json_build_object('mailId', id), flags => ${outsideFlags('mail')}::text[],
      priority => ${PRIORITIES[urgencyOf(mail.template)]}::int) from m`)
}

/** Whether the order's buyer was told this already. */
export async function wasTold(
  tx: Queryable,
  order: { id: string; deliveryEmail: string },
  template: Template,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from mails where mailbox = ${mailboxOf(order.deliveryEmail)} and template = ${template}
      and data ->> 'orderId' = ${order.id} and state <> 'lapsed' limit 1`)
  return rows.length > 0
}

/** What was mailed of this order to its address, or waits to be; the oldest first. */
export function mailsAbout(
  db: Queryable,
  order: { id: string; deliveryEmail: string },
): Promise<{ template: Template; createdAt: Date; sentAt: Date | null }[]> {
  return db.query(sql`
    select template, created_at as "createdAt", sent_at as "sentAt" from mails
    where mailbox = ${mailboxOf(order.deliveryEmail)} and data ->> 'orderId' = ${order.id} and state <> 'lapsed'
    order by created_at, id limit 100`)
}

export interface MailRow {
  id: string
  messageId: string
  recipient: string
  locale: string
  template: Template
  data: Record<string, string>
  sealed: Buffer | null
  state: 'queued' | 'sent' | 'kept' | 'lapsed'
  createdAt: Date
}

export function mailById(db: Queryable, id: string): Promise<MailRow | undefined> {
  return db.maybe<MailRow>(sql`
    select id, message_id as "messageId", recipient, locale, template, data, sealed, state, created_at as "createdAt"
    from mails where id = ${id}`)
}

/** The newest first, without those that nobody gets. */
export function latestMails(db: Queryable, limit: number): Promise<MailRow[]> {
  return db.query<MailRow>(sql`
    select id, message_id as "messageId", recipient, locale, template, data, sealed, state, created_at as "createdAt"
    from mails where state <> 'lapsed' order by created_at desc, id limit ${limit}`)
}

/** Keeps what was written; the first writing counts, so that a retry sends the same words. */
export function keepWriting(db: Queryable, id: string, sealed: Buffer): Promise<number> {
  return db.run(sql`update mails set sealed = ${sealed} where id = ${id} and sealed is null`)
}

/** Also one that has lapsed on its way to the mail server: it has gone out. */
export function markDone(db: Queryable, id: string, state: 'sent' | 'kept'): Promise<number> {
  return db.run(
    sql`update mails set state = ${state}, attempts = attempts + 1, sent_at = now() where id = ${id} and state in ('queued', 'lapsed')`,
  )
}

/** It is not sent any more. */
export function markLapsed(db: Queryable, id: string): Promise<number> {
  return db.run(sql`update mails set state = 'lapsed' where id = ${id} and state = 'queued'`)
}

export function countAttempt(db: Queryable, id: string): Promise<number> {
  return db.run(sql`update mails set attempts = attempts + 1 where id = ${id}`)
}

/** So long a mail that was not sent is counted as late, and stays to be seen: it is tried for four days, and failed after that. */
export const LATE_FOR = fragment`interval '7 days'`

/**
 * Mails older than this, with the keys in them: sent, kept, lapsed, or given up and counted as late for long enough. Answers how many
 * went, `limit` at most.
 */
export function forgetMails(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from mails where id = any(array(
      select id from mails
      where created_at < now() - make_interval(days => ${days}) and (state <> 'queued' or created_at < now() - ${LATE_FOR})
      order by created_at, id limit ${limit} for update skip locked))`)
}

/**
 * Jobs that gave up a mail which is gone, or is counted as late no more: nobody mends what kept it from being sent by then. Who
 * sends it by hand makes another. Answers how many went, `limit` at most.
 */
export async function forgetGivenUp(db: Queryable, limit: number): Promise<number> {
  const { jobs } = await db.one<{ jobs: number }>(sql`
    select count(*)::int as jobs from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${SEND_MAIL.name} and j.attempts >= j.max_attempts and j.locked_at is null
        and not exists (select from mails where id = (j.payload ->> 'mailId')::uuid and created_at > now() - ${LATE_FOR})
      order by j.id limit ${limit}))`)
  return jobs
}

/** From where mails were caused whose day is long over. */
export function forgetAskers(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    update mails set asker = null where id = any(array(
      select id from mails where asker is not null and created_at < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}

/** Mails that have waited for longer than any hiccup of a mail server. One that failed is counted for three days, not for ever. */
export async function overdueMails(db: Queryable): Promise<number> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from mails
    where state = 'queued' and created_at < now() - interval '5 minutes' and created_at > now() - ${LATE_FOR}`)
  return n
}

/** Whether the mail server has ever taken one. Looked for among the latest. */
export async function hasSent(db: Queryable): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(sql`
    select exists (select from (select state from mails order by created_at desc, id desc limit 1000) latest where state = 'sent') as yes`)
  return yes
}

/**
 * What was or is to be written to this address while it was somebody's. Not to its whole mailbox: what stands behind a `+` may be
 * another person's.
 */
export function deleteMailsTo(tx: Transaction, { email, since, until }: HeldAddress): Promise<number> {
  return tx.run(sql`
    delete from mails where mailbox = ${mailboxOf(email)} and lower(recipient) = lower(${email})
      and created_at <@ tstzrange(${since}, ${until}, '(]')`)
}

/** Whatever was written about these orders, to whichever address. */
export function deleteMailsAbout(tx: Transaction, orderIds: readonly string[]): Promise<number> {
  return tx.run(sql`delete from mails where data ? 'orderId' and data ->> 'orderId' = any(${orderIds}::text[])`)
}

/** Whatever was written of these tickets and enquiries, to whomever: what their writers wrote stands in it. */
export function deleteMailsOf(tx: Transaction, writingIds: readonly string[]): Promise<number> {
  return tx.run(sql`
    delete from mails where data ?| array['ticketId', 'enquiryId']
      and coalesce(data ->> 'ticketId', data ->> 'enquiryId') = any(${writingIds}::text[])`)
}

/**
 * Those to an address while it was somebody's, the oldest first: what about and when. The words themselves were sent to him, with
 * keys in them.
 */
export function mailsTo(db: Queryable, { email, since, until }: HeldAddress): Promise<object[]> {
  return db.query(sql`
    select template as about, recipient, locale, state, created_at as "createdAt", sent_at as "sentAt" from mails
    where mailbox = ${mailboxOf(email)} and lower(recipient) = lower(${email})
      and created_at <@ tstzrange(${since}, ${until}, '(]')
    order by created_at, id limit 100000`)
}
