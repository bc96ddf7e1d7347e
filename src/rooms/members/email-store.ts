// Every SQL statement about changes of e-mail addresses.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'

/** How long the link to the new address opens, and the one to the old address takes it back (decision F3). */
const CONFIRM_HOURS = 24
const UNDO_DAYS = 7
/**
 * For so long before a change was asked whoever asked for it may have been in the account already: as long as a session lasts.
 * Its owner was written to at his own address about each device and each way to sign in that was new then.
 */
const DOUBTED_DAYS = 30

export interface EmailChange {
  id: string
  memberId: string
  email: string
  emailKey: string
  oldEmail: string
  oldEmailKey: string
  /** In which it was asked. */
  locale: string
}

/** What waits to be confirmed leads nowhere any more. */
export function dropPendingChange(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`delete from email_changes where member_id = ${memberId} and confirmed_at is null`)
}

export function askForChange(tx: Transaction, c: EmailChange): Promise<number> {
  return tx.run(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale)
    values (${c.id}, ${c.memberId}, ${c.email}, ${c.emailKey}, ${c.oldEmail}, ${c.oldEmailKey}, ${c.locale})`)
}

/** What waits to be confirmed, and until when. */
export function pendingChange(db: Queryable, memberId: string): Promise<{ email: string; until: Date } | undefined> {
  return db.maybe<{ email: string; until: Date }>(sql`
    select email, created_at + make_interval(hours => ${CONFIRM_HOURS}) as until from email_changes
    where member_id = ${memberId} and confirmed_at is null and created_at > now() - make_interval(hours => ${CONFIRM_HOURS})`)
}

/** Takes the mail about it upon itself, once: the change, and who has that address already, if anybody. */
export function takeMailing(
  tx: Transaction,
  id: string,
): Promise<(EmailChange & { ownerEmail: string | null; ownerLocale: string | null }) | undefined> {
  return tx.maybe<EmailChange & { ownerEmail: string | null; ownerLocale: string | null }>(sql`
    update email_changes c set mailed_at = now()
    from email_changes d left join members o on o.email_key = d.email_key
    where c.id = ${id} and d.id = c.id and c.mailed_at is null and c.confirmed_at is null
    returning c.id, c.member_id as "memberId", c.email, c.email_key as "emailKey", c.old_email as "oldEmail",
      c.old_email_key as "oldEmailKey", c.locale, o.email as "ownerEmail", o.locale as "ownerLocale"`)
}

/** Confirms it, once and in its time; undefined: it is none of this member's, is over, or his address is another meanwhile. */
export function confirmChange(tx: Transaction, id: string, memberId: string): Promise<EmailChange | undefined> {
  return tx.maybe<EmailChange>(sql`
    update email_changes c set confirmed_at = now() from members m
    where c.id = ${id} and c.member_id = ${memberId} and m.id = c.member_id and m.email_key = c.old_email_key
      and m.closed_at is null and c.confirmed_at is null
      and c.created_at > now() - make_interval(hours => ${CONFIRM_HOURS})
    returning c.id, c.member_id as "memberId", c.email, c.email_key as "emailKey", c.old_email as "oldEmail",
      c.old_email_key as "oldEmailKey", c.locale`)
}

/** Whether its link would confirm it, pressed by whoever asked for it. */
export async function isChangeOpen(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from email_changes c join members m on m.id = c.member_id
    where c.id = ${id} and m.email_key = c.old_email_key and m.closed_at is null and c.confirmed_at is null
      and c.created_at > now() - make_interval(hours => ${CONFIRM_HOURS}) limit 1`)
  return rows.length > 0
}

/** Whose change this is; only to lock him. */
export function memberOfChange(db: Queryable, id: string): Promise<{ memberId: string } | undefined> {
  return db.maybe<{ memberId: string }>(sql`select member_id as "memberId" from email_changes where id = ${id}`)
}

/** The latest change away from this address that can be taken back; undefined: there is none. */
export function latestLeaving(db: Queryable, emailKey: string): Promise<{ id: string } | undefined> {
  return db.maybe<{ id: string }>(sql`
    select c.id from email_changes c join members m on m.id = c.member_id
    where c.old_email_key = ${emailKey} and c.undone_at is null and m.closed_at is null
      and c.confirmed_at > now() - make_interval(days => ${UNDO_DAYS})
    order by c.confirmed_at desc, c.id limit 1`)
}

/**
 * When a member comes back to an address that he left within its days: takes back the change away from it and all after it, the
 * one just confirmed too, so that no link leads to an address in between. 0: he has not left it.
 */
