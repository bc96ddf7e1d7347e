import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isAway, onceOnline, sayOffline } from '#browser/when-wanted.ts'
import { useWords } from '#platform/i18n/messages.ts'
import { addToCart, putInCart } from '#rooms/cart/ui/cart-store.ts'
import { toast } from '#ui/toast.ts'
import type { Offer, ProductDetail } from '../../wire.ts'

export interface Buying {
  add: (offer: Offer, count: number) => void
  buyNow: (offer: Offer, count: number) => void
}

type Wish = { offer: Offer; count: number; pay: boolean }

const ConfirmDialog = lazy(() => onceOnline(() => import('./confirm-dialog.tsx')))

/** Puts offers into the cart. Where the product asks for it, the buyer agrees to its condition first, once. */
export function useBuying(detail: ProductDetail): Buying & { dialog: ReactNode } {
  const t = useWords()
  const router = useRouter()
  const { id, isConfirm, confirmTitle, confirmContent, name } = detail.info
  const [agreedTo, setAgreedTo] = useState<number>()
  const [asked, setAsked] = useState<Wish>()
  const [open, setOpen] = useState(false)

  function fulfil({ offer, count, pay }: Wish) {
    const line = { productId: id, skuId: offer.skuId, offerId: offer.id, count }
    const added = pay ? putInCart(line) : addToCart(line)
    if (!added) toast({ tone: 'bad', message: t('product.cartFull') })
    else if (!pay) toast({ tone: 'good', message: t('product.added', { name }), action: toCheckout })
    else void toCheckout.onPress()
  }

  function wish(one: Wish) {
    if (!isConfirm || agreedTo === id) return fulfil(one)
    setAsked(one)
    setOpen(true)
  }

  const toCheckout = {
    label: t('product.checkout'),
    alike: true,
    // What is in the cart stays there, and so does the page, whose next press is the same.
    onPress: async () => ((await isAway()) ? sayOffline(t) : router.navigate({ to: '/checkout' })),
  }

  return {
    add: (offer, count) => wish({ offer, count, pay: false }),
    buyNow: (offer, count) => wish({ offer, count, pay: true }),
    dialog: asked && (
      <Suspense>
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title={confirmTitle || name}
          content={confirmContent}
          onAgree={() => {
            setAgreedTo(id)
            setOpen(false)
            fulfil(asked)
          }}
        />
      </Suspense>
    ),
  }
}
