// The statements by which keys come in, are reserved, sold, shown, freed and taken back; batches, the office's lists, replacing,
// sealing anew, ends and import have stores of their own. A key is claimed in one statement, the count is checked, and the row's
// owner is the proof: nothing here looks first and acts later.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Adds sealed keys; those that the shop has already, or sold before it was restored, are left out. Answers the fingerprints that were added. */
export async function addKeys(
  tx: Transaction,
  keys: { offerId: number; batchId: string; sealed: Buffer[]; fingerprints: Buffer[] },
): Promise<Set<string>> {
  const rows = await tx.query<{ fingerprint: Buffer }>(sql`
    insert into vault_keys (offer_id, batch_id, sealed, fingerprint)
    select ${keys.offerId}, ${keys.batchId}, k.sealed, k.fingerprint
    from unnest(${keys.sealed}::bytea[], ${keys.fingerprints}::bytea[]) with ordinality as k(sealed, fingerprint, n)
    where not exists (select from sold_before_restore s where s.fingerprint = k.fingerprint)
    order by k.n
    on conflict (fingerprint) do nothing
    returning fingerprint`)
  return new Set(rows.map((row) => row.fingerprint.toString('hex')))
}

/** Which of these the shop sold before it was restored to a moment at which it did not have them. */
export async function soldBeforeRestore(tx: Queryable, fingerprints: Buffer[]): Promise<Set<string>> {
  const rows = await tx.query<{ fingerprint: Buffer }>(
    sql`select fingerprint from sold_before_restore where fingerprint = any(${fingerprints}::bytea[]) order by fingerprint`,
  )
  return new Set(rows.map((row) => row.fingerprint.toString('hex')))
}

/** Answers 0 where there is such a batch already. */
export function addBatch(tx: Transaction, batch: NewBatch): Promise<number> {
  const { supplier = '', cost, actor = '' } = batch
  return tx.run(sql`
    insert into key_batches (id, offer_id, source, supplier, cost_minor, cost_currency, actor)
    values (${batch.id}, ${batch.offerId}, ${batch.source}, ${supplier}, ${cost?.minor ?? null}, ${cost?.currency ?? null}, ${actor})
    on conflict (id) do nothing`)
}

export interface NewBatch {
  id: string
  offerId: number
  source: string
  supplier?: string
  /** What one key cost, in hundredths. */
  cost?: { minor: number; currency: string }
  actor?: string
}

/**
 * Claims up to `count` of the oldest available keys of an offer for a line. Waits for rivals instead of skipping what they
 * have locked, as an order does when it is first written, because they may yet give it back. Keys are locked in id order
 * and before their offer, so two that claim never wait in a circle; with an act on a whole batch, which is locked before its
 * keys, they may: the server ends that, and the transaction runs again. Answers how many were claimed.
 */
export function claimKeysPatiently(
  tx: Transaction,
  claim: { offerId: number; lineId: number; count: number; state: 'reserved' | 'sold' },
): Promise<number> {
  return tx.run(sql`
    with free as (
      select id from vault_keys
      where offer_id = ${claim.offerId} and state = 'available'
      order by id for update limit ${claim.count}
    )
    update vault_keys k set state = ${claim.state}, order_line_id = ${claim.lineId},
      sold_at = case when ${claim.state} = 'sold' then now() end
    from free where k.id = free.id`)
}

/** A supplier's offer: takes from the number that the supplier last reported. Answers whether it sufficed. */
export async function takeSupplierStock(tx: Transaction, offerId: number, count: number): Promise<boolean> {
  return (
    (await tx.run(
      sql`update offers set stock = stock - ${count} where id = ${offerId} and backing = 'supplier' and stock >= ${count}`,
    )) === 1
  )
}

export function putBackSupplierStock(tx: Transaction, offerId: number, count: number): Promise<number> {
  return tx.run(sql`update offers set stock = stock + ${count} where id = ${offerId} and backing = 'supplier'`)
}

/** Puts the units of the order's suppliers' offers back in stock, but for refunded units without a key whose refund is settled. */
export function returnSupplierStock(tx: Transaction, orderId: string): Promise<number> {
  return tx.run(sql`
    update offers o set stock = o.stock + l.quantity
    from (
      select offer_id, sum(quantity - (
          select count(*) from refund_units where order_line_id = order_lines.id and key_id is null and settled_at is not null))::int as quantity
      from order_lines where order_id = ${orderId} group by offer_id order by offer_id
    ) l
    where o.id = l.offer_id and o.backing = 'supplier'`)
}

/** The order's reserved keys become its own for good. Answers how many. */
export function sellReserved(tx: Transaction, orderId: string): Promise<number> {
  return tx.run(sql`
    update vault_keys set state = 'sold', sold_at = now()
    where order_line_id = any(array(select id from order_lines where order_id = ${orderId})) and state = 'reserved'`)
}

