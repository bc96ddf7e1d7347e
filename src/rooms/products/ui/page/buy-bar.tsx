import { ShoppingCart } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { keepFocusClear } from '#ui/keep-focus-clear.ts'
import { Price } from '#ui/price.tsx'
import type { Offer } from '../../wire.ts'
import type { Buying } from './use-buying.tsx'

export type Warning = { text: string; instead: ReactNode }

type BuyBarProps = {
  offer: Offer
  count: number
  buying: Buying
  warning: Warning | undefined
  refusal: { disabled: boolean; 'aria-describedby': string | undefined }
  /** The buttons that it stands in for. */
  children: ReactNode
}

/** On narrow screens, while the buttons are out of sight: the same two at the bottom edge, under the thumb. */
export function BuyBar({ offer, count, buying, warning, refusal, children }: BuyBarProps) {
  const t = useWords()
  const { price } = usePrice()
  const buttons = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLElement>(null)
  const [away, setAway] = useState(false)

  useEffect(() => {
    if (!buttons.current) return
    const watcher = new IntersectionObserver(([seen]) => setAway(seen ? !seen.isIntersecting : false))
    watcher.observe(buttons.current)
    return () => watcher.disconnect()
  }, [])

  const warned = Boolean(warning)

  // Toasts, what has the focus and the end of the page keep clear of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a warning the bar is higher
  useEffect(() => {
    if (!away || !matchMedia('(width < 62rem)').matches) return
    const { style } = document.documentElement
    const height = `${bar.current?.offsetHeight ?? 0}px`
    style.setProperty('--bar-height', height)
    style.setProperty('--toast-offset', height)
    keepFocusClear()
    return () => {
      style.removeProperty('--bar-height')
      style.removeProperty('--toast-offset')
    }
  }, [away, warned])

  return (
    <>
      <div ref={buttons}>{children}</div>
      {away && (
        <section
          // Another bar with a warning than without, instead of one that moves.
          key={String(warned)}
          ref={bar}
          data-buying-bar=""
          aria-label={t('product.quickBuy')}
          className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-3 border-t border-line bg-float px-4 pt-2.5 md:px-6 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-float lg:hidden"
        >
          {warning && <p className="w-full text-sm font-medium text-bad">{warning.text}</p>}
          <div className="grow">
            <Price amount={price(offer.price)} size="lg" />
          </div>
          <IconButton
            variant="secondary"
            label={t('product.addToCart')}
            {...refusal}
            onClick={() => buying.add(offer, count)}
          >
            <ShoppingCart size={20} aria-hidden="true" />
          </IconButton>
          <Button variant="primary" {...refusal} onClick={() => buying.buyNow(offer, count)}>
            {count > 1 ? t('product.buyCount', { count }) : t('product.buyNow')}
          </Button>
        </section>
      )}
    </>
  )
}
