// Every SQL statement of coupons. `coupons.uses` counts the uses that are reserved or used; it changes in the statement
// that writes the use, so that a limit is a condition of the update and never a look before it.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { CouponTerms } from './rules.ts'

export interface CouponRow extends CouponTerms {
  id: number
  /** The database's clock. */
  now: Date
}

/** `code` as rules.ts writes it. One that is switched off is no coupon. */
export function couponByCode(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return db.maybe<CouponRow>(sql`
    select id, percent_bp as "percentBp", amount_usd_cents as "amountUsdCents", minimum_usd_cents as "minimumUsdCents",
      valid_from as "validFrom", valid_until as "validUntil", total_uses as "totalUses", uses,
      category_ids as "categoryIds", product_ids as "productIds", seller_ids as "sellerIds", now() as now
    from coupons where code = ${code} and active`)
}

export function couponById(db: Queryable, id: number): Promise<CouponRow | undefined> {
  return db.maybe<CouponRow>(sql`
    select id, percent_bp as "percentBp", amount_usd_cents as "amountUsdCents", minimum_usd_cents as "minimumUsdCents",
      valid_from as "validFrom", valid_until as "validUntil", total_uses as "totalUses", uses,
      category_ids as "categoryIds", product_ids as "productIds", seller_ids as "sellerIds", now() as now
    from coupons where id = ${id} and active`)
}

/** Nobody else takes or gives back a use of it until this transaction ends. */
export function lockCoupon(tx: Transaction, couponId: number): Promise<number> {
  return tx.run(sql`select 1 from coupons where id = ${couponId} for update`)
}

/** Whose uses count together: of this mailbox, of whoever had it and closed his account, of this member. */
export interface Owners {
  owner: string
  /** Under which his uses stand who comes back with it: new ones stand there too, so that all are found by one name. */
  former: string
  memberId: string | null
}

/**
 * Reserves a use with its order. False: none is left, for all or for this owner. The coupon must be locked by an earlier
 * statement: a statement that waits for the lock itself would count the owner's uses as they were before the wait.
 */
export async function reserveUse(
  tx: Transaction,
  use: { couponId: number; orderId: string } & Owners,
): Promise<boolean> {
  const reserved = await tx.run(sql`
    with c as (
      update coupons set uses = uses + 1
      where id = ${use.couponId} and active and (valid_until is null or valid_until > now())
        and (total_uses is null or uses < total_uses)
        and (per_member_uses is null or per_member_uses > (
          select count(*) from coupon_uses
          where coupon_id = ${use.couponId} and (owner in (${use.owner}, ${use.former}) or member_id = ${use.memberId}::uuid) and state <> 'returned'))
      returning id
    )
    insert into coupon_uses (order_id, coupon_id, owner, member_id, state)
    select ${use.orderId}::uuid, id,
      case when exists (select from coupon_uses where coupon_id = ${use.couponId} and owner = ${use.former}) then ${use.former} else ${use.owner} end,
      ${use.memberId}::uuid, 'reserved' from c`)
  return reserved === 1
}

