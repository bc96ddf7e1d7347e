// The SQL statements of the list of mails. A mail that is queued and that no job will try any more has failed.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { namesByUuid } from '#platform/database/names.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { IS_UUID } from '#platform/database/uuid.ts'
import { mailboxOf } from '#platform/mailbox.ts'
import { SEND_MAIL } from '#rooms/mail/jobs.ts'

type State = 'waiting' | 'failed' | 'sent' | 'kept' | 'lapsed'

export interface ListedMail extends Record<string, unknown> {
  id: string
  recipient: string
  locale: string
  template: string
  state: State
  attempts: number
  createdAt: Date
  sentAt: Date | null
  isWritten: boolean
  orderId: string | null
  orderNo: string | null
  /** The database's microseconds, for `AfterMail`. */
  at: string
}

export interface AfterMail {
  at: string
  id: string
}

export interface MailsWanted {
  state?: State | undefined
  /** An address, by whichever case it is written. */
  recipient?: string | undefined
  /** Of mails to that address these alone. */
  templates?: readonly string[] | undefined
  orderNo?: string | undefined
  id?: string | undefined
}

const NEWEST: AfterMail = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Of the mails that jobs will still try; read once, however many mails are compared with it. */
const TRIED = fragment`select j.payload ->> 'mailId' from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'mail.send' and j.payload ->> 'mailId' is not null and (j.attempts < j.max_attempts or j.locked_at is not null)`

const LISTED = fragment`select m.id, m.recipient, m.locale, m.template, m.attempts, m.created_at as "createdAt", m.sent_at as "sentAt",
  m.sealed is not null as "isWritten", o.id as "orderId", o.order_no as "orderNo",
  to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  case when m.state <> 'queued' then m.state when m.id::text in (${TRIED}) then 'waiting' else 'failed' end as state
  from`
const BESIDE = fragment`left join orders o
  on o.id = case when m.data ->> 'orderId' ${IS_UUID} then (m.data ->> 'orderId')::uuid end
  order by m.created_at desc, m.id desc`

/** Written out: each statement finds the index of its state. */
const IN_STATE = {
  sent: fragment`state = 'sent'`,
  kept: fragment`state = 'kept'`,
  lapsed: fragment`state = 'lapsed'`,
  any: fragment`true`,
}

/** The newest first. */
export function listMails(
  db: Queryable,
  { state, recipient, templates, orderNo, id }: MailsWanted,
  { after = NEWEST, limit }: { after?: AfterMail | undefined; limit: number },
): Promise<ListedMail[]> {
  if (recipient !== undefined || orderNo !== undefined || id !== undefined)
    return fewMails(db, { state, recipient, templates, orderNo, id }, { after, limit })
  if (state === 'waiting' || state === 'failed')
    return db.query<ListedMail>(sql`
      ${LISTED} (
        select * from mails
        where state = 'queued' and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
          and (id::text in (${TRIED})) = ${state === 'waiting'}
        order by created_at desc, id desc limit ${limit}
      ) m ${BESIDE}`)
  return db.query<ListedMail>(sql`
    ${LISTED} (
      select * from mails where ${IN_STATE[state ?? 'any']} and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      order by created_at desc, id desc limit ${limit}
    ) m ${BESIDE}`)
}

/** To one address, about one order, or one: what else is wanted is looked for among them. */
function fewMails(
  db: Queryable,
  { state, recipient, templates, orderNo, id }: MailsWanted,
  { after, limit }: { after: AfterMail; limit: number },
): Promise<ListedMail[]> {
  return db.query<ListedMail>(sql`
    ${LISTED} (
      select * from mails
      where id = any(array(
          select id from mails where id = ${id ?? null}
          union all
          select id from mails where mailbox = ${recipient === undefined ? null : mailboxOf(recipient)} and lower(recipient) = ${recipient ?? null}
            and (${templates ?? null}::text[] is null or template = any(${templates ?? null}::text[]))
          union all
          select id from mails where data ? 'orderId' and data ->> 'orderId' = (select id::text from orders where order_no = ${orderNo ?? null})))
        and (${state ?? null}::text is null or (case
          when state <> 'queued' then state when id::text in (${TRIED}) then 'waiting' else 'failed' end) = ${state ?? null})
        and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      order by created_at desc, id desc limit ${limit}
    ) m ${BESIDE}`)
}

export interface MailJob extends Record<string, unknown> {
  id: number
  attempts: number
  maxAttempts: number
  runAt: Date
  isRunning: boolean
  error: string | null
}

/** What sends it; the one that will still be tried before one that will not. */
export function jobOfMail(db: Queryable, mailId: string): Promise<MailJob | undefined> {
  return db.maybe<MailJob>(sql`
    select j.id::int8 as id, j.attempts::int as attempts, j.max_attempts::int as "maxAttempts", j.run_at as "runAt",
      j.locked_at is not null as "isRunning", j.last_error as error
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${SEND_MAIL.name} and j.payload ->> 'mailId' = ${mailId}
    order by j.attempts < j.max_attempts desc, j.id desc limit 1`)
}

/** A word that is another after anything that happened to the mail, or to what sends it. */
export async function seenOfMail(db: Queryable, mailId: string): Promise<string> {
  const { seen } = await db.one<{ seen: string }>(sql`
    select md5(concat_ws(' ', (select concat_ws(' ', state, attempts, sent_at) from mails where id = ${mailId}),
      (select string_agg(concat_ws(':', j.id, j.attempts, j.run_at, j.updated_at, j.locked_at), ',' order by j.id)
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = ${SEND_MAIL.name} and j.payload ->> 'mailId' = ${mailId}::text))) as seen`)
  return seen
}

export interface LockedMail extends Record<string, unknown> {
  state: string
  template: string
  recipient: string
  /** Of the last mail to a member whose account is closed: who he was. */
  formerMember: string | null
}

/** Neither it nor what sends it changes until the transaction ends. Answers its state, as its row has it. */
export async function lockMail(tx: Transaction, id: string): Promise<LockedMail | undefined> {
  const mail = await tx.maybe<LockedMail>(sql`
    select state, template, recipient, case when template = 'accountClosed' then data ->> 'memberId' end as "formerMember"
    from mails where id = ${id} for update`)
  await tx.run(sql`
    select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = ${SEND_MAIL.name} and j.payload ->> 'mailId' = ${id} for update of j`)
  return mail
}

/** To whom those of these mails that are kept went, by id. */
export const mailRecipients = namesByUuid(
  (ids) => sql`
    select id, recipient as name from mails where id = any(${ids}::uuid[])
    order by id`,
)
