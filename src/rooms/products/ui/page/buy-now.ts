// "Buy now" on a card: the version that the card is of, or what the product's page would have chosen, goes into the cart, and the buyer to the checkout.
import { CallRefused, call } from '#browser/calls.ts'
import type { CartLine } from '#rooms/cart/rules.ts'
import { putInCart } from '#rooms/cart/ui/cart-store.ts'
import { activatesIn, knownCountry } from '#rooms/money/ui/use-country.ts'
import { detailOf, type ProductCard, productQuery } from '../../wire.ts'
import { standardSku } from '../offers.ts'
import { productHref } from '../product-href.ts'

/** Answers where to go: to the product where something must be read, agreed to or chosen first. */
export async function buyNow(card: Place): Promise<string> {
  const line = await lineOf(card, card.sku)
  return line && putInCart(line) ? '/checkout' : productHref(card)
}

type Place = Pick<ProductCard, 'slug' | 'categorySlug' | 'sku'>

/**
 * One of it: the version of this id and no other, or without one that which its page would choose. Undefined: something must
 * be read, agreed to or chosen there first. Throws where nobody answers.
 */
export async function lineOf({ slug, categorySlug }: Place, skuId?: number): Promise<CartLine | undefined> {
  try {
    const [detail, country] = await Promise.all([
      call('GET /api/product/info', { query: productQuery(slug, categorySlug) }).then(detailOf),
      knownCountry(),
    ])
    const { id, isConfirm } = detail.info
    const sku = skuId ? detail.skus.find((one) => one.id === skuId) : standardSku(detail, country)
    const offer = detail.offers.find((one) => one.skuId === sku?.id && one.stock > 0)
    if (!sku || !offer || isConfirm || !activatesIn(country, sku)) return undefined
    return { productId: id, skuId: sku.id, offerId: offer.id, count: 1 }
  } catch (error) {
    if (error instanceof CallRefused && error.status > 0) return undefined
    throw error
  }
}
