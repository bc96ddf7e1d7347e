// What a person gives into somebody's hands: keys and orders. Keys count as looks at them, and the
// operator hears of it before it is much (docs/decisions/078).
import type { Transaction } from '#platform/database/database.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { mayLook, batchStore as vault } from '#rooms/vault/hands.ts'
import { KEYS_HANDED_OUT } from '../limits.ts'
import type { LockedOrder } from '../store.ts'
import type { By } from './acting.ts'
import type { DidPart } from './did.ts'

/** A user of the shop's machine has everything at hand anyway. */
const staffIn = ({ who }: By) => (who && 'staffId' in who ? who.staffId : undefined)

/** Throws 429 where he has looked at too many keys within the hour. */
export async function mayHandOut(tx: Transaction, by: By): Promise<void> {
  const staffId = staffIn(by)
  if (staffId !== undefined) await mayLook(tx, staffId)
}

/** Within the transaction of `mayHandOut`. */
export async function handedOut(tx: Transaction, by: By, keyIds: readonly number[]): Promise<void> {
  const staffId = staffIn(by)
  if (staffId === undefined) return
  if ((await vault.noteHandedOut(tx, staffId, keyIds)) > KEYS_HANDED_OUT)
    await raiseAlert(tx, {
      ...{ kind: 'order.keysHandedOut', subject: by.actor },
      details: { by: by.actor, moreThan: KEYS_HANDED_OUT },
    })
}

const ANOTHER: readonly DidPart[0][] = ['intoAccount', 'leftAccount', 'toOtherAccount']

/** An order is somebody else's from now on, as far as `did` and `keys`, which went there with it, can tell. */
export async function givenAway(
  tx: Transaction,
  { id, orderNo }: Pick<LockedOrder, 'id' | 'orderNo'>,
  { actor }: By,
  { did, keys }: { did: readonly DidPart[]; keys: number },
): Promise<void> {
  const into = did.map(([name]) => name).find((name) => name !== 'readdressed')
  // Where it was in no account and is in none, keys that it has are counted; those that it will have are not.
  if (into ? ANOTHER.includes(into) : keys === 0)
    await raiseAlert(tx, {
      ...{ kind: 'order.changedAccount', subject: id, orderId: id },
      details: { orderNo, by: actor, did: into ?? 'readdressed' },
    })
}
