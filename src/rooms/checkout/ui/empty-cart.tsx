// The checkout of an empty cart: its own file, for whoever has something in it need not download this.
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { type LastOrder, readLastOrder } from '#rooms/orders/ui/checkout-draft.ts'
import OpenOrder from '#rooms/orders/ui/open-order.tsx'
import { resultAddress } from '#rooms/orders/ui/result-address.ts'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { UiLink } from '#ui/link.tsx'

/** Back from the provider without having paid, one finds the order, which has what was in the cart. */
export default function EmptyCart() {
  // Only ever shown in the browser: the cart is known there alone.
  const [last] = useState(readLastOrder)
  if (!last) return <NothingHere />
  return <OpenOrder last={last} otherwise={<NothingHere last={last} />} />
}

function NothingHere({ last }: { last?: LastOrder }) {
  const t = useWords()
  return (
    <EmptyState
      headingLevel={1}
      icon={<ShoppingCart size={24} />}
      title={t('pay.productNull')}
      action={
        <>
          <UiLink href="/" className={buttonClass({ variant: 'primary' })}>
            {t('cart.browse')}
          </UiLink>
          {last && (
            <a href={resultAddress(last)} className={buttonClass()}>
              {t('checkout.lastOrder', { orderNo: last.orderNo })}
            </a>
          )}
        </>
      }
    >
      <p>{t('cart.emptyText')}</p>
    </EmptyState>
  )
}
