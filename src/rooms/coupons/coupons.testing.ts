// For the tests of coupons: made for a test, asked about, ordered with.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { orderBody, statusOf, type TestProduct, type TestShop } from '#test/harness.ts'

export interface Terms {
  percentBp?: number
  amountUsdCents?: number
  minimumUsdCents?: number
  totalUses?: number
  perMemberUses?: number
  validFrom?: Date
  validUntil?: Date
  active?: boolean
  productIds?: number[]
  categoryIds?: number[]
  sellerIds?: number[]
}

export function coupons(shop: () => TestShop) {
  let made = 0

  async function addCoupon(terms: Terms): Promise<string> {
    const code = `TEST${++made}`
    await shop().db.run(sql`
    insert into coupons (code, percent_bp, amount_usd_cents, minimum_usd_cents, total_uses, per_member_uses, valid_from, valid_until, active, product_ids,
      category_ids, seller_ids)
    values (${code}, ${terms.percentBp ?? null}, ${terms.amountUsdCents ?? null}, ${terms.minimumUsdCents ?? 0}, ${terms.totalUses ?? null},
      ${terms.perMemberUses ?? null}, ${terms.validFrom ?? null}, ${terms.validUntil ?? null}, ${terms.active ?? true}, ${terms.productIds ?? null},
      ${terms.categoryIds ?? null}, ${terms.sellerIds ?? null})`)
    return code
  }

  const ask = (code: string, lines: { product: TestProduct; count?: number }[], more: object = {}) =>
    shop().call('POST', '/api/check/useCoupon', {
      body: {
        couponCode: code,
        currencyId: 1,
        productId: lines.map(({ product }) => product.productId),
        productCount: lines.map(({ count = 1 }) => count),
        productPrice: lines.map(() => 0),
        supplyProductId: lines.map(({ product }) => product.offerId),
        productClassId: lines.map(() => 1),
        ...more,
      },
    })

  async function applied(code: string, product: TestProduct) {
    const { body } = await ask(code, [{ product }])
    if (body.code !== 200) throw new Error(body.msg)
    return { couponId: body.data.couponId as string, cents: Math.round(body.data.totalDiscount * 100) }
  }

  const order = (product: TestProduct, coupon: { couponId: string; cents: number }, email?: string) =>
    shop().call('POST', '/api/check/createOrder', { body: orderBody([{ product }], { coupon, email }) })

  const usesOf = async (code: string) => {
    const { uses } = await shop().db.one<{ uses: number }>(sql`select uses from coupons where code = ${code}`)
    const rows = await shop().db.query<{ state: string }>(sql`
    select u.state from coupon_uses u join coupons c on c.id = u.coupon_id where c.code = ${code} order by u.created_at`)
    return { uses, states: rows.map((row) => row.state).sort() }
  }
  const reaches = (orderId: string, status: string) =>
    until(async () => (await statusOf(shop(), orderId)) === status, `the order is ${status}`)

  return { addCoupon, ask, applied, order, usesOf, reaches }
}
