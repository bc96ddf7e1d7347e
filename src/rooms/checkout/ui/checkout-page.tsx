import { useHydrated } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { lazy, Suspense, useState } from 'react'
import { PageMain } from '#browser/page-main.tsx'
import { useReturned } from '#browser/use-returned.ts'
import { onceOnline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { cx } from '#ui/class-names.ts'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCartRows } from './cart/use-cart-rows.ts'
import { CheckoutContent, type CheckoutContentProps } from './checkout-content.tsx'
import type { Leave } from './leaving.tsx'
import { CHECKOUT_END } from './painted-whole.ts'
import { fetchSending } from './use-order-submit.ts'

const EmptyCart = lazy(() => onceOnline(() => import('./empty-cart.tsx')))
/** Here before it is wanted: what sends the order brings it along. */
const Leaving = lazy(() => onceOnline(fetchSending).then((sender) => ({ default: sender.Leaving })))
const WaitingOrder = lazy(() => onceOnline(() => import('./waiting-order.tsx')))

/** The cart is the browser's: until the page is alive, everything that depends on it is a skeleton of its size. */
export function CheckoutPage(page: Pick<CheckoutContentProps, 'methods' | 'charges' | 'waiver'>) {
  const t = useWords()
  const cart = useCartRows()
  const [leavingFor, setLeavingFor] = useState<Leave>()
  useReturned(() => setLeavingFor(undefined))

  const spinner = <PageSpinner />
  const empty = cart.known && cart.rows.length === 0

  // As high as the skeleton in every state, so that the footer stays; what is short stands in the middle.
  return (
    <PageMain
      className={cx('shell min-h-[calc(100dvh-6rem)] py-6 md:py-10', (leavingFor || empty) && 'grid content-center')}
    >
      {leavingFor || empty ? (
        <Suspense fallback={spinner}>
          {leavingFor ? <Leaving {...leavingFor}>{spinner}</Leaving> : <EmptyCart />}
        </Suspense>
      ) : (
        <>
          <h1 className="mb-5 text-2xl md:mb-7 md:text-3xl">{t('checkout.title')}</h1>
          <WithoutScript />
          <WaitingRoom />
          <CheckoutContent {...page} cart={cart} onLeave={setLeavingFor} />
          <span id={CHECKOUT_END} hidden />
        </>
      )}
    </PageMain>
  )
}

/** React makes nothing of what stands in it where scripts run. */
const WithoutScript = createIsomorphicFn()
  .server(() => {
    const t = useWords()
    return (
      <noscript>
        <Notice tone="warn" className="mb-5">
          {t('checkout.noScript')}
        </Notice>
      </noscript>
    )
  })
  .client(() => <noscript />)

/** Kept from the first frame on where an order of this tab may wait (waiting-mark.ts): as high as it is in any language. */
function WaitingRoom() {
  const waits = useHydrated() && document.documentElement.dataset.waits === ''
  return (
    <div className="mb-5 hidden min-h-80 waits:grid sm:min-h-66">
      <Suspense>{waits && <WaitingOrder />}</Suspense>
    </div>
  )
}

function PageSpinner() {
  return (
    <p className="text-center text-2xl text-accent-ink">
      <Spinner />
    </p>
  )
}
