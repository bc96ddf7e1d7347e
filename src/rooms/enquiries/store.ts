// The statements about enquiries and newsletter subscriptions, but for what is answered to an enquiry (answer-store.ts).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'

export interface EnquiryRow {
  id: string
  /** 1 sell to us, 2 wholesale. */
  type: number
  fillName: string
  email: string
  contact: string
  region: string
  message: string
  locale: string
}

/** 0: this enquiry is here already. */
export function addEnquiry(tx: Transaction, row: EnquiryRow): Promise<number> {
  return tx.run(sql`
    insert into enquiries (id, type, fill_name, email, contact, region, message, locale)
    values (${row.id}, ${row.type}, ${row.fillName}, ${row.email}, ${row.contact}, ${row.region}, ${row.message}, ${row.locale})
    on conflict (id) do nothing`)
}

/** Whether the enquiry of this id is this one, whatever language the page had. */
export async function isEnquiry(tx: Transaction, row: EnquiryRow): Promise<boolean> {
  const { is } = await tx.one<{ is: boolean }>(sql`
    select exists (
      select from enquiries where id = ${row.id} and type = ${row.type} and fill_name = ${row.fillName} and email = ${row.email}
        and contact = ${row.contact} and region = ${row.region} and message = ${row.message}
    ) as is`)
  return is
}

/** Until the transaction's end, enquiries from this address come one after the other. */
export function queueUp(tx: Transaction, email: string): Promise<number> {
  return tx.run(sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), 0))`)
}

/** Another enquiry from this address in the last ten minutes. */
export async function wroteLately(tx: Transaction, { id, email }: Pick<EnquiryRow, 'id' | 'email'>): Promise<boolean> {
  const { lately } = await tx.one<{ lately: boolean }>(sql`
    select exists (
      select from enquiries
      where created_at > now() - interval '10 minutes' and lower(email) = lower(${email}) and id <> ${id}
    ) as lately`)
  return lately
}

export function enquiryById(db: Queryable, id: string): Promise<EnquiryRow> {
  return db.one<EnquiryRow>(sql`
    select id, type, fill_name as "fillName", email, contact, region, message, locale from enquiries where id = ${id}`)
}

/**
 * Notes the wish for the newsletter. Answers the subscription that a confirmation is to be mailed for; none: it is
 * confirmed already, or was asked for within the last hour. One statement, so that many at once are one.
 */
export function askForNewsletter(
  tx: Transaction,
  wish: { id: string; email: string; locale: string },
): Promise<{ id: string } | undefined> {
  return tx.maybe<{ id: string }>(sql`
    insert into newsletter_subscriptions as s (id, email, locale, state) values (${wish.id}, ${wish.email}, ${wish.locale}, 'asked')
    on conflict (email) do update set state = 'asked', locale = excluded.locale, asked_at = now()
      where s.state <> 'confirmed' and s.asked_at <= now() - interval '1 hour'
    returning id`)
}

/** Who left within the hour in which he asked wants it again: the link that he was mailed then is good for that. */
export function askAgain(tx: Transaction, email: string): Promise<number> {
  return tx.run(sql`
    update newsletter_subscriptions set state = 'asked', left_at = null where email = ${email} and state = 'left'`)
}

/** Whether it waits for its mail to be answered. */
export async function waitsToBeConfirmed(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from newsletter_subscriptions where id = ${id} and state = 'asked' limit 1`)
  return rows.length > 0
}

/** 0: there is no such subscription (any more). */
export function confirmSubscription(db: Queryable, id: string): Promise<number> {
  return db.run(sql`
    update newsletter_subscriptions
    set state = 'confirmed', left_at = null, confirmed_at = case when state = 'confirmed' then confirmed_at else now() end
    where id = ${id}`)
}