export function endDetour(tx: Transaction, { memberId, emailKey }: EmailChange): Promise<number> {
  return tx.run(sql`
    update email_changes set undone_at = now()
    where member_id = ${memberId} and undone_at is null and confirmed_at >= (
      select min(confirmed_at) from email_changes
      where member_id = ${memberId} and old_email_key = ${emailKey} and undone_at is null
        and confirmed_at > now() - make_interval(days => ${UNDO_DAYS}))`)
}

/**
 * Takes it back, once and within its days, with all that were confirmed after it: whoever changed the address may have done so
 * again. Undefined: it is over.
 */
export function undoChange(tx: Transaction, id: string): Promise<(EmailChange & { doubtedSince: Date }) | undefined> {
  return tx.maybe<EmailChange & { doubtedSince: Date }>(sql`
    with this as (
      select c.* from email_changes c join members m on m.id = c.member_id
      where c.id = ${id} and c.undone_at is null and m.closed_at is null
        and c.confirmed_at > now() - make_interval(days => ${UNDO_DAYS})
    ), undone as (
      update email_changes c set undone_at = now() from this
      where c.member_id = this.member_id and c.confirmed_at >= this.confirmed_at
    )
    select id, member_id as "memberId", email, email_key as "emailKey", old_email as "oldEmail", old_email_key as "oldEmailKey",
      locale, created_at - make_interval(days => ${DOUBTED_DAYS}) as "doubtedSince" from this`)
}

/** Throws a violation of `members_email_key_key` where somebody else has it. Links to a new password went to the address before. */
export async function moveTo(
  tx: Transaction,
  memberId: string,
  to: { email: string; emailKey: string },
): Promise<void> {
  await tx.run(sql`
    with ended as (
      update password_resets set used_at = now() where member_id = ${memberId} and used_at is null
    )
    update members set email = ${to.email}, email_key = ${to.emailKey} where id = ${memberId}`)
}

/** The password opens nothing more until it is replaced. */
export function closePassword(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`update members set password_hash = null where id = ${memberId}`)
}

export function changesOf(db: Queryable, memberId: string): Promise<object[]> {
  return db.query(sql`
    select email, old_email as "oldEmail", created_at as "askedAt", confirmed_at as "confirmedAt", undone_at as "undoneAt"
    from email_changes where member_id = ${memberId} order by created_at, id limit 1000`)
}

/**
 * The address that is this member's, first, and those that were, each time that he had one: from when another member left it until
 * he did. Rounded up to what a Date can say, so that what was written in the transaction in which somebody left one is his. One
 * that was taken back from him never was.
 */
export function ownAddresses(db: Queryable, memberId: string): Promise<HeldAddress[]> {
  return db.query<HeldAddress & Record<string, unknown>>(sql`
    with held as (
      select email, email_key, 'infinity'::timestamptz as until from members where id = ${memberId}
      union all
      select old_email, old_email_key, confirmed_at from email_changes
      where member_id = ${memberId} and confirmed_at is not null and undone_at is null
    ), bounded as (
      select h.*, (
        select max(confirmed_at) from email_changes
        where old_email_key = h.email_key and member_id <> ${memberId} and confirmed_at < h.until
      ) as since from held h
    )
    select (array_agg(email order by until desc))[1] as email, date_trunc('milliseconds', since) + interval '1 millisecond' as since,
      date_trunc('milliseconds', nullif(max(until), 'infinity')) + interval '1 millisecond' as until
    from bounded group by email_key, since order by until nulls first, email limit 1000`)
}

/** Whoever had the address before can still take it back (decision F3): until then the account stays, for him. */
export async function mayBeTakenBack(tx: Transaction, memberId: string): Promise<boolean> {
  const found = await tx.query(sql`
    select 1 from email_changes
    where member_id = ${memberId} and undone_at is null and confirmed_at > now() - make_interval(days => ${UNDO_DAYS}) limit 1`)
  return found.length > 0
}

export function deleteChanges(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`delete from email_changes where member_id = ${memberId}`)
}

/**
 * What was never confirmed, and what was taken back. The others stay as long as the account: what was written from an address
 * that its member has left is found by them when he wants it, or goes.
 */
export function forgetChanges(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from email_changes where id = any(array(
      select id from email_changes
      where (confirmed_at is null or undone_at is not null)
        and coalesce(undone_at, created_at) < now() - make_interval(days => ${days})
      order by created_at, id limit ${limit} for update skip locked))`)
}
