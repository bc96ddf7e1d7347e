// How a person does something to an order: in one transaction with the order locked, after what he had seen of it, recorded
// with who, why and what it did.
import type { Database, Transaction } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import { type ActOf, type Audited, audit, type Person, type Who } from '#rooms/audit/hands.ts'
import { isErased, type OrderStatus } from '../rules.ts'
import * as store from '../store.ts'
import { ActRefused } from './act-refused.ts'
import { type DidPart, sentenceOf } from './did.ts'
import { recordAct, whatWasDone } from './hold-store.ts'
import { seenOf } from './seen-store.ts'

export interface By {
  actor: string
  reason: string
  /** Who it was in the back office; else `actor` used the machine. */
  who?: Who
  /** What he had seen of the order: an act that comes after something else is refused. */
  seen?: string
  /** What he calls it: of an order the same act is done once by it, however often it is asked for. */
  reference?: string
  /** Told what would have gone back in all, in US cents; throws where this person may not do that. */
  allow?(usdCents: number): void
}

export interface Done {
  did: string
  status: OrderStatus
}

/** What was done, and what that says of the buyer; `buyer`: by what he is known since. */
interface Did {
  did: readonly DidPart[]
  buyer: Pick<store.LockedOrder, 'memberId' | 'deliveryEmail'>
  personal: Audited['personal']
}

/** Whom the audit log says something of when it tells of an order; of one that was erased, nobody. The order must be locked. */
export const buyerOf = (order: Pick<store.LockedOrder, 'memberId' | 'deliveryEmail'>): Person | undefined =>
  isErased(order) ? undefined : { memberId: order.memberId, email: order.deliveryEmail }

/** `work` answers what it did. What it throws undoes all of it. */
export const createActing =
  (db: Database) =>
  async (
    orderId: string,
    name: ActOf<'order'>,
    by: By,
    work: (tx: Transaction, order: store.LockedOrder) => Promise<readonly DidPart[] | Did>,
  ): Promise<Done> => {
    const done = await db.transaction(async (tx) => {
      const order = await store.lockOrder(tx, orderId)
      if (!order) throw new ActRefused('noOrder')
      if (by.seen !== undefined && by.seen !== (await seenOf(tx, orderId))) throw new ActRefused('changed')
      const { reference } = by
      const before = reference === undefined ? undefined : await whatWasDone(tx, { orderId, act: name, reference })
      if (reference !== undefined && before !== undefined) throw new ActRefused('doneBefore', { reference, before })
      const did = await recordDone(tx, order, name, by, await work(tx, order))
      failpoint('act written')
      return did
    })
    failpoint('act committed')
    return done
  }

/** Beside the order, and where everything that people did is found. */
export async function recordDone(
  tx: Transaction,
  order: store.LockedOrder,
  name: ActOf<'order'>,
  by: By,
  done: readonly DidPart[] | Did,
): Promise<Done> {
  const { actor, reason, reference } = by
  const { did: parts, buyer, personal }: Did = 'did' in done ? done : { did: done, buyer: order, personal: undefined }
  const did = sentenceOf(parts)
  const kept = { did, parts: parts.map(([name]) => name), ...(reference !== undefined && { reference }) }
  await recordAct(tx, { orderId: order.id, act: name, actor, reason, did: kept })
  const status = (await store.lockOrder(tx, order.id))?.status ?? order.status
  await audit(tx, {
    by: by.who ?? { machineUser: actor },
    act: `order.${name}`,
    subject: { kind: 'order', id: order.id },
    before: { status: order.status },
    after: { status, did: parts },
    reason,
    about: buyerOf({ ...order, ...buyer }),
    ...(personal && { personal }),
  })
  return { did, status }
}
