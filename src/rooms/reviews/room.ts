// What buyers say of products and of the shop.
import type { Queryable } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import type { Caller } from '#platform/http/principal.ts'
import { defineRoom } from '#platform/room.ts'
import { type Receipts, reviewsCalls } from './api.ts'
import { REVIEW_DECIDED } from './events.ts'
import { SHOWN } from './rules.ts'
import { SETTINGS } from './settings.ts'
import { addresses, eraseReviews, ratingsOf, reviewsHeld } from './store.ts'
import { REVIEWS } from './tags.ts'

declare module '#platform/room.ts' {
  interface Declarations {
    /** Who knows what was bought: by it a review is a buyer's. */
    receipts: Record<string, Receipts>
  }
}

export const reviewsRoom = defineRoom({
  name: 'reviews',
  needs: {},
  events: [REVIEW_DECIDED],
  tags: [REVIEWS],
  settings: SETTINGS,
  open({ db, settings, declared }) {
    const receivedBy = async (tx: Queryable, caller: Caller, email: string, productId: number) => {
      const orders: string[] = []
      for (const of of Object.values(declared('receipts'))) orders.push(...(await of(tx, caller, email, productId)))
      return orders
    }
    return {
      hands: {
        /** The summary of a product's reviews, with the first of them. */
        ratingsOf: (productId: number) => ratingsOf(db, productId, SHOWN),
      },
      calls: reviewsCalls({ db, settings, receivedBy }),
      declares: {
        personal: {
          reviews: {
            collect: async (memberId, address) => ({ reviews: await reviewsHeld(db, memberId, address) }),
            collectFormer: async (address) => ({ reviews: await reviewsHeld(db, null, address) }),
            erase: eraseReviews,
            addresses: () => inPages((after, limit) => addresses(db, after, limit)),
          },
        },
      },
    }
  },
})
