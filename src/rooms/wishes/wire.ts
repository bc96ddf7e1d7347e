// The specification's names in the calls of this room, and ours.

/** `skuId` null: whichever version. */
export function wishOf({ productId, extId }: { productId: number; extId?: number | null | undefined }) {
  return { productId, skuId: extId ?? null }
}
