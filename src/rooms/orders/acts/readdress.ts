// Whose an order is once its address was changed. Who is not signed in has his order in the account of the address that he
// typed (docs/decisions/039): when that was a mistake the order must not stay with a stranger.
import type { Transaction } from '#platform/database/database.ts'
import { moveUse, ownerOf } from '#rooms/coupons/hands.ts'
import { takeBack } from '#rooms/levels/hands.ts'
import { forgetFormer } from '../personal-store.ts'
import { rewardSoon } from '../settling/reward-store.ts'
import type { LockedOrder } from '../store.ts'
import { accountOf, giveToAddressee, readdress } from './care-store.ts'
import type { DidPart } from './did.ts'
import { noteGiving } from './giving-store.ts'

export interface NewAddress {
  email: string
  /** What a person says of its account; without his word it stays there unless it may be there by its address alone. */
  staysInAccount?: boolean | undefined
}

/** Answers whose it is now, and what was done. The order is locked. */
export async function giveAddress(
  tx: Transaction,
  { id, memberId: before }: LockedOrder,
  { email, staysInAccount }: NewAddress,
): Promise<{ memberId: string | null; did: DidPart[] }> {
  const account = await accountOf(tx, id)
  await readdress(tx, id, email)
  if (account === 'bound') return { memberId: before, did: [['readdressed'], ['staysByBalance']] }
  if (account !== null && (staysInAccount ?? account === 'stays'))
    return { memberId: before, did: [['readdressed'], ['staysInAccount']] }
  const memberId = await giveToAddressee(tx, id, email)
  await moveUse(tx, { orderId: id, ...(await ownerOf(tx, memberId, email)) })
  if (memberId !== null && memberId === before) return { memberId, did: [['readdressed'], ['staysInAccount']] }
  // Whoever joins by the new address later has it by this, too.
  await noteGiving(tx, id, before)
  if (memberId === before) return { memberId, did: [['readdressed']] }
  if (before !== null) await forgetFormer(tx, id, before)
  await takeBack(tx, id)
  await rewardSoon(tx, [id])
  return { memberId, did: [['readdressed'], [wentTo(before, memberId)]] }
}

const wentTo = (before: string | null, now: string | null) =>
  now === null ? 'leftAccount' : before === null ? 'intoAccount' : 'toOtherAccount'
