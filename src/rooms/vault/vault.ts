// Keys in and out of the vault. Besides here they are opened while the mail of a settled order is written
// (orders/mails/buyer-told.ts), for what they are found by (tails.ts), where the office exports or looks at them (keys/batches.ts),
// and to be sealed anew (reseal.ts).
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import * as store from './store.ts'
import { setTailsOf } from './tail-store.ts'
import { tailOf } from './tails.ts'

export interface Deposit {
  added: number
  /** Positions (from 0) of the given keys that the shop has already, or that came twice in the list. */
  duplicates: number[]
  /** Those that the shop sold before it was restored, and does not have any more. */
  soldBefore: number[]
}

/** Puts keys in stock for an offer, as a batch of their own. */
export async function depositKeys(
  tx: Transaction,
  keyring: Keyring,
  offerId: number,
  source: string,
  keys: string[],
): Promise<Deposit> {
  const id = randomUUID()
  await store.addBatch(tx, { id, offerId, source })
  return addToBatch(tx, keyring, { id, offerId }, keys)
}

/**
 * Keys of a batch that is new, sealed. Duplicates, and what was sold before a restore, are found by keyed hash and left out.
 * Surrounding blanks are no part of a key.
 */
export async function addToBatch(
  tx: Transaction,
  keyring: Keyring,
  batch: { id: string; offerId: number },
  keys: string[],
): Promise<Deposit> {
  const duplicates: number[] = []
  const fresh = new Map<string, { position: number; fingerprint: Buffer; sealed: Buffer; tail: Buffer }>()
  keys.forEach((raw, position) => {
    const key = raw.trim()
    const fingerprint = keyring.fingerprint('vault-fingerprint', key)
    const name = fingerprint.toString('hex')
    if (fresh.has(name)) duplicates.push(position)
    else
      fresh.set(name, { position, fingerprint, sealed: keyring.seal('vault', key, name), tail: tailOf(keyring, key) })
  })
  const rows = [...fresh.values()]
  const added = await store.addKeys(tx, {
    offerId: batch.offerId,
    batchId: batch.id,
    sealed: rows.map((row) => row.sealed),
    fingerprints: rows.map((row) => row.fingerprint),
  })
  await setTailsOf(tx, rows)
  const refused = [...fresh].filter(([name]) => !added.has(name))
  const sold = await store.soldBeforeRestore(
    tx,
    refused.map(([, { fingerprint }]) => fingerprint),
  )
  const soldBefore: number[] = []
  for (const [name, { position }] of refused) (sold.has(name) ? soldBefore : duplicates).push(position)
  return { added: added.size, duplicates: duplicates.sort((a, b) => a - b), soldBefore }
}

/**
 * Reserves `count` keys for a line, waiting for rivals who are just claiming some and may yet give them back. False: they
 * are not to be had, and the caller rolls back what was reserved. Call it for an order's lines in offer order.
 */
export async function reserveKeysPatiently(
  tx: Transaction,
  line: { offerId: number; lineId: number; count: number },
): Promise<boolean> {
  return (await store.claimKeysPatiently(tx, { ...line, state: 'reserved' })) === line.count
}

/**
 * Sells what the order has reserved, and claims what it lacks from free stock. `wanted`: how many keys it needs in all.
 * Answers the offers that still owe it keys.
 */
export async function fulfil(tx: Transaction, order: { id: string; wanted: number }): Promise<number[]> {
  if ((await store.sellReserved(tx, order.id)) === order.wanted) return []
  const owing = new Set<number>()
  for (const { lineId, offerId, missing } of await store.missingKeys(tx, order.id)) {
    const claimed = await store.claimKeysPatiently(tx, { offerId, lineId, count: missing, state: 'sold' })
    if (claimed < missing) owing.add(offerId)
  }
  return [...owing]
}

/**
 * Reserves anew everything that the order needs, keys and suppliers' stock, after its reservation was given back. False:
 * it is not to be had, and nothing is reserved.
 */
export async function reserveAgain(tx: Transaction, orderId: string): Promise<boolean> {
  const suppliers = await store.supplierLines(tx, orderId)
  const fromSupplier = new Set(suppliers.map(({ offerId }) => offerId))
  const taken: { offerId: number; quantity: number }[] = []
  let short = false
  for (const { lineId, offerId, missing } of await store.missingKeys(tx, orderId)) {
    if (fromSupplier.has(offerId)) continue
    const claimed = await store.claimKeysPatiently(tx, { offerId, lineId, count: missing, state: 'reserved' })
    short ||= claimed < missing
  }
  for (const line of suppliers) {
    if (short) break
    if (await store.takeSupplierStock(tx, line.offerId, line.quantity)) taken.push(line)
    else short = true
  }
  if (!short) return true
  await store.releaseReserved(tx, orderId)
  for (const { offerId, quantity } of taken) await store.putBackSupplierStock(tx, offerId, quantity)
  return false
}

/** The keys of an order in clear, by line. Whoever calls this shows them, and records the reveal. */
export async function openKeys(
  db: Queryable,
  keyring: Keyring,
  orderId: string,
): Promise<{ id: number; lineId: number; isDelivered: boolean; key: string }[]> {
  const rows = await store.soldKeys(db, orderId)
  return rows.map(({ sealed, fingerprint, ...row }) => ({
    ...row,
    key: keyring.open('vault', sealed, fingerprint.toString('hex')),
  }))
}
