// "Buy now" on a card: what the product's page would have chosen goes into the cart, and the buyer to the checkout.
import { CallRefused, call } from '#browser/calls.ts'
import { putInCart } from '#rooms/cart/ui/cart-store.ts'
import { activatesIn, knownCountry } from '#rooms/money/ui/use-country.ts'
import type { ProductCard } from '../../schemas.ts'
import { standardSku } from '../offers.ts'
import { productHref } from '../product-card.tsx'

/** Answers where to go: to the product where something must be read, agreed to or chosen first. */
export async function buyNow(card: ProductCard): Promise<string> {
  const { urlName, zhname } = card
  try {
    const [detail, country] = await Promise.all([
      call('GET /api/product/info', { query: { categoryName: urlName, zhname } }),
      knownCountry(),
    ])
    const { id, isConfirm } = detail.iProductInfo
    const sku = standardSku(detail, country)
    const offer = detail.offers.find((one) => one.extId === sku?.id && one.stock > 0)
    if (!sku || !offer || isConfirm || !activatesIn(country, sku)) return productHref(card)
    const line = { productId: id, extId: sku.id, supplyProductId: offer.id, productCount: 1 }
    return putInCart(line) ? '/checkout' : productHref(card)
  } catch (error) {
    if (error instanceof CallRefused) return productHref(card)
    throw error
  }
}
