import { Mail, ScrollText, Store } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { convert, fromMajor, toMajor } from '#platform/money.ts'
import { MAX_COUNT } from '#rooms/cart/rules.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Button } from '#ui/button.tsx'
import { textLinkClass } from '#ui/button-class.ts'
import { UiLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Price } from '#ui/price.tsx'
import { QuantityStepper } from '#ui/quantity-stepper.tsx'
import type { Offer } from '../../wire.ts'
import { StockMark } from '../stock-mark.tsx'
import { BuyBar, type Warning } from './buy-bar.tsx'
import { LowestPrice, OfferPrice } from './offer-price.tsx'
import type { Buying } from './use-buying.tsx'

type OfferBoxProps = {
  /** The promoted offer of the chosen SKU; none: nobody sells it. */
  offer: Offer | undefined
  buying: Buying
  /** Why the chosen SKU may be of no use to this visitor, and what to take instead. */
  warning: Warning | undefined
  count: number
  onCount: (count: number) => void
  /** None: when it comes is not known. */
  deliveryNote: string | false | undefined
}

/** The cheapest way to buy what is chosen. On phones a bar at the bottom takes over while the buttons are out of sight. */
export function OfferBox({ offer, buying, warning, count, onCount, deliveryNote }: OfferBoxProps) {
  const t = useWords()
  const { amount, exchange } = usePrice()
  const reasonId = useId()
  if (!offer) {
    return (
      <Frame>
        <p className="font-medium">{t('product.notOffered.title')}</p>
        <p className="mt-1 text-sm text-muted">{t('product.notOffered.text')}</p>
      </Frame>
    )
  }

  const reason =
    offer.stock <= 0
      ? t('product.reason.outOfStock')
      : count > offer.stock && !offer.stockIsMore
        ? t('product.reason.tooMany', { count: offer.stock })
        : undefined
  const refusal = { disabled: reason !== undefined, 'aria-describedby': reason ? reasonId : undefined }
  // Decision C6: the unit price is converted and rounded, then counted.
  const total = toMajor(convert(fromMajor(offer.price), exchange) * count)

  return (
    <Frame>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <OfferPrice offer={offer} size="xl" />
        <StockMark stock={offer.stock} />
      </div>
      <LowestPrice offer={offer} />
      <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
        <Store size={16} aria-hidden="true" />
        <span className="min-w-0">
          {t('product.soldBy')} <bdi className="font-medium text-ink">{offer.userName}</bdi>
        </span>
      </p>
      <div className="mt-4 flex min-h-11.5 flex-wrap items-center justify-between gap-x-4 gap-y-2 noscript:hidden">
        <QuantityStepper
          value={count}
          onChange={onCount}
          max={MAX_COUNT}
          disabled={offer.stock <= 0}
          aria-describedby={reason ? reasonId : undefined}
          labels={{
            quantity: t('product.quantity'),
            decrease: t('product.decrease'),
            increase: t('product.increase'),
          }}
        />
        {count > 1 && (
          <p className="text-sm text-muted">
            {t('product.total')} <Price amount={amount(total)} />
          </p>
        )}
      </div>
      {warning && (
        <Notice tone="bad" title={warning.text} className="mt-4">
          {warning.instead}
        </Notice>
      )}
      <BuyBar offer={offer} count={count} buying={buying} warning={warning} refusal={refusal}>
        <div className="mt-4 grid gap-2 md:max-lg:grid-cols-2 noscript:hidden">
          <Button variant="primary" size="lg" block {...refusal} onClick={() => buying.buyNow(offer, count)}>
            {t('product.buyNow')}
          </Button>
          <Button size="lg" block {...refusal} onClick={() => buying.add(offer, count)}>
            {t('product.addToCart')}
          </Button>
        </div>
      </BuyBar>
      <p id={reasonId} role="status" className={reason && 'mt-3 text-sm font-medium text-bad'}>
        {reason}
      </p>
      <div className="mt-4 space-y-2 border-t border-line pt-3 text-sm text-muted">
        {deliveryNote && (
          <p className="flex items-start gap-2">
            <Mail size={16} className="mt-0.5" aria-hidden="true" />
            {deliveryNote}
          </p>
        )}
        {/* California, Business and Professions Code § 17500.6: said where one buys, with a link to the terms. */}
        <p className="flex items-start gap-2">
          <ScrollText size={16} className="mt-0.5" aria-hidden="true" />
          <span>
            {t('product.licence')}{' '}
            <UiLink
              href="/condition"
              className={`${textLinkClass} inline-block pointer-coarse:-my-3 pointer-coarse:py-3`}
            >
              {t('product.licenceTerms')}
            </UiLink>
          </span>
        </p>
      </div>
      <noscript>
        <p className="mt-3 text-sm">{t('product.needsScript')}</p>
      </noscript>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const t = useWords()
  return (
    <section
      aria-label={t('product.bestOffer')}
      className="rounded-card border border-line bg-surface p-4 md:p-5 lg:sticky lg:top-[calc(var(--header-height,0px)+var(--toasts-height,0px)+1rem)]"
    >
      {children}
    </section>
  )
}
