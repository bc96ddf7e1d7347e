// Keys on their way to their buyer. From here on they count as delivered, so a refund must not be taking them back in the
// same moment: whoever shows them and whoever takes them back hold the order's lock (decision F7).
import type { Keyring } from '#platform/crypto.ts'
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { openKeys, recordReveals } from '#rooms/vault/hands.ts'
import { refundedUnits } from '../refunds/unit-store.ts'
import type { OrderStatus } from '../rules.ts'
import * as store from '../store.ts'

/** Statuses in which a buyer sees his keys: those that were not refunded. */
export const WITH_KEYS: readonly OrderStatus[] = ['Delivered', 'Completed', 'PartlyRefunded']

/**
 * Opens the keys of an order, or of one of its lines (by its id), and records that they are shown; undefined when it is not
 * delivered, or not any more, or its mails go to another address. Of what is paid back at this moment those alone that count as
 * delivered already: the others are about to be for sale again. Throws `order.goesBack` where none is left, and what `mayShow`
 * throws that bars it. `heldBack`: what else is done in this transaction where some are not shown yet.
 */
export function showKeys(
  { db, keyring }: { db: Database; keyring: Keyring },
  orderId: string,
  {
    line,
    heldBack,
    ...how
  }: {
    via: 'page' | 'mail'
    actor: string
    address: string
    line?: number
    heldBack?: (tx: Transaction) => Promise<void>
  },
  mayShow: (tx: Transaction) => Promise<void> = async () => {},
): Promise<{ id: number; lineId: number; key: string }[] | undefined> {
  return db.transaction(async (tx) => {
    const order = await store.lockOrder(tx, orderId)
    if (!order || !WITH_KEYS.includes(order.status)) return undefined
    if (how.via === 'mail' && how.address !== order.deliveryEmail) return undefined
    await mayShow(tx)
    const back = await store.moneyBack(tx, orderId)
    const isGoingBack = await goingBack(tx, orderId, back)
    const asked = (await openKeys(tx, keyring, orderId)).filter((key) => line === undefined || key.lineId === line)
    const keys = asked.filter((key) => key.isDelivered || !isGoingBack(key.id))
    if (keys.length === 0 && back.goesBack) throw refused('order.goesBack')
    if (keys.length < asked.length) await heldBack?.(tx)
    if (keys.length > 0) await recordReveals(tx, { orderId, keyIds: keys.map((key) => key.id), ...how })
    return keys
  })
}

/** By a key's id, whether it is of a unit whose money is on its way back. */
export async function goingBack(
  tx: Queryable,
  id: string,
  { goesBack, moneyUnderWayBack }: Awaited<ReturnType<typeof store.moneyBack>>,
): Promise<(keyId: number) => boolean> {
  if (goesBack || !moneyUnderWayBack) return () => goesBack
  const back = new Set((await refundedUnits(tx, id)).flatMap(({ keyId, done }) => (done ? [] : keyId)))
  return (keyId) => back.has(keyId)
}
