// The call that asks what a coupon is worth.
import type { Database } from '#platform/database/database.ts'
import { invalid } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { toMajor } from '#platform/money.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import { purchaseRows } from '#rooms/products/hands.ts'
import { couponsContract } from './contract.ts'
import type { Coupons } from './coupons.ts'
import { linesOf } from './wire.ts'

export function couponsCalls({ db, currencies, coupons }: { db: Database; currencies: Currencies; coupons: Coupons }) {
  return serves(couponsContract, {
    'POST /api/check/useCoupon': async ({ body }, caller) => {
      const currency = currencies.byId(body.currencyId)
      if (!currency) throw invalid([{ path: 'currencyId', message: 'pay.currencyGone' }])
      const wanted = linesOf(body)
      const rows = await purchaseRows(db, [...new Set(wanted.map((line) => line.offerId))], caller.locale)
      const byOffer = new Map(rows.map((row) => [row.offerId, row]))
      const lines = wanted.flatMap(({ offerId, productId, quantity }) => {
        const row = byOffer.get(offerId)
        // What is no longer sold costs nothing and earns nothing.
        return row && row.productId === productId ? [{ row, quantity }] : []
      })
      const { id, discount } = await coupons.byCode(
        db,
        { typed: body.couponCode, known: body.couponId, address: caller.address, altcha: body.altcha },
        lines,
        exchangeOf(currency),
      )
      // Of a guest nobody knows yet whose use it will be; and what an address that he names has used is nobody's business.
      if (caller.principal.kind === 'member') await coupons.refuseUsedUp(db, id, caller.principal.memberId)
      return {
        not_exist: false,
        is_forbidden: false,
        totalDiscount: toMajor(discount),
        couponId: coupons.referenceOf(id),
      }
    },
  })
}