/** The order's reserved keys are free again. Answers the offer of each. */
export async function releaseReserved(tx: Transaction, orderId: string): Promise<number[]> {
  const rows = await tx.query<{ offerId: number }>(sql`
    update vault_keys set state = 'available', order_line_id = null
    where order_line_id = any(array(select id from order_lines where order_id = ${orderId})) and state = 'reserved'
    returning offer_id as "offerId"`)
  return rows.map(({ offerId }) => offerId)
}

/** How many keys each line still lacks, in offer order; refunded units need none, and lines that have all are missing. */
export function missingKeys(
  tx: Queryable,
  orderId: string,
): Promise<{ lineId: number; offerId: number; missing: number }[]> {
  return tx.query(sql`
    with refunded as (
      select u.order_line_id, u.key_id from refund_units u join refunds r on r.id = u.refund_id
      where r.order_id = ${orderId} and r.state not in ('failed', 'dropped')
    ), lines as (
      select l.id as "lineId", l.offer_id as "offerId", l.quantity
        - (select count(*)::int from refunded where order_line_id = l.id)
        - (select count(*)::int from vault_keys k where k.order_line_id = l.id
          and not exists (select from refunded where key_id = k.id)) as missing
      from order_lines l where l.order_id = ${orderId}
    )
    select "lineId", "offerId", missing from lines where missing > 0 order by "offerId", "lineId"`)
}

export interface SealedKey {
  id: number
  lineId: number
  sealed: Buffer
  fingerprint: Buffer
}

/** The sold keys of an order that were not refunded, line by line, as `keysOf` orders them: who names one by its place means that unit. */
export function soldKeys(db: Queryable, orderId: string): Promise<(SealedKey & { isDelivered: boolean })[]> {
  return db.query<SealedKey & { isDelivered: boolean }>(sql`
    select k.id, k.order_line_id as "lineId", k.sealed, k.fingerprint, k.delivered_at is not null as "isDelivered"
    from vault_keys k left join key_replacements r on r.new_key_id = k.id
    where k.order_line_id = any(array(select id from order_lines where order_id = ${orderId})) and k.state = 'sold' and k.refunded_at is null
    order by k.order_line_id, coalesce(r.place, k.id) limit 100000`)
}

/**
 * How often the order's keys were shown on its page within the last hour, and when the first of these will be an hour old.
 * Whoever shows them asks this before, in one transaction: others wait until it ends.
 */
