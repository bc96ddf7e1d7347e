import { useEffect, useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { CartLines, CartTotal } from './cart-contents.tsx'
import { ClearCart } from './clear-cart.tsx'
import { useCartRows } from './use-cart-rows.ts'

/** The dropdown of the cart button, on desktop. */
export default function CartPanel() {
  const t = useWords()
  const cart = useCartRows()
  const panel = useRef<HTMLDivElement>(null)

  // It goes with the last line, and with it the button that was pressed: back to what opened it.
  useEffect(() => {
    const opener = panel.current?.closest('section')?.previousElementSibling
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [])

  return (
    <div ref={panel} className="flex max-h-[calc(100dvb-9rem)] flex-col">
      <div className="flex min-h-13 items-center justify-between gap-3 ps-5 pe-2">
        <h2 className="flex flex-1 items-baseline gap-3 text-lg">
          {t('cart.title')}
          <span className="flex-1 text-sm font-normal tracking-normal text-muted">
            {t('cart.items', { count: cart.count })}
          </span>
        </h2>
        <ClearCart />
      </div>
      <div className="max-h-[26rem] min-h-0 overflow-y-auto overscroll-contain border-y border-line p-5">
        <CartLines cart={cart} />
      </div>
      <div className="p-5 pt-4">
        <CartTotal cart={cart} />
      </div>
    </div>
  )
}
