// The specification's names in the calls of this room, and ours: an answer passes here where a page gets it, a question
// where it leaves one.
import type { CartLine } from '#rooms/cart/rules.ts'
import type * as wire from './contract.ts'
import type * as shapes from './schemas.ts'

type Below = 'ancestors' | 'children'
type Shelved<T> = Omit<T, 'urlName' | 'pName' | 'pUrlName' | Below> & { slug: string } & {
  [K in Below & keyof T]: T[K] extends (infer L)[] ? Shelved<L>[] : never
}
type Placed<T> = Omit<T, 'urlName' | 'zhname'> & { categorySlug: string; slug: string }
type Sold<T> = Omit<T, 'extId' | 'supplyProductId'> & { skuId: number; offerId: number }

export type ProductCard = Placed<shapes.ProductCard>
export type Offer = Omit<wire.Offer, 'extId'> & { skuId: number }
export type SyncedLine = Omit<Sold<Placed<wire.SyncedLine>>, 'productCount'>

interface OnWire extends Partial<Record<Below, OnWire[]>> {
  urlName: string
}

/** A category or what leads to one, with those above and below it: the last above is its parent. */
export function shelved<T extends { urlName: string }>(category: T): Shelved<T> {
  const { urlName: slug, ancestors, children, ...rest } = category as OnWire
  return {
    ...rest,
    slug,
    ancestors: ancestors?.map(shelved),
    children: children?.map(shelved),
  } as unknown as Shelved<T>
}

/** A product on its shelf. */
export function placed<T extends { urlName: string; zhname: string }>(product: T): Placed<T> {
  const { urlName: categorySlug, zhname: slug, ...rest } = product
  return { ...rest, categorySlug, slug }
}

/** What is bought of a product. */
export function sold<T extends { extId: number; supplyProductId: number }>(line: T): Sold<T> {
  const { extId: skuId, supplyProductId: offerId, ...rest } = line
  return { ...rest, skuId, offerId }
}

export type NavigationCategory = Shelved<wire.NavigationCategory>
export type CategoryInfo = Shelved<wire.CategoryInfo>

/** `promoted`: the SKU of the promoted offer. */
export const detailOf = ({ iProductInfo, extInfo: promoted, offers, ...detail }: wire.ProductDetail) => ({
  ...detail,
  info: { ...placed(iProductInfo), ancestors: iProductInfo.ancestors.map(shelved) },
  promoted,
  offers: offers.map(({ extId: skuId, ...offer }): Offer => ({ ...offer, skuId })),
})
export type ProductDetail = ReturnType<typeof detailOf>

export const syncedOf = (line: wire.SyncedLine): SyncedLine => sold(placed(line))

export const stockLine = ({ productId, skuId: extId, offerId: supplyProductId, count: productCount }: CartLine) => ({
  productId,
  extId,
  supplyProductId,
  productCount,
})

/** A product, and its version where one is chosen. */
export const chosenOnWire = ({ productId, skuId: extId }: { productId: number; skuId?: number }) => ({
  productId,
  extId,
})

/** Which product is asked for: as a page says it, and as the server reads it. */
export const productQuery = (slug: string, categorySlug: string, currency?: string) => ({
  zhname: slug,
  categoryName: categorySlug,
  currency,
})
export const addressIn = ({ zhname: slug, categoryName: categorySlug }: { zhname: string; categoryName: string }) => ({
  slug,
  categorySlug,
})

/** For the server's answers. */
export const placeOnWire = ({ slug, categorySlug }: { slug: string; categorySlug: string }) => ({
  urlName: categorySlug,
  zhname: slug,
})
export const soldOnWire = ({ skuId, offerId }: { skuId: number; offerId: number }) => ({
  extId: skuId,
  supplyProductId: offerId,
})
