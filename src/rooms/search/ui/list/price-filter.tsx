import { useState } from 'react'
import { useWords } from '#platform/i18n/messages.ts'
import { RangeSlider } from '#ui/range-slider.tsx'
import type { Filters } from '../../filters.ts'
import { FilterGroup } from './filter-group.tsx'
import { narrowed } from './narrowing.ts'
import { type Bounds, usePriceBounds } from './use-price-bounds.ts'

type PriceFilterProps = {
  filters: Filters
  /** Of the list for the chosen platforms and regions, in US dollars. */
  maxPrice: number
  onChange: (next: Filters) => void
}

/** From 0 to the highest price of the list plus 1, in the visitor's currency (specification §2). */
export function PriceFilter({ filters, maxPrice, onChange }: PriceFilterProps) {
  const t = useWords()
  const { bounds, top, currency, symbol, amount } = usePriceBounds(filters, maxPrice)
  const [dragged, setDragged] = useState<Bounds>()

  // The slider reports every end of a touch, also when nothing has moved.
  function commit(next: Bounds) {
    setDragged(undefined)
    if (next[0] === bounds[0] && next[1] === bounds[1]) return
    const low = next[0] > 0 ? Math.round(next[0] * 100) : undefined
    const high = next[1] < top ? Math.round(next[1] * 100) : undefined
    const priced = low !== undefined || high !== undefined
    onChange(narrowed(filters, { low, high, currency: priced ? currency : 'USD' }))
  }

  return (
    <FilterGroup title={t('list.price')}>
      <RangeSlider
        limits={[0, top]}
        value={dragged ?? bounds}
        onChange={setDragged}
        onCommit={commit}
        names={{ from: 'low', to: 'high' }}
        labels={{ from: t('list.priceFrom'), to: t('list.priceTo') }}
        format={amount}
        unit={symbol}
      />
      {currency !== 'USD' && <input type="hidden" name="in" value={currency} />}
    </FilterGroup>
  )
}