/** Answers those of these that are there, and whether they were not left before. */
export function leaveNewsletter(tx: Transaction, ids: readonly string[]): Promise<{ id: string; isNews: boolean }[]> {
  return tx.query<{ id: string; isNews: boolean }>(sql`
    with known as (
      select id, state <> 'left' as is_news from newsletter_subscriptions where id = any(${ids}::uuid[]) order by id for update
    ), leaving as (
      update newsletter_subscriptions n set state = 'left', left_at = now() from known where n.id = known.id and is_news
    ) select id, is_news as "isNews" from known`)
}

/**
 * What its reader chose follows him to another address, unless that one has chosen already: to have been asked for there is no
 * choice against what he has confirmed. The links in his mails stay good.
 */
export function moveSubscription(tx: Transaction, from: string, to: string): Promise<number> {
  return tx.run(sql`
    with moving as (delete from newsletter_subscriptions where email = ${from} returning *)
    insert into newsletter_subscriptions as s (id, email, locale, state, asked_at, confirmed_at, left_at)
    select id, ${to}, locale, state, asked_at, confirmed_at, left_at from moving
    on conflict (email) do update set id = excluded.id, locale = excluded.locale, state = excluded.state,
        asked_at = excluded.asked_at, confirmed_at = excluded.confirmed_at, left_at = excluded.left_at
      where s.state = 'asked' and excluded.state = 'confirmed'`)
}

export interface Subscription {
  id: string
  state: string
  askedAt: Date
}

/** What stands of this address. */
export function subscriptionOf(db: Queryable, email: string): Promise<Subscription | undefined> {
  return db.maybe<Subscription>(sql`
    select id, state, asked_at as "askedAt" from newsletter_subscriptions where email = ${email}`)
}

/** Whoever had the address before took his along, and one that was brought here may be older: there is no `since`. */
export function deleteSubscription(tx: Transaction, { email, until }: HeldAddress): Promise<number> {
  return tx.run(sql`
    delete from newsletter_subscriptions where email = lower(${email}) and asked_at <= coalesce(${until}::timestamptz, 'infinity')`)
}

/** What was written from this address in that time. */
export function enquiriesFrom(db: Queryable, { email, since, until }: HeldAddress): Promise<object[]> {
  return db.query(sql`
    select case type when 1 then 'sell' else 'wholesale' end as about, fill_name as "fillName", email, contact, region, message,
      locale, created_at as "createdAt", handled_at as "handledAt", (
        select coalesce(jsonb_agg(jsonb_build_object('by', case when m.answered_by is null then 'you' else 'shop' end, 'text', m.text, 'at', m.created_at)
          order by m.created_at, m.id), '[]') from enquiry_messages m where m.enquiry_id = enquiries.id) as messages
    from enquiries where lower(email) = lower(${email}) and created_at <@ tstzrange(${since}, ${until}, '(]')
    order by created_at, id limit 10000`)
}

/** Answers which they were. */
export async function deleteEnquiries(tx: Transaction, { email, since, until }: HeldAddress): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(sql`
    delete from enquiries where lower(email) = lower(${email}) and created_at <@ tstzrange(${since}, ${until}, '(]')
    returning id`)
  return gone.map(({ id }) => id)
}

/** Whose something is here, in lower case, each once and in order. */
export function addresses(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select text from (
      select lower(email) as text from enquiries union select email from newsletter_subscriptions
    ) a where text > ${after} order by text limit ${limit}`)
}

/** Who asked for the newsletter and never confirmed, or has left it, longer ago than this. */
export function forgetNewsletter(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from newsletter_subscriptions where id = any(array(
      select id from newsletter_subscriptions
      where state = 'asked' and asked_at < now() - make_interval(days => ${days})
        or state = 'left' and left_at < now() - make_interval(days => ${days})
      order by id limit ${limit} for update skip locked))`)
}

/** One that waits for an answer of the shop stays. Of the others nobody has written or done anything for so long. */
export function forgetEnquiries(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from enquiries where id = any(array(
      select id from enquiries where greatest(answered_at, handled_at) < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}
