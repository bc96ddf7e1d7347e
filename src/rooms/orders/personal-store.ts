// Every SQL statement about what orders hold of a person (decision F11).
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import type { DidPart } from './acts/did.ts'
import { WHY } from './reason-rules.ts'
import { ERASED_DOMAIN, FORMER } from './rules.ts'

/** What an act that took an order out of an account says that it did. */
const FROM_ACCOUNT: DidPart[0][] = ['leftAccount', 'toOtherAccount']

/**
 * A page of a member's orders, deleted ones too, with their lines, moves, payments, what employees wrote about them and when
 * their keys were looked at. No key, and no employee's name. What was written while an order was in another's account is not his.
 */
export function everythingOf(
  db: Queryable,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<object[]> {
  return db.query<object>(sql`
    with o as (
      select page.*, coalesce(moved.at, '-infinity') as his_since
      from (
        select * from orders where member_id = ${memberId} order by placed_at, id limit ${page.limit} offset ${page.offset}
      ) page left join lateral (
        -- Acts of before did not say what they did: any new address may have brought it.
        select max(at) as at from order_acts
        where order_id = page.id and act = 'readdress' and coalesce(did -> 'parts' ?| ${FROM_ACCOUNT}::text[], true)
      ) moved on true
    ), held as (
      select order_id, json_agg(json_build_object('since', since, 'liftedAt', lifted_at, 'reason', details ->> 'reason') order by since, h.id) as holds
      from order_holds h join o on o.id = h.order_id where reason = 'person' and since > o.his_since group by order_id
    )
    select o.order_no as "orderNo", o.status, o.placed_at as "placedAt", o.paid_at as "paidAt", o.delivered_at as "deliveredAt", o.hidden_at as "hiddenAt",
      o.delivery_email as "deliveryEmail", o.refund_to_balance_at as "refundsToBalanceSince", o.locale, o.note, o.currency, o.goods / 100.0 as goods, o.discount / 100.0 as discount, o.fee / 100.0 as fee,
      o.coupon / 100.0 as coupon, o.freight / 100.0 as freight, o.service / 100.0 as service, o.total / 100.0 as total, o.waiver,
      (select json_agg(json_build_object('name', name, 'version', sku_label, 'sku', sku_code, 'quantity', quantity, 'each', unit / 100.0) order by position)
        from order_lines where order_id = o.id) as lines,
      (select json_agg(json_build_object('at', at, 'status', to_status) order by id) from order_events where order_id = o.id) as moves,
      (select json_agg(json_build_object('provider', provider, 'state', state, 'amount', amount / 100.0, 'paid', paid_amount / 100.0,
          'refunded', refunded_amount / 100.0, 'toBalance', to_balance / 100.0, 'currency', currency, 'at', created_at) order by created_at, id)
        from payments where order_id = o.id) as payments,
      (select json_agg(json_build_object('at', at, 'act', act, 'reason', reason) order by id)
        from order_acts where order_id = o.id and at > o.his_since) as acts,
      held.holds,
      (select json_agg(json_build_object('at', created_at, 'amount', amount / 100.0, 'currency', currency, 'why', reason) order by created_at, id)
        from refunds where order_id = o.id and created_at > o.his_since) as refunds,
      (select json_agg(json_build_object('at', at, 'by', via, 'address', address, 'keys', keys) order by at, via, address)
        from (
          -- From where somebody else has looked, whose account it was in, is not his to read.
          select at, via, case when actor <> ${FORMER} and (via <> 'mail' or lower(address) = lower(o.delivery_email)) then address end as address,
            count(*) as keys
          from key_reveals where order_id = o.id group by 1, 2, 3) r) as "keysShown"
    from o left join held on held.order_id = o.id order by o.placed_at, o.id`)
}

/** Waits for whoever settles one of his orders at this moment; nobody else does until the transaction ends. */
export function lockHis(tx: Transaction, memberId: string, email: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(sql`
    select id from orders where member_id = ${memberId} or (member_id is null and lower(delivery_email) = lower(${email}))
    order by id for update`)
}

/** The order `o` is not done with. */
const OPEN = fragment`(o.status in ('Unpaid', 'Paid', 'Processing')
        or exists (select from refunds where order_id = o.id and state in ('wanted', 'asked', 'pending'))
        or exists (select from order_holds where order_id = o.id and lifted_at is null)
        or exists (select from payments where order_id = o.id and state = 'processing'))`

/**
 * Whether some of his orders are not done with, and whether one of them is disputed; one that a guest makes at this moment with
 * his address will be his.
 */
export function unfinishedOf(
  tx: Transaction,
  memberId: string,
  email: string,
): Promise<{ open: boolean; disputed: boolean }> {
  return tx.one<{ open: boolean; disputed: boolean }>(sql`
    select coalesce(bool_or(${OPEN}), false) as open, coalesce(bool_or(status = 'Disputed'), false) as disputed
    from orders o
    where member_id = ${memberId} or (member_id is null and lower(delivery_email) = lower(${email}))`)
}

/** The newest of those, and how many they are. */
export function unfinishedOrders(
  tx: Transaction,
  memberId: string,
  email: string,
  most: number,
): Promise<{ orderId: string; orderNo: string; count: number }[]> {
  return tx.query<{ orderId: string; orderNo: string; count: number }>(sql`
    select o.id as "orderId", o.order_no as "orderNo", (count(*) over ())::int as count
    from orders o
    where (member_id = ${memberId} or (member_id is null and lower(delivery_email) = lower(${email}))) and (${OPEN} or o.status = 'Disputed')
    order by o.placed_at desc, o.id limit ${most}`)
}

/** Who had the order before is named in it no more: it is in another's archive from now on. */
export async function forgetFormer(tx: Transaction, orderId: string, memberId: string): Promise<void> {
  const [was, is] = [`member ${memberId}`, FORMER]
  await tx.run(sql`update key_reveals set actor = ${is} where order_id = ${orderId} and actor = ${was}`)
  await tx.run(sql`update order_acts set actor = ${is} where order_id = ${orderId} and actor = ${was}`)
}

/**
 * The orders stay, for the tax office wants them kept, and are nobody's: address, note and what knows a browser or client
 * again go, and nothing that opened them does any more. What employees wrote about them goes, too: it may say anything of him.
 * From where keys were looked at is forgotten in its time. With them go those of his address that are nobody's and were placed
 * while it was his: a member's own address has some only after a restore. Answers which they are.
 */
export async function unlink(tx: Transaction, memberId: string, address: HeldAddress | null): Promise<string[]> {
  const his = await tx.query<{ id: string }>(sql`
    select id from orders where member_id = ${memberId}
      or (member_id is null and lower(delivery_email) = lower(${address?.email ?? null}::text)
        and placed_at <@ tstzrange(${address?.since ?? null}, ${address?.until ?? null}, '(]'))
    order by id for update`)
  const ids = his.map(({ id }) => id)
  const actor = `member ${memberId}`
  await tx.run(sql`update key_reveals set actor = 'member' where order_id = any(${ids}::uuid[]) and actor = ${actor}`)
  await tx.run(sql`
    update order_acts set reason = '', actor = case when actor = ${actor} then 'member' else actor end where order_id = any(${ids}::uuid[])`)
  await tx.run(sql`
    update order_events set reason = ''
    where order_id = any(${ids}::uuid[]) and reason <> all(${Object.values(WHY)}::text[]) and reason not like 'paid while %'`)
  await tx.run(sql`
    update order_holds set details = details - 'reason', lifted_why = case when lifted_by = 'system' then lifted_why else '' end
    where order_id = any(${ids}::uuid[])`)
  await tx.run(sql`update order_givings set from_member = null where from_member = ${memberId}`)
  await tx.run(sql`
    update orders set member_id = null, delivery_email = id::text || '@' || ${ERASED_DOMAIN}::text, note = '', refund_to_balance_at = null, idempotency_hash = null, request_hash = null,
      browser_hash = null, client_hash = null, mailbox_hash = null, cookie_version = cookie_version + 1, link_version = link_version + 1
    where id = any(${ids}::uuid[])`)
  return ids
}

/** Where keys of orders went that are nobody's, in lower case, each once and in order. */
export function guestAddresses(db: Queryable, after: string, limit: number): Promise<{ text: string }[]> {
  return db.query<{ text: string }>(sql`
    select distinct lower(delivery_email) as text from orders where member_id is null and lower(delivery_email) > ${after}
    order by text limit ${limit}`)
}
