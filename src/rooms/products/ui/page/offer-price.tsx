import { useWords } from '#platform/i18n/messages.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import { Price } from '#ui/price.tsx'
import type { Offer } from '../../wire.ts'

/** What the offer costs, beside what it cost before a reduction that may be announced. */
export function OfferPrice({ offer, size }: { offer: Offer; size?: 'md' | 'xl' }) {
  const t = useWords()
  const { price, amount } = usePrice()
  const { reduction } = offer
  return (
    <Price
      amount={price(offer.price)}
      size={size}
      {...(reduction && { was: amount(reduction.priceBefore), wasLabel: t('product.wasPrice') })}
    />
  )
}

/** The lowest price of the 30 days before, with the percentage that counts from it (EU 98/6 Art. 6a). */
export function LowestPrice({ offer }: { offer: Offer }) {
  const t = useWords()
  const { amount } = usePrice()
  if (!offer.reduction) return null
  const { lowestPrice30, percent } = offer.reduction
  return (
    <p className="mt-1 text-sm text-muted">
      <span className="figures me-1.5 rounded-mark bg-tint px-1.5 text-xs leading-[1.25rem] font-medium text-ink">
        <bdi dir="ltr">{t('product.off', { percent })}</bdi>
      </span>
      {t('product.lowest30', { price: `\u2066${amount(lowestPrice30)}\u2069` })}
    </p>
  )
}
