import { ChevronDown } from 'lucide-react'
import { useWords } from '#platform/i18n/messages.ts'
import { Button } from '#ui/button.tsx'
import type { Offer } from '../../wire.ts'
import { StockMark } from '../stock-mark.tsx'
import { LowestPrice, OfferPrice } from './offer-price.tsx'
import type { Buying } from './use-buying.tsx'

const UNFOLDED = 5

/** Who else sells the chosen SKU. */
export function OtherSellers({ offers, buying }: { offers: readonly Offer[]; buying: Buying }) {
  const t = useWords()
  if (offers.length === 0) return null
  const folded = offers.slice(UNFOLDED)
  return (
    <section aria-labelledby="sellers-heading">
      <h2 id="sellers-heading" className="text-xl">
        {t('product.otherSellers')}
      </h2>
      <Rows offers={offers.slice(0, UNFOLDED)} buying={buying} />
      {folded.length > 0 && (
        <details className="group/fold">
          <summary className="flex min-h-11 list-none items-center gap-2 rounded-mark text-sm font-medium text-accent-ink group-open/fold:hidden [&::-webkit-details-marker]:hidden">
            <ChevronDown size={18} aria-hidden="true" />
            {t('product.moreSellers', { count: folded.length })}
          </summary>
          <Rows offers={folded} buying={buying} />
        </details>
      )}
    </section>
  )
}

function Rows({ offers, buying }: { offers: readonly Offer[]; buying: Buying }) {
  const t = useWords()
  return (
    <ul className="divide-y divide-line">
      {offers.map((offer) => (
        <li key={offer.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-36 flex-1">
            <p className="font-medium">
              <bdi>{offer.userName}</bdi>
            </p>
            <StockMark stock={offer.stock} />
            <LowestPrice offer={offer} />
          </div>
          <div className="ms-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <OfferPrice offer={offer} />
            <Button
              disabled={offer.stock <= 0}
              aria-label={t('product.addFrom', { seller: offer.userName })}
              onClick={() => buying.add(offer, 1)}
              className="noscript:hidden"
            >
              {t('product.addToCart')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
