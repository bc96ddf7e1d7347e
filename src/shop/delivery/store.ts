// Every SQL statement of the outbox.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { outsideFlags } from '#platform/jobs/outside.ts'

const LETTERS = ['newsletterConfirm', 'enquiryReceived', 'enquiryForOperator', 'withdrawalReceived'] as const
export type LetterTemplate = (typeof LETTERS)[number]
export type Template = 'delivery' | 'processing' | LetterTemplate

export function isLetter(template: Template): template is LetterTemplate {
  return (LETTERS as readonly Template[]).includes(template)
}

/** Promises a mail: the row and the job that sends it, in the transaction of what it tells. */
export function promiseMail(
  tx: Queryable,
  mail: {
    id: string
    messageId: string
    recipient: string
    locale: string
    template: Template
    data: Record<string, string>
  },
): Promise<number> {
  return tx.run(sql`
    with m as (
      insert into mails (id, message_id, recipient, locale, template, data)
      values (${mail.id}, ${mail.messageId}, ${mail.recipient}, ${mail.locale}, ${mail.template}, ${JSON.stringify(mail.data)}::jsonb)
      returning id
    )
    select graphile_worker.add_job('mail.send', json_build_object('mailId', id), flags => ${outsideFlags('mail')}::text[]) from m`)
}

export interface MailRow {
  id: string
  messageId: string
  recipient: string
  locale: string
  template: Template
  data: Record<string, string>
  sealed: Buffer | null
  state: 'queued' | 'sent' | 'kept'
  createdAt: Date
}

export function mailById(db: Queryable, id: string): Promise<MailRow | undefined> {
  return db.maybe<MailRow>(sql`
    select id, message_id as "messageId", recipient, locale, template, data, sealed, state, created_at as "createdAt"
    from mails where id = ${id}`)
}

/** The newest first. */
export function latestMails(db: Queryable, limit: number): Promise<MailRow[]> {
  return db.query<MailRow>(sql`
    select id, message_id as "messageId", recipient, locale, template, data, sealed, state, created_at as "createdAt"
    from mails order by created_at desc, id limit ${limit}`)
}

/** Keeps what was written; the first writing counts, so that a retry sends the same words. */
export function keepWriting(db: Queryable, id: string, sealed: Buffer): Promise<number> {
  return db.run(sql`update mails set sealed = ${sealed} where id = ${id} and sealed is null`)
}

export function markDone(db: Queryable, id: string, state: 'sent' | 'kept'): Promise<number> {
  return db.run(
    sql`update mails set state = ${state}, attempts = attempts + 1, sent_at = now() where id = ${id} and state = 'queued'`,
  )
}

export function countAttempt(db: Queryable, id: string): Promise<number> {
  return db.run(sql`update mails set attempts = attempts + 1 where id = ${id}`)
}