export async function lockReveals(tx: Transaction, orderId: string): Promise<{ shown: number; seconds: number }> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('reveals ' || ${orderId}::text, 0))`)
  return tx.one<{ shown: number; seconds: number }>(sql`
    select count(distinct at)::int as shown, coalesce(ceil(extract(epoch from min(at) + interval '1 hour' - now())), 0)::int as seconds
    from key_reveals where order_id = ${orderId} and via = 'page' and at > now() - interval '1 hour'`)
}

/** The keys that an order has, reserved or sold, refunded or not, line by line: each stays in its place, a replacement in that of the first. */
export function keysOf(db: Queryable, orderId: string): Promise<{ id: number; lineId: number }[]> {
  return db.query(sql`
    select k.id, k.order_line_id as "lineId" from vault_keys k left join key_replacements r on r.new_key_id = k.id
    where k.order_line_id = any(array(select id from order_lines where order_id = ${orderId}))
    order by k.order_line_id, coalesce(r.place, k.id) limit 100000`)
}

/**
 * The money of the order, or of these keys of it, has gone back: keys that nobody has seen are for sale again, the others
 * are marked and stay sold for ever (decision F7). Answers those that are for sale again, each with its offer then: its batch may
 * have been moved since it was sold.
 */
export function takeBackKeys(
  tx: Transaction,
  orderId: string,
  only: number[] | null = null,
): Promise<{ id: number; offerId: number }[]> {
  return tx.query(sql`
    with mine as (
      select id, delivered_at is not null as delivered from vault_keys
      where order_line_id = any(array(select id from order_lines where order_id = ${orderId}))
        and (${only}::bigint[] is null or id = any(${only}::bigint[]))
      order by id for update
    ), changed as (
      update vault_keys k set state = case when m.delivered then k.state else 'available' end,
        order_line_id = case when m.delivered then k.order_line_id end,
        sold_at = case when m.delivered then k.sold_at end,
        refunded_at = case when m.delivered then coalesce(k.refunded_at, now()) end
      from mine m where k.id = m.id
      returning k.id, k.offer_id, m.delivered
    )
    select id, offer_id as "offerId" from changed where not delivered order by id`)
}

/** Records that these keys were shown (decision C5): from now on they count as delivered. */
export function recordReveals(
  db: Queryable,
  reveal: { orderId: string; keyIds: number[]; via: 'page' | 'mail'; actor: string; address: string },
): Promise<number> {
  return db.run(sql`
    with delivered as (
      update vault_keys k set delivered_at = now()
      from (select id from vault_keys where id = any(${reveal.keyIds}::bigint[]) and delivered_at is null order by id for update) fresh
      where k.id = fresh.id
    )
    insert into key_reveals (order_id, key_id, via, actor, address)
    select ${reveal.orderId}, k, ${reveal.via}, ${reveal.actor}, ${reveal.address} from unnest(${reveal.keyIds}::bigint[]) as k`)
}

/** Offers of which keys are for sale again that waited for the operator after a restore; of one SKU, or of all (null). */
export function releaseWithheld(tx: Transaction, skuCode: string | null): Promise<{ offerId: number; keys: number }[]> {
  return tx.query(sql`
    with freed as (
      update vault_keys set state = 'available'
      where id = any(array(
        select v.id from vault_keys v join offers o on o.id = v.offer_id join skus k on k.id = o.sku_id
        where v.state = 'withheld' and (${skuCode}::text is null or k.sku_code = ${skuCode})
        order by v.id for update of v))
      returning offer_id
    )
    select offer_id as "offerId", count(*)::int as keys from freed group by offer_id order by offer_id`)
}

/**
 * After a restore: what the journal says was sold since is never sold again. A key that was reserved for the very order
 * that bought it stays that order's, as sold; every other one is retired. Answers how many.
 */
export function retireSold(tx: Transaction, fingerprints: string[], orderIds: string[]): Promise<number> {
  return tx.run(sql`
    with told as (
      select decode(f, 'hex') as fingerprint, array_agg(o::uuid) as orders
      from unnest(${fingerprints}::text[], ${orderIds}::text[]) as t(f, o) group by f
    ), mine as (
      select k.id, coalesce(l.order_id = any(t.orders), false) as own
      from vault_keys k join told t on t.fingerprint = k.fingerprint left join order_lines l on l.id = k.order_line_id
      where k.state in ('available', 'reserved', 'withheld', 'blocked', 'withdrawn') order by k.id for update of k
    )
    update vault_keys k set state = case when m.own then 'sold' else 'retired' end,
      order_line_id = case when m.own then k.order_line_id end, sold_at = now()
    from mine m where k.id = m.id`)
}

/**
 * After a restore: of what the journal says was sold since, keys that came in since, too, are not in the backup. Their
 * fingerprints are kept, so that they are refused when they are brought in again. Answers how many.
 */
export function rememberSold(tx: Transaction, fingerprints: string[]): Promise<number> {
  return tx.run(sql`
    insert into sold_before_restore (fingerprint)
    select decode(f, 'hex') from unnest(${fingerprints}::text[]) as t(f)
    where not exists (select from vault_keys k where k.fingerprint = decode(f, 'hex'))
    on conflict (fingerprint) do nothing`)
}

/** After a restore: of which of these orders nothing came back. What left the shop as a file is no order's. */
export async function ordersGone(tx: Transaction, orderIds: string[]): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(sql`
    select distinct t.id from unnest(${orderIds}::uuid[]) as t(id)
    where t.id <> '00000000-0000-0000-0000-000000000000' and not exists (select from order_lines l where l.order_id = t.id)
    order by t.id`)
  return gone.map(({ id }) => id)
}

/**
 * After a restore: the journal tells what was sold, not what was delivered. Whatever is sold may be with its buyer, and counts as
 * delivered, so that it is not for sale again when its money goes back (decision F7). Answers how many.
 */
export function keepSold(tx: Transaction): Promise<number> {
  return tx.run(sql`
    with unseen as (select id from vault_keys where state = 'sold' and delivered_at is null order by id for update)
    update vault_keys k set delivered_at = now() from unseen u where k.id = u.id`)
}

/** After a restore without a whole journal: whatever may have been sold since waits for the operator, reserved or free. */
export function withholdFree(tx: Transaction): Promise<number> {
  return tx.run(sql`
    with free as (select id from vault_keys where state in ('available', 'reserved', 'blocked', 'withdrawn') order by id for update)
    update vault_keys k set state = 'withheld', order_line_id = null from free f where k.id = f.id`)
}

/** From where keys were looked at longer ago than this; that they were, when and by whom stays. */
export function forgetRevealAddresses(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    update key_reveals set address = '' where id = any(array(
      select id from key_reveals where address <> '' and at < now() - make_interval(days => ${days})
      order by at, id limit ${limit} for update skip locked))`)
}

/** What the order has from suppliers' offers, in offer order. */
export function supplierLines(tx: Queryable, orderId: string): Promise<{ offerId: number; quantity: number }[]> {
  return tx.query(sql`
    select l.offer_id as "offerId", sum(l.quantity)::int as quantity
    from order_lines l join offers o on o.id = l.offer_id
    where l.order_id = ${orderId} and o.backing = 'supplier' group by l.offer_id order by l.offer_id`)
}

/** Whether any was ever put in stock. */
export async function hasKeys(db: Queryable): Promise<boolean> {
  const { yes } = await db.one<{ yes: boolean }>(sql`select exists (select from vault_keys) as yes`)
  return yes
}
