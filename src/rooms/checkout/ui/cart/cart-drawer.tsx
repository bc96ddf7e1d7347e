import { ShoppingCart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CartLines, CartTotal } from './cart-contents.tsx'
import { ClearCart } from './clear-cart.tsx'
import { useCartRows } from './use-cart-rows.ts'

/** The cart on phones and wherever nothing can hover. */
export default function CartDrawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useWords()
  const cart = useCartRows()
  const close = () => onOpenChange(false)
  const footer = cart.rows.length > 0
  const goOn = useRef<HTMLButtonElement>(null)

  // "Undo" does not lie on the way to the checkout.
  useEffect(() => {
    if (!open || !footer) return
    const { style } = document.documentElement
    const before = style.getPropertyValue('--toast-offset')
    style.setProperty('--toast-offset', '8.5rem')
    return () => style.setProperty('--toast-offset', before)
  }, [open, footer])

  // What had the focus is gone with the last line.
  useEffect(() => {
    if (open && !footer) goOn.current?.focus()
  }, [open, footer])

  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={cart.count > 0 ? t('cart.titleCount', { count: cart.count }) : t('cart.title')}
      closeLabel={t('cart.close')}
      footer={footer && <CartTotal cart={cart} onLeave={close} />}
    >
      {cart.rows.length > 0 ? (
        <>
          <CartLines cart={cart} />
          <div className="mt-2 text-end">
            <ClearCart />
          </div>
        </>
      ) : (
        <EmptyState
          icon={<ShoppingCart size={24} />}
          title={t('cart.emptyTitle')}
          action={
            <Button ref={goOn} variant="primary" onClick={close}>
              {t('cart.goOn')}
            </Button>
          }
        >
          {t('cart.emptyText')}
        </EmptyState>
      )}
    </Drawer>
  )
}
