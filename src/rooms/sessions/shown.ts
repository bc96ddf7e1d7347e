// A member as calls show him to himself: from his row, from what other rooms know of him, and from when he was here last.
import type { Database } from '#platform/database/database.ts'
import { CallError } from '#platform/http/errors.ts'
import { toMajor } from '#platform/money.ts'
import type { Declarations } from '#platform/room.ts'
import { balanceOf } from '#rooms/ledger/hands.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { describeMember, type MemberRow, memberById } from '#rooms/members/hands.ts'
import type { User } from '#rooms/members/schemas.ts'
import { signInBefore } from './store.ts'

export interface ShownOptions {
  db: Database
  levels: MemberLevels
  /** Whole once all rooms are open, both of them. */
  facts(): Declarations['memberFacts']
  protections(): Declarations['protections']
}

export type ShownMembers = (session: { id: string; memberId: string }) => Promise<User>

export function shownMembers({ db, levels, facts, protections }: ShownOptions): ShownMembers {
  /** By name; none for who has one already, or was offered them before. */
  async function offerFor({ id, securityOffered }: MemberRow): Promise<string[]> {
    if (securityOffered) return []
    const known = Object.entries(protections()).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [, isOn] of known) if (await isOn(db, id)) return []
    return known.map(([name]) => name)
  }

  return async (session) => {
    const member = await memberById(db, session.memberId)
    if (!member) throw new CallError(401, 'message.loginFirst')
    const known = facts()
    const [standing, balance, newsletter, unread, securityOffer, last] = await Promise.all([
      levels.standingOf(db, member.id),
      balanceOf(db, member.id),
      known.newsletter(db, member),
      known.unread(db, member),
      offerFor(member),
      signInBefore(db, session),
    ])
    return {
      ...describeMember(member),
      ...standing,
      amount: toMajor(balance),
      isSubscribe: newsletter === 'confirmed' ? '0' : '1',
      newsletter,
      unread,
      securityOffer,
      lastTime: last?.at.toISOString() ?? null,
      lastIp: last?.address ?? null,
    }
  }
}
