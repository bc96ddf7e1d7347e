import { useWords } from '#platform/i18n/messages.ts'
import { CartLines, CartTotal } from './cart-contents.tsx'
import { useCartRows } from './use-cart-rows.ts'

/** The dropdown of the cart button, on desktop. */
export default function CartPanel() {
  const t = useWords()
  const cart = useCartRows()
  return (
    <div className="flex flex-col">
      <h2 className="flex items-baseline justify-between gap-3 px-5 pt-4 pb-3 text-lg">
        {t('cart.title')}
        <span className="text-sm font-normal tracking-normal text-muted">{t('cart.items', { count: cart.count })}</span>
      </h2>
      <div className="max-h-[min(26rem,60vh)] overflow-y-auto overscroll-contain border-y border-line p-5">
        <CartLines cart={cart} />
      </div>
      <div className="p-5 pt-4">
        <CartTotal cart={cart} />
      </div>
    </div>
  )
}
