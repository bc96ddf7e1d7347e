// "Buy now" on a card: what the product's page would have chosen goes into the cart, and the buyer to the checkout.
import { CallRefused, call } from '#browser/calls.ts'
import { putInCart } from '#rooms/cart/ui/cart-store.ts'
import { activatesIn, knownCountry } from '#rooms/money/ui/use-country.ts'
import { detailOf, type ProductCard, productQuery } from '../../wire.ts'
import { standardSku } from '../offers.ts'
import { productHref } from '../product-card.tsx'

/** Answers where to go: to the product where something must be read, agreed to or chosen first. */
export async function buyNow(card: ProductCard): Promise<string> {
  try {
    const [detail, country] = await Promise.all([
      call('GET /api/product/info', { query: productQuery(card.slug, card.categorySlug) }).then(detailOf),
      knownCountry(),
    ])
    const { id, isConfirm } = detail.info
    const sku = standardSku(detail, country)
    const offer = detail.offers.find((one) => one.skuId === sku?.id && one.stock > 0)
    if (!sku || !offer || isConfirm || !activatesIn(country, sku)) return productHref(card)
    const line = { productId: id, skuId: sku.id, offerId: offer.id, count: 1 }
    return putInCart(line) ? '/checkout' : productHref(card)
  } catch (error) {
    if (error instanceof CallRefused) return productHref(card)
    throw error
  }
}
