// What was ordered goes into the cart again, where it is at today's price.
import { useRouter } from '@tanstack/react-router'
import { isAway, sayOffline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { putInCart } from '#rooms/cart/ui/cart-store.ts'
import { toast } from '#ui/toast.ts'
import type { OrderDetail } from '../wire.ts'

type Ordered = Pick<OrderDetail['goods'][number], 'productId' | 'skuId' | 'offerId' | 'quantity'>

/** Pressed twice, it still means the same cart. Answers how many of them are in it: a cart may be full of others. */
export function linesIntoCart(goods: readonly Ordered[]): number {
  return goods.filter(({ quantity: count, productId, skuId, offerId }) =>
    putInCart({ productId, skuId, offerId, count }),
  ).length
}

/** Goes on to the checkout. False: there was no room for any of them, or there is no connection. */
export function useBuyingAgain() {
  const t = useWords()
  const router = useRouter()
  return async (goods: readonly Ordered[]): Promise<boolean> => {
    const taken = linesIntoCart(goods)
    if (taken < goods.length) toast({ tone: 'bad', message: t('product.cartFull') })
    if (taken === 0) return false
    const away = await isAway()
    if (away) sayOffline(t)
    else void router.navigate({ to: '/checkout' })
    return !away
  }
}
