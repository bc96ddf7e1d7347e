// What the dropdown and the drawer have in common.
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { toMajor } from '#platform/money.ts'
import { useCart } from '#rooms/cart/ui/cart-store.ts'
import { putBack } from '#rooms/cart/ui/undo.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Button } from '#ui/button.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Notice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import { SkeletonLine } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { shownPrices } from '../checkout-prices.ts'
import { useMemberDiscount } from '../use-member-discount.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { type CartRow, toBeHad, type useCartRows } from './use-cart-rows.ts'
import { useCharges } from './use-charges.ts'

type Cart = ReturnType<typeof useCartRows>

export function CartLines({ cart }: { cart: Cart }) {
  const t = useWords()
  const { remove } = useCart()
  const list = useRef<HTMLUListElement>(null)

  function takeOut({ line, product }: CartRow) {
    const position = cart.rows.findIndex((row) => row.line === line)
    remove(line)
    // The button that had the focus is gone with its line.
    list.current?.focus()
    toast({
      message: t('cart.removed', { name: product?.productName || t('cart.unknownProduct') }),
      action: {
        label: t('cart.undo'),
        onPress: () => void (putBack(line, position) || toast({ tone: 'bad', message: t('product.cartFull') })),
      },
    })
  }

  if (cart.failed) {
    return (
      <Notice tone="bad" action={<Button onClick={cart.retry}>{t('cart.retry')}</Button>}>
        {t('cart.failed')}
      </Notice>
    )
  }
  return (
    <ul ref={list} tabIndex={-1} aria-label={t('cart.title')} aria-busy={!cart.ready} className="divide-y divide-line">
      {cart.rows.map((row) => (
        <CartLineRow key={row.key} row={row} onRemove={takeOut} />
      ))}
    </ul>
  )
}

export function CartTotal({ cart, onLeave }: { cart: Cart; onLeave?: () => void }) {
  const t = useWords()
  const { amount, exchange, price } = usePrice()
  const { percent } = useMemberDiscount()
  const rows = toBeHad(cart.rows)
  const charges = useCharges(cart.total)
  const prices =
    percent === undefined || !charges
      ? undefined
      : shownPrices(rows, { exchange, charges, discount: percent, method: undefined, coupon: 0 })
  return (
    <div className="flex flex-col gap-3">
      {prices !== undefined && prices.discount > 0 && (
        <Part label={t('checkout.discount')} value={amount(toMajor(-prices.discount))} />
      )}
      {prices !== undefined && prices.service > 0 && (
        <Part
          label={`${t('checkout.service')} (${t('checkout.serviceHint', { amount: `\u2066${price(charges?.serviceThreshold ?? 0)}\u2069` })})`}
          value={amount(toMajor(prices.service))}
        />
      )}
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <span>{t('cart.total')}</span>
        <output className="ms-auto min-w-20 text-end" aria-live="polite">
          {prices ? <Price amount={amount(toMajor(prices.total))} size="lg" /> : <SkeletonLine />}
        </output>
      </div>
      <Link
        to="/checkout"
        preload="render"
        onClick={onLeave}
        className={buttonClass({ variant: 'primary', size: 'lg', block: true })}
      >
        {t('cart.checkout')}
      </Link>
    </div>
  )
}

function Part({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
      <span>{label}</span>
      <span className="figures ms-auto">
        <bdi>{value}</bdi>
      </span>
    </div>
  )
}
