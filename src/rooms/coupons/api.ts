// The call that asks what a coupon is worth.
import type { Database } from '#platform/database/database.ts'
import { invalid } from '#platform/http/errors.ts'
import { serves } from '#platform/http/serve.ts'
import { exchangeInto, toMajor } from '#platform/money.ts'
import type { Catalogue } from '#rooms/products/live.ts'
import { purchaseRows } from '#rooms/products/store.ts'
import { couponsContract } from './contract.ts'
import type { Coupons } from './coupons.ts'

export function couponsCalls({ db, catalogue, coupons }: { db: Database; catalogue: Catalogue; coupons: Coupons }) {
  return serves(couponsContract, {
    'POST /api/check/useCoupon': async ({ body }, caller) => {
      const currency = catalogue.shelves.currencies.find((candidate) => candidate.id === body.currencyId)
      if (!currency) throw invalid([{ path: 'currencyId', message: 'No such currency' }])
      const rows = await purchaseRows(db, [...new Set(body.supplyProductId)], caller.locale)
      const byOffer = new Map(rows.map((row) => [row.offerId, row]))
      const lines = body.supplyProductId.flatMap((offerId, i) => {
        const row = byOffer.get(offerId)
        // What is no longer sold costs nothing and earns nothing.
        return row && row.productId === body.productId[i] ? [{ row, quantity: body.productCount[i]! }] : []
      })
      const { id, discount } = await coupons.byCode(
        db,
        { typed: body.couponCode, known: body.couponId, address: caller.address, altcha: body.altcha },
        lines,
        exchangeInto(currency.code, BigInt(currency.rateE8)),
      )
      return {
        not_exist: false,
        is_forbidden: false,
        totalDiscount: toMajor(discount),
        couponId: coupons.referenceOf(id),
      }
    },
  })
}
