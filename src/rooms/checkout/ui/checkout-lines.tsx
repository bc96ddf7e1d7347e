import { lazy, Suspense, useRef, useState } from 'react'
import { CONTENT_ID } from '#browser/page-main.tsx'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { CartLineRow, CartLineSkeleton } from './cart/cart-line-row.tsx'
import type { CartRow, useCartRows } from './cart/use-cart-rows.ts'

const RemoveDialog = lazy(() => onceOnline(() => import('./remove-dialog.tsx')))

/** With the last line its list is gone, and what stands there is as good as another page. */
function goToBeginning() {
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

/** The cart, where taking something out is asked about first (specification §2). */
export function CheckoutLines({ cart }: { cart: ReturnType<typeof useCartRows> }) {
  const t = useWords()
  const { remove } = useCart()
  const [removing, setRemoving] = useState<CartRow>()
  const list = useRef<HTMLUListElement>(null)
  const nameOf = (row: CartRow) => row.product?.productName || t('cart.unknownProduct')

  function takeOut({ line }: CartRow) {
    setRemoving(undefined)
    remove(line)
    // The button that had the focus is gone with its line.
    requestAnimationFrame(() => (list.current ? list.current.focus() : goToBeginning()))
  }

  if (cart.failed) {
    return (
      <Notice tone="bad" action={<Button onClick={cart.retry}>{t('cart.retry')}</Button>}>
        {t('cart.failed')}
      </Notice>
    )
  }
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('checkout.lines')}
        aria-busy={!cart.ready}
        className="divide-y divide-line"
      >
        {cart.known ? (
          cart.rows.map((row) => <CartLineRow key={row.key} row={row} onRemove={setRemoving} />)
        ) : (
          <CartLineSkeleton />
        )}
      </ul>
      {removing && (
        <Suspense>
          <RemoveDialog
            name={nameOf(removing)}
            onKeep={() => setRemoving(undefined)}
            onRemove={() => takeOut(removing)}
          />
        </Suspense>
      )}
    </>
  )
}
