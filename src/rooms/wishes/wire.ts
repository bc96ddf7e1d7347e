// The specification's names in the calls of this room, and ours.
import { placed } from '#rooms/products/wire.ts'
import type * as wire from './contract.ts'

/** `skuId` null: whichever version. */
export function wishOf({ productId, extId }: { productId: number; extId?: number | null | undefined }) {
  return { productId, skuId: extId ?? null }
}

/** As the list shows it; `skuId`, `offerId`: what would be bought now. */
export const listed = ({ extId: skuId, supplyProductId: offerId, ...wish }: wire.Wish) => ({
  ...placed(wish),
  skuId,
  offerId,
})
export type ListedWish = ReturnType<typeof listed>
