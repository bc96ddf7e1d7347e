// Keys in and out of the vault. In clear they exist only here and in the mail or answer that shows them.
import { randomUUID } from 'node:crypto'
import type { Keyring } from '#platform/crypto.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import * as store from './store.ts'

export interface Deposit {
  added: number
  /** Positions (from 0) of the given keys that the shop has already, or that came twice in the list. */
  duplicates: number[]
}

/** Puts keys in stock for an offer: sealed, duplicates found by keyed hash and left out. Surrounding blanks are no part of a key. */
export async function depositKeys(
  tx: Transaction,
  keyring: Keyring,
  offerId: number,
  source: string,
  keys: string[],
): Promise<Deposit> {
  const batchId = randomUUID()
  await store.addBatch(tx, { id: batchId, offerId, source })
  const duplicates: number[] = []
  const fresh = new Map<string, { position: number; fingerprint: Buffer; sealed: Buffer }>()
  keys.forEach((raw, position) => {
    const key = raw.trim()
    const fingerprint = keyring.fingerprint('vault-fingerprint', key)
    const name = fingerprint.toString('hex')
    if (fresh.has(name)) duplicates.push(position)
    else fresh.set(name, { position, fingerprint, sealed: keyring.seal('vault', key, name) })
  })
  const rows = [...fresh.values()]
  const added = await store.addKeys(tx, {
    offerId,
    batchId,
    sealed: rows.map((row) => row.sealed),
    fingerprints: rows.map((row) => row.fingerprint),
  })
  for (const [name, { position }] of fresh) if (!added.has(name)) duplicates.push(position)
  return { added: added.size, duplicates: duplicates.sort((a, b) => a - b) }
}

/**
 * Reserves exactly `count` keys for a line, or none: answers false when they are not to be had. Call it for an order's
 * lines in offer order.
 */
export async function reserveKeys(
  tx: Transaction,
  line: { offerId: number; lineId: number; count: number },
): Promise<boolean> {
  const claimed = await store.claimKeys(tx, { ...line, state: 'reserved' })
  if (claimed === line.count) return true
  // Short. A rival may hold keys that it is about to give back: wait for it once, then the answer is final.
  const stock = await store.lockStock(tx, line.offerId)
  const missing = line.count - claimed
  return stock >= missing && (await store.claimKeys(tx, { ...line, count: missing, state: 'reserved' })) === missing
}

/** Sells what the order has reserved, and claims what it lacks from free stock. Answers whether it now has every key. */
export async function fulfil(tx: Transaction, orderId: string): Promise<boolean> {
  await store.sellReserved(tx, orderId)
  let complete = true
  for (const { lineId, offerId, missing } of await store.missingKeys(tx, orderId)) {
    const claimed = await store.claimKeys(tx, { offerId, lineId, count: missing, state: 'sold' })
    if (claimed < missing) complete = false
  }
  return complete
}

/** The keys of an order in clear, by line. Whoever calls this shows them, and records the reveal. */
export async function openKeys(
  db: Queryable,
  keyring: Keyring,
  orderId: string,
): Promise<{ id: number; lineId: number; key: string }[]> {
  const rows = await store.soldKeys(db, orderId)
  return rows.map(({ id, lineId, sealed, fingerprint }) => ({
    id,
    lineId,
    key: keyring.open('vault', sealed, fingerprint.toString('hex')),
  }))
}
