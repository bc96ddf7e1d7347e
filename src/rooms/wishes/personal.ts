// What the wishlist holds of a member (decision F11).
import type { Database } from '#platform/database/database.ts'
import { toMajor } from '#platform/money.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { newsHeld } from './news-store.ts'
import * as store from './store.ts'

export function wishesOf(db: Database): PersonalData {
  return {
    async collect(memberId) {
      const [wishes, told, silent] = await Promise.all([
        store.wishesHeld(db, memberId),
        newsHeld(db, memberId),
        store.isSilent(db, memberId),
      ])
      return {
        wishes: wishes.map(({ priceCents, ...wish }) => ({ ...wish, priceUsd: dollars(priceCents) })),
        told: told.map(({ cents, ...news }) => ({ ...news, priceUsd: dollars(cents) })),
        mailsWanted: !silent,
      }
    },
    erase: store.eraseWishes,
  }
}

const dollars = (cents: number | null) => (cents === null ? null : toMajor(cents))
