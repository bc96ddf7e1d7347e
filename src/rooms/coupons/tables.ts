// Coupons and their uses (decision C10).
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = () => timestamp({ withTimezone: true })

export const coupons = pgTable(
  'coupons',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** In upper case. */
    code: text().notNull().unique(),
    /** One of the two: basis points of the goods that it is for (100 = 1 %), or an amount in US cents. */
    percentBp: integer(),
    amountUsdCents: integer(),
    /** What the goods that it is for must come to, in US cents. */
    minimumUsdCents: integer().notNull().default(0),
    validFrom: moment(),
    validUntil: moment(),
    totalUses: integer(),
    /** Per member; per delivery address for guests. */
    perMemberUses: integer(),
    /** Each null: everything. A category means its whole branch. */
    categoryIds: integer().array(),
    productIds: integer().array(),
    sellerIds: integer().array(),
    /** Uses that are reserved or used: kept with the uses in one transaction, so that a limit is one conditional update. */
    uses: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [
    check('coupons_code', sql`${t.code} = upper(${t.code})`),
    check('coupons_one_kind', sql`(${t.percentBp} is null) <> (${t.amountUsdCents} is null)`),
    check('coupons_percent', sql`${t.percentBp} between 1 and 10000`),
    check('coupons_amount', sql`${t.amountUsdCents} > 0`),
    check('coupons_uses', sql`${t.uses} >= 0 and (${t.totalUses} is null or ${t.uses} <= ${t.totalUses})`),
  ],
)

/** A use is reserved with its order and given back if that is never paid. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    /** No reference: the order's row is written in the same transaction, and orders know of coupons, not the other way. */
    orderId: uuid().primaryKey(),
    couponId: integer()
      .notNull()
      .references(() => coupons.id),
    /** Whose use it is: the mailbox of the member's address, or of a guest's delivery address. */
    owner: text().notNull(),
    /** Whose order it is; his uses stay his when his address changes. */
    memberId: uuid(),
    state: text({ enum: ['reserved', 'used', 'returned'] }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index('coupon_uses_owner').on(t.couponId, t.owner).where(sql`state <> 'returned'`),
    index('coupon_uses_owner_alone').on(t.owner).where(sql`member_id is null`),
    index('coupon_uses_member').on(t.memberId, t.couponId).where(sql`member_id is not null`),
    check('coupon_uses_state', sql`${t.state} in ('reserved', 'used', 'returned')`),
  ],
)
