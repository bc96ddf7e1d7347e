// Every SQL statement about what operators do about members.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface MemberAct {
  act: string
  actor: string
  reason: string
  /** What came of it, in words. */
  did: string
}

/** Answers its number. */
export async function recordMemberAct(tx: Transaction, memberId: string, of: MemberAct): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into member_acts (member_id, act, actor, reason, did)
    values (${memberId}, ${of.act}, ${of.actor}, ${of.reason}, jsonb_build_object('did', ${of.did}::text)) returning id`)
  return id
}

/** What has come of an act that others finish. */
export function noteMemberAct(db: Queryable, id: number, did: string): Promise<number> {
  return db.run(sql`update member_acts set did = jsonb_build_object('did', ${did}::text) where id = ${id}`)
}

export async function outcomeOfAct(db: Queryable, id: number): Promise<string | undefined> {
  const row = await db.maybe<{ did: string }>(sql`select did ->> 'did' as did from member_acts where id = ${id}`)
  return row?.did
}

/** The first first. */
export function memberActs(db: Queryable, memberId: string, limit: number): Promise<(MemberAct & { at: Date })[]> {
  return db.query<MemberAct & { at: Date }>(sql`
    select at, act, actor, reason, did ->> 'did' as did from member_acts where member_id = ${memberId} order by id limit ${limit}`)
}

/** His account closes: that something was done, when and by whom stays, and why he was let go. */
export function forgetReasons(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`update member_acts set reason = '' where member_id = ${memberId} and act <> 'close'`)
}

/** False: it is so already. */
export async function setBlocked(tx: Transaction, memberId: string, blocked: boolean): Promise<boolean> {
  const changed = await tx.run(sql`
    update members set blocked_at = case when ${blocked}::boolean then now() end
    where id = ${memberId} and (blocked_at is not null) <> ${blocked}::boolean`)
  return changed === 1
}

export interface MemberState {
  id: string
  username: string
  email: string
  locale: string
  createdAt: Date
  blockedAt: Date | null
  closedAt: Date | null
  hasPassword: boolean
}

/** For an operator, of one who is gone, too. */
export function stateOf(db: Queryable, id: string): Promise<MemberState | undefined> {
  return db.maybe<MemberState>(sql`
    select id, username, email, locale, created_at as "createdAt", blocked_at as "blockedAt", closed_at as "closedAt",
      password_hash is not null as "hasPassword"
    from members where id = ${id}`)
}
