import { activatesIn } from '#rooms/money/ui/use-country.ts'
import type { Sku } from '../contract.ts'
import type { Offer, ProductDetail, SyncedLine } from '../wire.ts'

/** The promoted one first: in stock before out of stock, then cheapest, the shop first, older first (decision B1). */
export function ranked(offers: readonly Offer[]): Offer[] {
  return [...offers].sort(
    (a, b) =>
      Number(b.stock > 0) - Number(a.stock > 0) ||
      a.price - b.price ||
      Number(b.isShop) - Number(a.isShop) ||
      a.id - b.id,
  )
}

/** Offers with today's price and stock; what is no longer sold goes. */
export function synced(offers: readonly Offer[], lines: readonly SyncedLine[]): Offer[] {
  const now = new Map(lines.map((line) => [line.offerId, line]))
  const current = offers.flatMap((offer) => {
    const line = now.get(offer.id)
    if (!line) return [offer]
    if (!line.exists) return []
    // Of another price nothing is known but the price.
    const reduction = line.productPrice === offer.price ? offer.reduction : null
    return [{ ...offer, price: line.productPrice, stock: line.stock, stockIsMore: line.stockIsMore, reduction }]
  })
  return ranked(current)
}

/** The cheapest SKU in stock that can be activated there; one of the same edition and denomination goes first. */
export function cheapestFor(country: string, skus: readonly Sku[], like?: Sku): Sku | undefined {
  const other = (sku: Sku) => Number(sku.edition !== like?.edition || sku.denomination !== like?.denomination)
  return skus
    .filter((sku) => sku.stock > 0 && activatesIn(country, sku))
    .sort((a, b) => other(a) - other(b) || (a.lowPrice ?? 0) - (b.lowPrice ?? 0) || a.id - b.id)[0]
}

/** Who does not say which SKU gets the promoted one, or one that he can activate instead. */
export function standardSku(
  { skus, promoted }: Pick<ProductDetail, 'skus' | 'promoted'>,
  country: string,
): Sku | undefined {
  const standard = skus.find((sku) => sku.id === promoted?.id) ?? skus[0]
  return standard && !activatesIn(country, standard) ? (cheapestFor(country, skus, standard) ?? standard) : standard
}

/** Whether it is sent as soon as it is paid. */
export const isInstant = (offer: Offer | undefined) => offer?.instant === true && offer.stock > 0

/** Below this it is said how many are left. */
const FEW = 5

export type StockLevel = 'in' | 'few' | 'out'

export function stockLevel(stock: number): StockLevel {
  return stock <= 0 ? 'out' : stock <= FEW ? 'few' : 'in'
}