/** Whether its limit leaves this owner a use of the coupon, at this moment: `reserveUse` decides. */
export async function leavesUse(
  db: Queryable,
  couponId: number,
  { owner, former, memberId }: Owners,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from coupons where id = ${couponId} and per_member_uses <= (
      select count(*) from coupon_uses
      where coupon_id = ${couponId} and (owner in (${owner}, ${former}) or member_id = ${memberId}::uuid) and state <> 'returned')`)
  return rows.length === 0
}

/** The order is paid. False: its use had been given back, or it has none. */
export async function markUsed(tx: Transaction, orderId: string): Promise<boolean> {
  return (
    (await tx.run(sql`update coupon_uses set state = 'used' where order_id = ${orderId} and state = 'reserved'`)) === 1
  )
}

/**
 * A use that was given back is taken again under all of the coupon's limits, as if it were ordered now; false: it is not
 * to be had. The coupon must be locked.
 */
export async function takeAgain(tx: Transaction, couponId: number, orderId: string): Promise<boolean> {
  const taken = await tx.run(sql`
    with c as (
      update coupons set uses = uses + 1
      where id = ${couponId} and active and (valid_until is null or valid_until > now())
        and (total_uses is null or uses < total_uses)
        and (per_member_uses is null or per_member_uses > (
          select count(*) from coupon_uses o join coupon_uses mine on mine.order_id = ${orderId}
          where o.coupon_id = ${couponId} and (o.owner = mine.owner or o.member_id = mine.member_id) and o.state <> 'returned'))
      returning id
    )
    update coupon_uses u set state = 'used' from c where u.order_id = ${orderId} and u.coupon_id = c.id and u.state = 'returned'`)
  return taken === 1
}

/** The order will not be paid, or its money went back: others can have its use. */
export function giveBackUse(tx: Transaction, orderId: string): Promise<number> {
  return tx.run(sql`
    with u as (
      update coupon_uses set state = 'returned' where order_id = ${orderId} and state <> 'returned' returning coupon_id
    )
    update coupons c set uses = uses - 1 from u where c.id = u.coupon_id`)
}

/** The uses of orders that became this member's. */
export function giveUses(tx: Transaction, orderIds: readonly string[], memberId: string): Promise<number> {
  return tx.run(
    sql`update coupon_uses set member_id = ${memberId} where order_id = any(${orderIds}::uuid[]) and member_id is null`,
  )
}

/** The use of an order that became somebody else's. */
export function moveUse(
  tx: Transaction,
  { orderId, owner, memberId }: { orderId: string } & Pick<Owners, 'owner' | 'memberId'>,
): Promise<number> {
  return tx.run(sql`update coupon_uses set owner = ${owner}, member_id = ${memberId}::uuid where order_id = ${orderId}`)
}

/** The coupons that a member has used, or has reserved with an order. */
export function usesOf(db: Queryable, memberId: string): Promise<{ code: string; state: string; at: Date }[]> {
  return db.query(sql`
    select c.code, u.state, u.created_at as at from coupon_uses u join coupons c on c.id = u.coupon_id
    where u.member_id = ${memberId} order by u.created_at, u.order_id limit 100000`)
}

export interface UseToForget {
  orderId: string
  couponId: number
  owner: string
  /** It limits its owner still: a coupon that he could use again, and may not. */
  counts: boolean
}

/** A member's uses, and those of guests of his mailbox; locked. */
export function usesToForget(tx: Transaction, memberId: string, mailbox: string | null): Promise<UseToForget[]> {
  return tx.query<UseToForget>(sql`
    select u.order_id as "orderId", u.coupon_id as "couponId", u.owner,
      u.state <> 'returned' and c.per_member_uses is not null and (c.valid_until is null or c.valid_until > now()) as counts
    from coupon_uses u join coupons c on c.id = u.coupon_id
    where u.member_id = ${memberId} or (u.member_id is null and u.owner = ${mailbox})
    order by u.order_id limit 100000 for update of u`)
}

/** The uses still count for the coupon; whose they were is known no more, or only to who knows the mailbox. */
export function renameOwners(tx: Transaction, uses: readonly { orderId: string; owner: string }[]): Promise<number> {
  return tx.run(sql`
    update coupon_uses u set member_id = null, owner = n.owner
    from unnest(${uses.map(({ orderId }) => orderId)}::uuid[], ${uses.map(({ owner }) => owner)}::text[]) as n(order_id, owner)
    where u.order_id = n.order_id`)
}

/** Of those who are gone: once the coupon is over, or after so many days, nothing is known of whose use it was. */
export function forgetFormer(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    update coupon_uses set owner = order_id::text where order_id = any(array(
      select u.order_id from coupon_uses u join coupons c on c.id = u.coupon_id
      where u.owner like 'closed %' and u.member_id is null
        and (u.created_at < now() - make_interval(days => ${days}) or c.valid_until < now() or c.per_member_uses is null)
      order by u.order_id limit ${limit} for update of u skip locked))`)
}
