// The way to the cart, on every page: small, because what it opens is fetched when a hand comes near.
import { Link, useRouterState } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { keptOnceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import { iconButtonClass } from '#ui/button-class.ts'
import { HoverPanel } from '#ui/hover-panel.tsx'
import { CornerCount } from '#ui/icon-button.tsx'

const loadPanel = keptOnceOnline(() => import('./cart-panel.tsx'))
const loadDrawer = keptOnceOnline(() => import('./cart-drawer.tsx'))
const CartPanel = lazy(loadPanel)
const CartDrawer = lazy(loadDrawer)

/** Without a pointer that hovers, or where 400 px would not fit beside the page, the cart is a drawer. */
const DRAWER = '(hover: none), (width < 62rem)'

/** A link to the checkout; with JavaScript also a dropdown (desktop, non-empty cart) or a drawer. */
export function CartButton() {
  const t = useWords()
  const { count } = useCart()
  const [near, setNear] = useState(false)
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  // There the cart is in front of one's eyes already.
  const atCheckout = useRouterState({ select: (state) => state.location.pathname === '/checkout' })
  const label = count > 0 ? t('cart.button', { count }) : t('cart.buttonEmpty')

  function approach() {
    if (count === 0) return
    if (matchMedia(DRAWER).matches) loadDrawer()
    else setNear(true)
  }

  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || atCheckout || !matchMedia(DRAWER).matches) return
    event.preventDefault()
    setDrawer('open')
  }

  return (
    <>
      <HoverPanel
        label={t('cart.title')}
        className="w-100 max-lg:hidden"
        trigger={
          <Link
            to="/checkout"
            preload={false}
            aria-label={label}
            title={label}
            className={iconButtonClass()}
            onPointerEnter={approach}
            onFocus={approach}
            onClick={press}
          >
            <ShoppingCart size={20} aria-hidden="true" />
            <CornerCount count={count} />
          </Link>
        }
      >
        {near && !atCheckout && count > 0 && (
          <Suspense fallback={<div className="h-60" />}>
            <CartPanel />
          </Suspense>
        )}
      </HoverPanel>
      {drawer !== 'never' && (
        <Suspense>
          <CartDrawer open={drawer === 'open'} onOpenChange={(open) => setDrawer(open ? 'open' : 'closed')} />
        </Suspense>
      )}
    </>
  )
}
