import { useEffect, useState } from 'react'
import { call } from '#browser/calls.ts'
import { type Offer, type ProductDetail, stockLine, syncedOf } from '../../wire.ts'
import { synced } from '../offers.ts'

/** More lines than one call takes are not asked for; no product has so many sellers. */
const MOST_LINES = 100

/** The page may be a minute old: once it is alive it asks for today's prices and stock. */
export function useLiveOffers(detail: ProductDetail): Offer[] {
  const [live, setLive] = useState<{ of: ProductDetail; offers: Offer[] }>()

  useEffect(() => {
    if (detail.offers.length === 0) return
    const leaving = new AbortController()
    const productId = detail.info.id
    const lines = detail.offers
      .slice(0, MOST_LINES)
      .map(({ id: offerId, skuId }) => stockLine({ productId, skuId, offerId, count: 1 }))
    call('POST /api/product/syncStock', { body: { lines } }, { signal: leaving.signal }).then(
      (answer) => setLive({ of: detail, offers: synced(detail.offers, answer.lines.map(syncedOf)) }),
      () => {
        // What the page says stays; the checkout looks again in any case.
      },
    )
    return () => leaving.abort()
  }, [detail])

  return live?.of === detail ? live.offers : detail.offers
}
