import { useRouter } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { putInCart } from '#rooms/cart/ui/cart-store.ts'
import { Button } from '#ui/button.tsx'
import type { OrderDetail } from '../wire.ts'

/** Pressed twice, it still means the same cart. */
export function linesIntoCart(goods: OrderDetail['goods']): void {
  for (const { productId, skuId, offerId, quantity: count } of goods) putInCart({ productId, skuId, offerId, count })
}

/** Puts the order's lines into the cart, where they are at today's price, and goes on to the checkout. */
export function BuyAgain({ goods }: { goods: OrderDetail['goods'] }) {
  const t = useWords()
  const router = useRouter()

  function buy() {
    linesIntoCart(goods)
    router.navigate({ to: '/checkout' })
  }

  return (
    <p className="text-center">
      <Button variant="primary" icon={<RotateCcw size={18} aria-hidden="true" />} onClick={buy}>
        {t('order.buyAgain')}
      </Button>
    </p>
  )
}
