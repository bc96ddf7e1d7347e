// Coupons to try: one for everybody once, one for larger carts, one that is over, one for gift cards only.
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

const COUPONS = [
  { code: 'WELCOME10', percent_bp: 1000, per_member_uses: 1 },
  { code: 'SAVE5', amount_usd_cents: 500, minimum_usd_cents: 3000 },
  { code: 'SUMMER25', percent_bp: 2500, valid_until: '2026-09-01T00:00:00Z' },
  { code: 'GIFT3', percent_bp: 300, category: 'gift-cards' },
]

export async function insertCoupons(tx: Transaction, categoryIds: Map<string, number>): Promise<void> {
  const rows = COUPONS.map(({ category, ...coupon }) => ({
    minimum_usd_cents: 0,
    ...coupon,
    category_ids: category ? [categoryIds.get(category)] : null,
  }))
  await tx.run(sql`
    insert into coupons (code, percent_bp, amount_usd_cents, minimum_usd_cents, valid_until, per_member_uses, category_ids)
    select code, percent_bp, amount_usd_cents, minimum_usd_cents, valid_until, per_member_uses, category_ids
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(code text, percent_bp int, amount_usd_cents int, minimum_usd_cents int, valid_until timestamptz,
        per_member_uses int, category_ids int[])
    on conflict (code) do nothing`)
}
