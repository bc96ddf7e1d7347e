// A buyer's key is replaced: what he had is shown no more and never sold again, and the oldest available key of the same
// offer is his, claimed like a sold one.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** The id of the new key; undefined: none is to be had, and nothing has changed. The order must be locked. */
export async function replaceKey(tx: Transaction, keyId: number): Promise<number | undefined> {
  const old = await tx.maybe<{ offerId: number; lineId: number }>(sql`
    select offer_id as "offerId", order_line_id as "lineId" from vault_keys where id = ${keyId} and state = 'sold' for update`)
  if (!old) throw new Error('only a key that somebody has can be replaced')
  const fresh = await tx.maybe<{ id: number }>(sql`
    with free as (
      select id from vault_keys where offer_id = ${old.offerId} and state = 'available' order by id for update limit 1
    )
    update vault_keys k set state = 'sold', order_line_id = ${old.lineId}, sold_at = now() from free where k.id = free.id
    returning k.id`)
  if (!fresh) return undefined
  await tx.run(sql`update vault_keys set state = 'replaced', order_line_id = null where id = ${keyId}`)
  await tx.run(sql`
    insert into key_replacements (order_line_id, old_key_id, new_key_id, place)
    select ${old.lineId}, ${keyId}, ${fresh.id}, coalesce((select place from key_replacements where new_key_id = ${keyId}), ${keyId}::bigint)`)
  return fresh.id
}

/** It was given in the place of another. */
export async function isReplacement(tx: Transaction, keyId: number): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from key_replacements where new_key_id = ${keyId}`)
  return rows.length > 0
}
