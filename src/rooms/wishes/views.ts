// Wishes as the list shows them.
import type { Database } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/principal.ts'
import { toMajor } from '#platform/money.ts'
import {
  type Cards,
  type Catalogue,
  picturedRows,
  purchasePicture,
  shownStock,
  skuLabel,
} from '#rooms/products/hands.ts'
import type { Wish } from './contract.ts'
import { percentLess } from './rules.ts'
import type { WishRow } from './store.ts'

export type ShowWishes = (rows: WishRow[], caller: Pick<Caller, 'locale' | 'headers'>) => Promise<Wish[]>

export function showsWishes(of: { db: Database; catalogue: Catalogue; cards: Cards }): ShowWishes {
  const { db, catalogue, cards } = of
  return async (rows, { locale, headers }) => {
    const offerIds = rows.map(({ offerId }) => offerId).filter((id) => id !== null)
    const [known, offers] = await Promise.all([
      cards(
        rows.map(({ productId }) => productId),
        locale,
        headers.get('x-currency'),
      ),
      picturedRows(db, offerIds, locale),
    ])
    const cardOf = new Map(known.cards.map((card) => [card.id, card]))
    const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]))
    const { shelves } = catalogue
    return rows.flatMap((row) => {
      const card = cardOf.get(row.productId)
      // It went in this very moment.
      if (!card) return []
      const offer = offerOf.get(row.offerId ?? -1)
      const chosen = row.skuId === null ? undefined : offer
      const price = row.skuId === null ? card.lowPrice : row.nowCents === null ? null : toMajor(row.nowCents)
      return {
        ...card,
        img: chosen ? purchasePicture(chosen, shelves) : card.img,
        lowPrice: price,
        inStock: row.stock > 0,
        // Of the offer whose price the card shows; of another version, at the same price too, nothing is said.
        reduction: row.skuId === null || known.figures.get(card.id)?.skuId === row.skuId ? card.reduction : null,
        chosen: row.skuId !== null,
        version: chosen ? skuLabel(chosen, shelves, locale) : '',
        extId: offer?.skuId ?? null,
        supplyProductId: offer?.offerId ?? null,
        ...shownStock(row.stock),
        priceThen: row.priceCents === null ? null : toMajor(row.priceCents),
        percentLess: percentLess(row.nowCents, row.priceCents),
        addTime: row.createdAt.toISOString(),
      }
    })
  }
}
